"""Item -> text of the answer: the task of the service's guarded processes (see `maintext.guard`).

An item has a page, options and `wanted`: a format (json, markdown, text, html, xml, tei), `view` for everything that
the web page shows, or `judgement` for facts about the page without its text.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from maintext.document import Document
from maintext.explain.block_facts import block_facts
from maintext.explain.coloured import coloured_page
from maintext.extractors.by import get_extractor
from maintext.extractors.protocol import Explaining
from maintext.extractors.registry import DEFAULT
from maintext.input_formats.reading import read_page
from maintext.render import FORMATS

if TYPE_CHECKING:
    from maintext.extractors import Extractor
    from maintext.guard.frames import Plain

N_CONTRIBUTIONS = 3
"""Contributions that are shown for a block: the largest."""
_FIRST = {
    # Enough prose to detect its language, and one of each kind of block.
    "html": "<html lang=en><title>First</title><h1>The first page</h1><p>By A. Writer, 4 May 2026. This is the text of "
    "an article, and it has a <a href=/>link</a>.</p><ul><li>One</ul><table><tr><td>1<td>2</table><pre>a</pre>",
    "url": "https://example.org/",
    "by": DEFAULT,
    "encoding": None,
    "choices": {"with_metadata": True},
    "modes": {},
    "with_blocks": True,
}


def answering() -> Callable[[Plain], Plain]:
    """The task. Extractors are made once, because some read a model from a file."""
    # Bounded: callers choose the parameters.
    extractor_of = lru_cache(maxsize=64)(_extractor)
    # Loads everything that is loaded lazily, so that the first page neither waits for it nor is charged for it.
    for wanted in ("view", *FORMATS):
        answer({**_FIRST, "wanted": wanted}, extractor_of(DEFAULT))

    def work(item: dict[str, Any]) -> str:
        return answer(item, extractor_of(item["by"], tuple(item["modes"].items())))

    return work


def _extractor(name: str, modes: tuple[tuple[str, Any], ...] = ()) -> Extractor:
    extractor: Any = get_extractor(name)
    made: Extractor = replace(extractor, **dict(modes)) if modes else extractor
    return made


def answer(item: dict[str, Any], extractor: Extractor) -> str:
    """The answer for one item."""
    page, kind = read_page(item["html"], item["encoding"])
    if kind == "html":
        document = Document(page, item["by"], extractor(page), item["url"])
    else:
        # Plain text and Markdown have no navigation: all of it is content.
        document = Document(page, "all", get_extractor("all")(page), item["url"])
    if item["wanted"] == "view":
        return _dumped(_view(document, item["choices"], _contributions(document, extractor)))
    if item["wanted"] == "judgement":
        return _dumped(judgement_of(document))
    if item["wanted"] == "json":
        return document.to_json(with_blocks=item["with_blocks"], **item["choices"])
    return document.render(item["wanted"], **item["choices"])


def judgement_of(document: Document) -> dict[str, Any]:
    """Facts about a page, without its text."""
    blocks, keep = document.page.blocks, document.keep
    return {
        "title": document.title,
        "language": document.language,
        "has_main_text": document.has_main_text,
        "confidence": document.confidence,
        "page_type": document.page_type,
        "page_types": document.page_types,
        "p_value": round(document.p_value, 4),
        "n_blocks": len(blocks),
        "n_blocks_kept": int(keep.sum()),
        "n_words": int(blocks.words.sum()),
        "n_words_kept": int(blocks.words[keep].sum()),
        "reason": document.reason,
        "by": document.by,
    }


def _view(document: Document, choices: dict[str, bool], contributions: list[list[tuple[str, float]]]) -> dict[str, Any]:
    record = json.loads(document.to_json(with_blocks=True, **choices))
    facts = block_facts(document.page)
    for row, block in enumerate(record["blocks"]):
        block |= {name: facts[row][name] for name in ("place", "words", "link_share")}
        block["contributions"] = contributions[row] if contributions else []
    return {
        "record": record,
        "judgement": judgement_of(document),
        "metadata": document.metadata.to_dict(),
        "markdown": document.to_markdown(**choices),
        "document": document.to_html(**{**choices, "with_metadata": False}),
        "coloured": coloured_page(document.page, document.scores, _hints(document, contributions)),
    }


def _hints(document: Document, contributions: list[list[tuple[str, float]]]) -> list[str]:
    """Tooltips of the blocks."""
    scores, keep = document.scores.score.tolist(), document.keep.tolist()
    lines = [f"{score:.3g}, {'kept' if is_kept else 'dropped'}" for score, is_kept in zip(scores, keep, strict=True)]
    return [
        "\n".join([line, *(f"{contribution:+.1f} {name}" for name, contribution in reasons)])
        for line, reasons in zip(lines, contributions or [[]] * len(lines), strict=True)
    ]


def _contributions(document: Document, extractor: Extractor) -> list[list[tuple[str, float]]]:
    if not isinstance(extractor, Explaining):
        return []
    return [
        sorted(contributions, key=lambda contribution: -abs(contribution[1]))[:N_CONTRIBUTIONS]
        for contributions in extractor.explain(document.page)
    ]


def _dumped(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
