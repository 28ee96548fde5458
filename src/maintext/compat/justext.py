"""jusText's paragraphs, judged by maintext: every block of the page, with `is_boilerplate`."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from maintext.api import extract
from maintext.compat.given import html_of, warn_ignored
from maintext.errors import InputError, did_you_mean
from maintext.metadata.values.language import SMALL_WORDS
from maintext.page.flags import UNSHOWN

if TYPE_CHECKING:
    from maintext.document import Block

__all__ = ["Paragraph", "get_stoplist", "get_stoplists", "justext"]

LANGUAGES = {
    "Arabic": "ar", "Bulgarian": "bg", "Catalan": "ca", "Croatian": "hr", "Czech": "cs", "Danish": "da",
    "Dutch": "nl", "English": "en", "Estonian": "et", "Finnish": "fi", "French": "fr", "German": "de",
    "Hungarian": "hu", "Indonesian": "id", "Italian": "it", "Latvian": "lv", "Lithuanian": "lt",
    "Norwegian_Bokmal": "no", "Persian": "fa", "Polish": "pl", "Portuguese": "pt", "Romanian": "ro", "Russian": "ru",
    "Serbian": "sr", "Slovak": "sk", "Slovenian": "sl", "Spanish": "es", "Swedish": "sv", "Turkish": "tr",
    "Ukrainian": "uk", "Vietnamese": "vi",
}  # fmt: skip
"""jusText's names of the languages whose stop words we have."""

_IGNORED: dict[str, Any] = {
    "length_low": 70,
    "length_high": 200,
    "stopwords_low": 0.30,
    "stopwords_high": 0.32,
    "max_link_density": 0.2,
    "max_heading_distance": 200,
    "no_headings": False,
    "default_encoding": "utf8",
    "enc_errors": "replace",
    "preprocessor": None,
}


@dataclass(frozen=True)
class Paragraph:
    """A block of the page with jusText's attributes."""

    text: str
    heading: bool
    class_type: str
    """good, or bad."""
    dom_path: str
    """Tag names from the root down: html.body.p."""
    xpath: str
    chars_count_in_links: int
    tags_count: int
    block: Block = field(repr=False, compare=False)

    @property
    def cf_class(self) -> str:
        """The class before neighbours are considered; maintext has no such step, so it is the final class."""
        return self.class_type

    @property
    def is_heading(self) -> bool:
        """Whether it is an h1 to h6."""
        return self.heading

    @property
    def is_boilerplate(self) -> bool:
        """Whether it is left out of the main content."""
        return self.class_type != "good"

    @property
    def text_nodes(self) -> list[str]:
        """Its text, in one piece."""
        return [self.text]

    @property
    def words_count(self) -> int:
        """Words, as white space parts them."""
        return len(self.text.split())

    def __len__(self) -> int:
        return len(self.text)

    def contains_text(self) -> bool:
        """Whether it has text; every block does."""
        return bool(self.text)

    def stopwords_count(self, stopwords: Collection[str]) -> int:
        """Words that are on a list of small words."""
        return sum(word.lower() in stopwords for word in self.text.split())

    def stopwords_density(self, stopwords: Collection[str]) -> float:
        """The share of such words."""
        return self.stopwords_count(stopwords) / self.words_count if self.words_count else 0

    def links_density(self) -> float:
        """The share of characters in links."""
        return self.chars_count_in_links / len(self.text) if self.text else 0


def get_stoplists() -> frozenset[str]:
    """The languages that `get_stoplist` knows, by jusText's names."""
    return frozenset(LANGUAGES)


def get_stoplist(language: str) -> frozenset[str]:
    """Small words of a language. The extractor does not need them; they are for `stopwords_density`."""
    if language not in LANGUAGES:
        raise InputError(
            f"unknown stop list {language!r}{did_you_mean(language, LANGUAGES)}; available: {', '.join(LANGUAGES)}"
        )
    return frozenset(SMALL_WORDS[LANGUAGES[language]].split())


def justext(
    html_text: Any,
    stoplist: Collection[str],
    length_low: int = 70,
    length_high: int = 200,
    stopwords_low: float = 0.30,
    stopwords_high: float = 0.32,
    max_link_density: float = 0.2,
    max_heading_distance: int = 200,
    no_headings: bool = False,
    encoding: str | None = None,
    default_encoding: str = "utf8",
    enc_errors: str = "replace",
    preprocessor: Any = None,
) -> list[Paragraph]:
    """Every shown block of a page; those outside the main content are boilerplate.

    The list of small words and the thresholds are jusText's way to decide; the extractor here has its own.
    """
    warn_ignored("justext", locals(), _IGNORED)
    document = extract(html_of(html_text), encoding=encoding)
    blocks = document.page.blocks
    columns = zip(document.blocks, (blocks.flags & UNSHOWN == 0).tolist(), blocks.link_chars, blocks.tags, strict=True)
    return [_paragraph(block, int(in_links), int(tags)) for block, is_shown, in_links, tags in columns if is_shown]


def _paragraph(block: Block, chars_in_links: int, n_tags: int) -> Paragraph:
    path = block.xpath
    names = [step.split("[")[0] for step in path.split("/") if step]
    return Paragraph(
        text=" ".join(block.text.split()),
        heading=names[-1] in ("h1", "h2", "h3", "h4", "h5", "h6"),
        class_type="good" if block.is_kept else "bad",
        dom_path=".".join(names),
        xpath=path,
        chars_count_in_links=chars_in_links,
        tags_count=n_tags,
        block=block,
    )
