"""What a rendering writes and what it leaves out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypedDict, get_args

from maintext.errors import OptionError, did_you_mean

if TYPE_CHECKING:
    from maintext import _core

LinkStyle = Literal["inline", "references"]
LINK_STYLES: tuple[LinkStyle, ...] = get_args(LinkStyle)


class Choices(TypedDict, total=False):
    """The options of a rendering as keyword arguments; see `Options`."""

    include_links: bool
    links: LinkStyle
    include_images: bool
    include_tables: bool
    include_formatting: bool
    include_comments: bool
    """What readers wrote below the text, if the extractor finds comments."""
    include_title: bool
    include_posts: bool
    with_metadata: bool


@dataclass(frozen=True)
class Options:
    """What is written. No option changes the words of the rest."""

    include_links: bool = True
    """Addresses of links. Without them the texts of links stay."""
    links: LinkStyle = "inline"
    """How Markdown writes links: `[text](address)`, or `[text][1]` with the addresses at the end."""
    include_images: bool = True
    """Images with their alternative texts."""
    include_tables: bool = True
    """Tables of data with their text. Tables that only lay out a page do not count as tables."""
    include_formatting: bool = True
    """Emphasis, strong and struck text, code within a line, sub- and superscript. Without them their texts stay."""
    include_title: bool = True
    """The headline, once, before the text and as its only heading of level 1. If False, the text has no copy of it."""
    include_posts: bool = True
    """Author and date before each post, and a rule between posts, in the Markdown and the text of a forum's thread."""
    with_metadata: bool = False
    """The metadata of the document, before its text."""

    @classmethod
    def of(cls, choices: Choices) -> Options:
        """The options that were chosen. Comments are part of the mask, so `include_comments` is not one of them."""
        if not choices:
            return DEFAULT_OPTIONS
        own = {name: value for name, value in choices.items() if name != "include_comments"}
        unknown = next((name for name in own if name not in Choices.__annotations__), None)
        if unknown is not None:
            known = ", ".join(Choices.__annotations__)
            suggestion = did_you_mean(unknown, Choices.__annotations__)
            raise OptionError(f"unknown option {unknown!r} of a rendering{suggestion}; available: {known}")
        options = cls(**own)  # type: ignore[arg-type]
        for name, value in own.items():
            # Numbers and NumPy's booleans are equal to these; texts such as "no", which are true in Python, are not.
            if name != "links" and value not in (True, False):
                raise OptionError(f"{name} must be True or False, got {value!r}")
        if options.links not in LINK_STYLES:
            raise OptionError(f"links must be one of {', '.join(LINK_STYLES)}, got {options.links!r}")
        return options

    def for_core(self, url: str | None, headline: str) -> _core.RenderOptions:
        """The options as the native core reads them."""
        return {
            "url": url or "",
            "headline": headline,
            "title": self.include_title,
            "links": self.include_links,
            "references": self.links == "references",
            "images": self.include_images,
            "tables": self.include_tables,
            "formatting": self.include_formatting,
        }


DEFAULT_OPTIONS = Options()
