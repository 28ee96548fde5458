"""A fetched page -> the address of its Markdown version, if it names one.

Sites for documentation publish the source of a page beside its HTML and name it in a `<link rel=alternate
type=text/markdown>` or in a Link header. The source needs no extraction, so it is the better text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from maintext.errors import InputError
from maintext.fetch.addresses import resolve_all, site_of
from maintext.fetch.response import FetchedPage
from maintext.page import Page
from maintext.page.parsing import parse
from maintext.page.tags import TAGS

MARKDOWN_TYPES = frozenset(["text/markdown", "text/x-markdown"])
_HTML_TYPES = frozenset(["text/html", "application/xhtml+xml"])
_LINK = re.compile(r"<([^<>]*)>([^<]*)")
_PARAMETER = re.compile(r";\s*(rel|type)\s*=\s*\"?([^\";,]*)\"?", re.IGNORECASE)


def markdown_alternate(response: FetchedPage) -> str | None:
    """The address of the page's Markdown version on the same site; None if it names none."""
    if not 200 <= response.status < 300 or response.media_type not in _HTML_TYPES:
        return None
    references = list(_in_headers(response))
    base, encoding = response.url, "utf-8"
    if not references:
        try:
            page = parse(response.body, response.content_type)
        except InputError:
            return None
        references = list(_in_page(page))
        base = next(iter(resolve_all([page.head.base or ""], response.url)), response.url)
        encoding = page.encoding
    found = (url for url in resolve_all(references, base, encoding) if site_of(url) == site_of(response.url))
    return next(found, None)


def _in_headers(response: FetchedPage) -> Iterator[str]:
    for value in response.all_headers("link"):
        for address, rest in _LINK.findall(value):
            parameters = {name.lower(): text.strip().lower() for name, text in _PARAMETER.findall(rest)}
            if _is_markdown(parameters.get("rel", ""), parameters.get("type", "")):
                yield address


def _in_page(page: Page) -> Iterator[str]:
    for row in np.flatnonzero(page.elements.tag == TAGS["link"]).tolist():
        link = page.attributes(row)
        if _is_markdown(link.get("rel", "").lower(), link.get("type", "").strip().lower()):
            yield link.get("href", "")


def _is_markdown(relation: str, media_type: str) -> bool:
    return "alternate" in relation.split() and media_type.partition(";")[0].strip() in MARKDOWN_TYPES
