"""A page of which little was kept -> the page with the text that it has only as data or in `<noscript>`.

The text is appended to the source of the page inside of an element of its own, so that it is read, rendered and placed
like any other; the head, and with it the metadata, stays. It is used only if it is much longer than what was kept, and
if most of it is not shown anyway.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from maintext.data_text.needs_scripts import asks_for_scripts, why_scripts
from maintext.data_text.scripts import ARTICLE_BODY, Json, read_article_bodies, read_script_data
from maintext.page import Page
from maintext.page.flags import NOSCRIPT, SVG, UNSHOWN
from maintext.page.parsing import without_surrogates
from maintext.page.tags import TAGS

if TYPE_CHECKING:
    from maintext.extractors.protocol import Scores

LEAST_WORDS = 50
"""A shorter text may be a teaser or a notice."""
TIMES_KEPT = 3
"""How many times the words that were kept it must have."""
MAX_KEPT_WORDS_OF_OTHERS = 30
"""Where more was kept, only JSON-LD is used. It alone names the text of an article; other data has all sorts of
texts, and of 619 training pages that have some, those that show a text showed the right one."""
MOST_SHOWN = 0.5
"""The share of a text that may be shown on the page; a text that is shown is left to the extractor."""
_N_GRAM = 4


@dataclass(frozen=True)
class DataText:
    """A page that shows the text of its data, its scores, and where the text is from."""

    page: Page
    scores: Scores
    source: str


def with_data_text(page: Page, scores: Scores, extractor: Callable[[Page], Scores]) -> DataText | None:
    """The page with the text of its data; None if it has none, or shows it."""
    n_kept = page.n_words(scores.mask)
    shown: _Shown | None = None
    for source, found in _candidates(page, n_kept):
        html = without_surrogates(found)
        n_words, words = _words_of(html)
        if n_words < max(LEAST_WORDS, TIMES_KEPT * n_kept):
            continue
        shown = shown or _Shown(page)
        if shown.share_of(words) <= MOST_SHOWN:
            return _appended(page, html, source, extractor)
    return None


def kept_source(page: Page, scores: Scores) -> str | None:
    """`noscript` if most of what was kept is in such elements, which browsers with scripts do not show."""
    if not page.has_tag(TAGS["noscript"]):
        return None
    n_copied, n_kept = (page.n_words(scores.mask, flags) for flags in (NOSCRIPT, None))
    return "noscript" if 2 * n_copied > n_kept else None


def explained(page: Page, scores: Scores) -> Scores:
    """The scores of a page whose only kept text asks readers to enable scripts: nothing kept, with that reason."""
    reason = why_scripts(page)
    if reason is None or (scores.mask.any() and not asks_for_scripts(page.text_of(scores.mask))):
        return scores
    import numpy as np

    return replace(scores, keep=np.zeros_like(scores.keep), reason=reason)


def _candidates(page: Page, n_kept: int) -> Iterator[tuple[str, str]]:
    """Source and HTML of each text, those that are meant as the text of the page first."""
    for source, value in _data_of(page, n_kept):
        # Not at the top: few pages have such data, and its patterns take longer to compile than a page to extract.
        from maintext.data_text.prose import as_html, longest_text

        yield source, as_html(value) if source == ARTICLE_BODY else longest_text(value)
    if n_kept > MAX_KEPT_WORDS_OF_OTHERS:
        return
    done = 0
    for row in page.rows_by_tag([TAGS["noscript"]])[0]:
        if row < done:
            # Inside of the one before.
            continue
        _, _, done, _ = page.element(row)
        html = page.content(row)
        if not asks_for_scripts(html):
            yield "noscript", html


def _data_of(page: Page, n_kept: int) -> Iterator[tuple[str, Json]]:
    yield from read_article_bodies(page)
    if n_kept <= MAX_KEPT_WORDS_OF_OTHERS:
        yield from read_script_data(page)


def _words_of(html: str) -> tuple[int, list[str]]:
    page = Page(html)
    shown = page.blocks_without(UNSHOWN | SVG)
    return page.n_words(shown), _grams(" ".join(page.texts(shown)))


def _grams(text: str) -> list[str]:
    """Each few words in a row; of scripts without spaces, each few characters."""
    words = text.lower().split()
    if len(text) > 12 * len(words):
        words = [character for character in text if not character.isspace()]
    return [" ".join(words[at : at + _N_GRAM]) for at in range(max(len(words) - _N_GRAM + 1, 0))]


class _Shown:
    """The words in a row that a page shows."""

    def __init__(self, page: Page) -> None:
        self._grams = set(_grams(" ".join(page.texts(page.blocks_without(UNSHOWN | SVG)))))

    def share_of(self, grams: list[str]) -> float:
        return sum(gram in self._grams for gram in grams) / max(len(grams), 1)


def _appended(page: Page, html: str, source: str, extractor: Callable[[Page], Scores]) -> DataText | None:
    before = page.source
    whole = before + f'\n<article data-source="{source}">{html}</article>'.encode()
    longer = Page(whole, None, page.max_depth, (page.encoding, page.encoding_evidence))
    blocks = longer.blocks
    keep = (blocks.start >= len(before)) & (blocks.flags & (UNSHOWN | SVG) == 0)
    if not keep.any():
        # The page ends inside of an element that is not shown, so no other text would be shown either.
        return None
    # An expected F1 is about the extractor's own choice.
    return DataText(longer, replace(extractor(longer), keep=keep, reason=None, judgement=None), source)
