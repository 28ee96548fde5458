"""Item -> text of the answer: the task of the service's guarded processes (see `maintext.guard`).

An item has a page, options and `wanted`: a format (json, markdown, text, html, xml, tei), `view` for everything that
the web page shows, or `judgement` for facts about the page without its text.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from time import perf_counter
from typing import TYPE_CHECKING, Any

from maintext.api import make_document
from maintext.extractors.by import NamedExtractor, find_extractor, get_extractor
from maintext.extractors.registry import DEFAULT
from maintext.input_formats.reading import read_page
from maintext.render import FORMATS
from maintext.selectors.selection import read_selection
from maintext.serve.view import judgement_of, view_of

if TYPE_CHECKING:
    from maintext.guard.frames import Plain

_FIRST = {
    # Enough prose to detect its language, and one of each kind of block.
    "html": "<html lang=en><title>First</title><h1>The first page</h1><p>By A. Writer, 4 May 2026. This is the text of "
    "an article, and it has a <a href=/>link</a>.</p><ul><li>One</ul><table><tr><td>1<td>2</table><pre>a</pre>",
    "url": "https://example.org/",
    "by": DEFAULT,
    "is_by_client": False,
    "encoding": None,
    "choices": {"with_metadata": True},
    "modes": {},
    "parts": {"with_blocks": True},
    "selection": {},
}


def answering() -> Callable[[Plain], Plain]:
    """The task. Extractors are made once, because some read a model from a file."""
    # Bounded: callers choose the parameters.
    extractor_of = lru_cache(maxsize=64)(_extractor)
    # Loads everything that is loaded lazily, so that the first page neither waits for it nor is charged for it.
    for wanted in ("view", *FORMATS):
        answer({**_FIRST, "wanted": wanted}, extractor_of(DEFAULT))

    def work(item: dict[str, Any]) -> str:
        modes = tuple(item["modes"].items())
        return answer(item, extractor_of(item["by"], modes, is_by_client=item["is_by_client"]))

    return work


def _extractor(name: str, modes: tuple[tuple[str, Any], ...] = (), *, is_by_client: bool = True) -> NamedExtractor:
    # What a client names must neither import a module nor read a file.
    found = NamedExtractor(name.partition(":")[0], get_extractor(name)) if is_by_client else find_extractor(name)
    extractor: Any = found.extractor
    return replace(found, extractor=replace(extractor, **dict(modes))) if modes else found


def answer(item: dict[str, Any], extractor: NamedExtractor) -> str:
    """The answer for one item."""
    started = perf_counter()
    read = read_page(item["html"], item["encoding"])
    selection = read_selection(item["selection"].get("keep"), item["selection"].get("prune"))
    document = make_document(read, extractor, item["url"], selection)
    if item["wanted"] == "view":
        return _dumped(view_of(document, extractor.extractor, item["choices"], 1000 * (perf_counter() - started)))
    if item["wanted"] == "judgement":
        return _dumped(judgement_of(document))
    if item["wanted"] == "json":
        return document.to_json(**item["parts"], **item["choices"])
    if item["wanted"] == "markdown":
        return document.to_markdown(max_tokens=item["parts"].get("max_tokens"), **item["choices"])
    return document.render(item["wanted"], **item["choices"])


def _dumped(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
