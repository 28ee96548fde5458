"""Page, response headers -> what the publisher asks of machines: `robots` meta tags, X-Robots-Tag, Content-Signal and
the reservation of text and data mining."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from maintext.page import Page

_META = frozenset("robots googlebot googlebot-news bingbot content-signal tdm-reservation".split())
_HEADERS = frozenset("x-robots-tag content-signal tdm-reservation".split())
_NO_TRAINING = frozenset(["noai", "ai-train=no", "tdm-reservation=1"])


@dataclass(frozen=True)
class Permissions:
    """The directives of a page, such as `noindex`, `noai`, `ai-train=no`, each with where it was found."""

    directives: Mapping[str, str]
    """By directive in lower case: its source, such as `meta robots` or `header x-robots-tag`."""

    @property
    def allows_training(self) -> bool:
        """Whether no directive reserves the text against training models."""
        return _NO_TRAINING.isdisjoint(self.directives)

    @property
    def allows_indexing(self) -> bool:
        """Whether no directive keeps the page out of search engines."""
        return {"noindex", "none", "search=no"}.isdisjoint(self.directives)


def read_permissions(page: Page, headers: Iterable[tuple[str, str]] = ()) -> Permissions:
    """The directives of a page and of the headers of its response. Those for one named robot count for all.

    >>> import maintext
    >>> page = maintext.parse('<meta name="robots" content="noindex, NoAI">')
    >>> dict(read_permissions(page, [("X-Robots-Tag", "otherbot: noarchive")]).directives)
    {'noindex': 'meta robots', 'noai': 'meta robots', 'noarchive': 'header x-robots-tag'}
    """
    found: dict[str, str] = {}
    for name, content in page.head.meta:
        if name.lower() in _META:
            for directive in _directives(name.lower(), content):
                found.setdefault(directive, f"meta {name.lower()}")
    for name, value in headers:
        if name.lower() in _HEADERS:
            for directive in _directives(name.lower(), value):
                found.setdefault(directive, f"header {name.lower()}")
    return Permissions(found)


def _directives(name: str, content: str) -> Iterator[str]:
    for part in content.lower().replace(";", ",").split(",")[:50]:
        directive = part.strip()
        if name == "tdm-reservation":
            directive = f"{name}={directive}"
        elif name == "x-robots-tag":
            # "unavailable_after: date" has a value, "otherbot: noindex" names a robot.
            robot, _, rest = directive.partition(":")
            directive = rest.strip() if rest and robot != "unavailable_after" and "-" not in robot else directive
        if directive:
            yield directive.replace(" ", "")
