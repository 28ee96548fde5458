"""Page, response headers, robots.txt -> what the publisher asks of machines: `robots` meta tags, X-Robots-Tag,
Content-Signal and the reservation of text and data mining."""

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
        return not self.reservations

    @property
    def reservations(self) -> tuple[str, ...]:
        """The directives that reserve the text against training models."""
        return tuple(directive for directive in self.directives if directive in _NO_TRAINING)

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
    for directive, source in header_directives(headers).items():
        found.setdefault(directive, source)
    return Permissions(found)


def header_directives(headers: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The directives of the headers of a response, each with its source."""
    found: dict[str, str] = {}
    for name, value in headers:
        if name.lower() in _HEADERS:
            for directive in _directives(name.lower(), value):
                found.setdefault(directive, f"header {name.lower()}")
    return found


def robots_directives(text: str, path: str = "/") -> dict[str, str]:
    r"""The directives of the lines `Content-Signal` of a robots.txt that count for a path, each with its source.

    >>> robots_directives("User-agent: *\nContent-Signal: search=yes, ai-train=no\nAllow: /")
    {'search=yes': 'robots.txt content-signal', 'ai-train=no': 'robots.txt content-signal'}
    """
    found: dict[str, str] = {}
    for line in text.splitlines():
        name, _, value = line.partition("#")[0].partition(":")
        if name.strip().lower() != "content-signal":
            continue
        # The path comes first, if there is one.
        start, _, rest = value.strip().partition(" ")
        is_path = start.startswith("/")
        if not is_path or path.startswith(start):
            for directive in _directives("content-signal", rest if is_path else value):
                found.setdefault(directive, "robots.txt content-signal")
    return found


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
