"""Options -> a function from a page to its main content, as plain values: the task of a guarded process."""

from __future__ import annotations

from collections.abc import Callable

from maintext.api import extract
from maintext.extractors.by import get_extractor
from maintext.extractors.registry import DEFAULT
from maintext.guard.frames import Plain


def extraction(by: str = DEFAULT) -> Callable[[Plain], Plain]:
    """A function from items with html, and optionally url and encoding, to text, title and the page judgement."""
    extractor = get_extractor(by)

    def work(item: dict[str, Plain]) -> dict[str, Plain]:
        document = extract(item["html"], item.get("url"), extractor, encoding=item.get("encoding"))
        return {
            "text": document.text,
            "title": document.title,
            "page_type": document.page_type,
            "confidence": document.confidence,
            "has_main_text": document.has_main_text,
            "reason": document.reason,
        }

    return work
