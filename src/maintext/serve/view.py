"""Document -> everything that the web page shows of it, as plain values for JSON."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from importlib.resources import files
from math import ceil
from time import perf_counter
from typing import TYPE_CHECKING, Any

from maintext.document.barcode import barcode
from maintext.explain.block_facts import block_facts
from maintext.explain.cards import CardWriter
from maintext.explain.coloured import coloured_page
from maintext.extractors.protocol import Explaining
from maintext.render import render

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from maintext.document import Document
    from maintext.extractors import Extractor

N_CONTRIBUTIONS = 3
"""Contributions that are shown for a block: the largest."""
WORDS_PER_MINUTE = 230
"""At which adults read prose silently."""
BYTES_PER_TOKEN = 4
"""About what tokenizers of language models need, in most languages; the page says that it is an estimate."""
MAX_REPLACED_SHARE = 0.005
"""Characters that could not be decoded, above which the page warns: one in two hundred is a few per paragraph."""

_HEADLINE = re.compile(r"\s*<h1>.*?</h1>\s*", re.DOTALL)


def view_of(document: Document, extractor: Extractor, choices: dict[str, Any], extraction_ms: float) -> dict[str, Any]:
    """Everything that the web page shows; `extraction_ms` is how long parsing and extraction took."""
    started = perf_counter()
    record = json.loads(document.to_json(with_blocks=True, **choices))
    facts, contributions = block_facts(document.page), _contributions(document, extractor)
    for row, block in enumerate(record["blocks"]):
        block |= {name: facts[row][name] for name in ("place", "words", "chars", "link_share")}
        block["contributions"] = contributions[row] if contributions else []
    markdown = document.to_markdown(**choices)
    warning, readable_share = _replaced(document)
    judgement = judgement_of(document)
    if judgement["confidence"] is not None:
        # The model has seen no such text, so what it expects of it means little.
        judgement["confidence"] = judgement["confidence"] * readable_share**4
    return {
        "record": record,
        "judgement": judgement,
        "metadata": document.metadata.to_dict(),
        "markdown": markdown,
        "document": _document_html(document, choices),
        "document_style": files("maintext.explain").joinpath("cards.css").read_text(encoding="utf-8"),
        "coloured": coloured_page(document.page, document.scores),
        "barcode": barcode(document, theme="page"),
        "warnings": [text for text in (warning, _not_content(document)) if text],
        "n_tokens": ceil(len(markdown.encode("utf-8", "replace")) / BYTES_PER_TOKEN),
        "reading_minutes": max(1, round(judgement["n_words_kept"] / WORDS_PER_MINUTE)),
        "extraction_ms": round(extraction_ms, 1),
        "explanation_ms": round(1000 * (perf_counter() - started), 1),
    }


def _document_html(document: Document, choices: dict[str, Any]) -> str:
    """The document below its headline, with posts, items and product as cards."""
    wanted: Any = {**choices, "with_metadata": False, "include_title": True}
    source = document.source_of(wanted)

    def write_blocks(mask: NDArray[np.bool_]) -> str:
        # The renderer writes the headline first and once, wherever the page has it. The web page shows its own.
        html = render(replace(source, mask=mask), "html", wanted, dict).text if mask.any() else ""
        return _HEADLINE.sub("", html, count=1) if source.headline else html

    return CardWriter(write_blocks).document_html(document, source.keep) if source.keep.any() else ""


def judgement_of(document: Document) -> dict[str, Any]:
    """Facts about a page, without its text."""
    blocks, keep = document.page.blocks, document.keep
    return {
        "title": document.title,
        "language": document.language,
        "has_main_text": document.has_main_text,
        "verdict": document.verdict.to_dict(),
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


def _not_content(document: Document) -> str | None:
    """A warning that a page is a login page, an error or the like, with the evidence."""
    verdict = document.verdict
    if verdict.is_content:
        return None
    evidence = f" ({'; '.join(verdict.evidence)})" if verdict.evidence else ""
    return (
        f"The page is probably not content: {verdict.kind}, with a probability of {verdict.probability:.0%}{evidence}."
    )


def _replaced(document: Document) -> tuple[str | None, float]:
    """A warning about characters that could not be decoded, and the share of the text without them."""
    text = document.page.text
    n_replaced = text.count("�".encode())
    n_chars = int(document.page.blocks.chars.sum())
    if not n_chars or n_replaced / n_chars <= MAX_REPLACED_SHARE:
        return None, 1.0
    share = min(n_replaced / n_chars, 1.0)
    warning = (
        f"{share:.0%} of the characters could not be decoded: the encoding was read as {document.page.encoding} "
        f"({document.page.encoding_evidence}), or the input is not text."
    )
    return warning, 1.0 - share


def _contributions(document: Document, extractor: Extractor) -> list[list[tuple[str, float]]]:
    if not isinstance(extractor, Explaining):
        return []
    return [
        sorted(contributions, key=lambda contribution: -abs(contribution[1]))[:N_CONTRIBUTIONS]
        for contributions in extractor.explain(document.page)
    ]
