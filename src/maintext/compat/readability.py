"""readability-lxml's Document, done by maintext."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from maintext.api import extract
from maintext.compat.given import html_of, warn_ignored
from maintext.document import Document as MaintextDocument
from maintext.errors import InputError

__all__ = ["Document", "Unparseable"]

NO_TITLE = "[no-title]"
NO_AUTHOR = "[no-author]"

_IGNORED: dict[str, Any] = {
    "positive_keywords": None,
    "negative_keywords": None,
    "min_text_length": 25,
    "retry_length": 250,
    "xpath": False,
    "handle_failures": "discard",
}


class Unparseable(InputError, ValueError):  # noqa: N818 - the name that callers catch
    """What was given has no text at all."""


class Document:
    """A page, whose main content `summary` gives as HTML."""

    def __init__(
        self,
        input: Any,  # noqa: A002 - the name that callers use
        positive_keywords: Any = None,
        negative_keywords: Any = None,
        url: str | None = None,
        min_text_length: int = 25,
        retry_length: int = 250,
        xpath: bool = False,
        handle_failures: str | None = "discard",
    ) -> None:
        warn_ignored("readability", locals(), _IGNORED)
        self._html = html_of(input)
        self._url = url

    @cached_property
    def _document(self) -> MaintextDocument:
        document = extract(self._html, url=self._url)
        if not len(document.page.blocks):
            raise Unparseable(f"the page has no text: {len(document.page.source):,} bytes")
        return document

    def title(self) -> str:
        """The title as the head has it."""
        return self._document.page.head.title or NO_TITLE

    def short_title(self) -> str:
        """The title without the name of the site."""
        return self._document.title or NO_TITLE

    def author(self) -> str:
        """The authors."""
        return self._document.author or NO_AUTHOR

    def content(self) -> str:
        """All text of the page's body, as HTML."""
        return extract(self._html, url=self._url, by="all").body_in("html", {})

    def get_clean_html(self) -> str:
        """The same as `content`."""
        return self.content()

    def summary(self, html_partial: bool = False, keep_all_images: bool = False) -> str:
        """The main content as clean HTML: a `<div>`, or a whole page around it."""
        given = {"keep_all_images": keep_all_images}
        warn_ignored("readability", given, {"keep_all_images": False})
        part = f"<div>{self._document.to_html(include_title=False)}</div>"
        return part if html_partial else f"<html><body>{part}</body></html>"
