"""Flow A, in order: bytes -> Page -> Scores -> Document."""

from __future__ import annotations

from maintext.document import Document
from maintext.extractors import DEFAULT, Extractor, get_extractor
from maintext.parser import Limits, parse


def extract(
    html: str | bytes | bytearray | memoryview,
    url: str | None = None,
    by: str | Extractor = DEFAULT,
    *,
    encoding: str | None = None,
    limits: Limits = Limits(),
) -> Document:
    """The main content of a page.

    `by` names an extractor (see EXTRACTORS) or is one. A page without main content gives an empty
    document whose `reason` says why.

    >>> extract("<p>Hello.</p><p hidden>Not shown.</p>", by="all").text
    'Hello.'
    """
    extractor = get_extractor(by) if isinstance(by, str) else by
    name = by if isinstance(by, str) else type(by).__name__
    page = parse(html, encoding, limits)
    return Document(page, name, extractor(page), url)
