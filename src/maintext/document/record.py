"""Document -> JSON: one object with the keys that people know from this field. Its schema is record.schema.json."""

from __future__ import annotations

import json
from math import isfinite
from typing import TYPE_CHECKING

from maintext.render.metadata_fields import FIELDS

if TYPE_CHECKING:
    from maintext.document import Block, Document
    from maintext.render import Choices


def fields_of(document: Document) -> dict[str, object]:
    """What is known about a document; None where nothing is."""
    metadata = document.metadata.to_dict()
    known = {**metadata, "url": document.url or metadata["url"]}
    # An empty list is an unknown value.
    return {name: known.get(name) or None for name in FIELDS}


def to_record(document: Document, choices: Choices, *, with_blocks: bool = False) -> dict[str, object]:
    """Everything that is known about a document, by name."""
    # The headline and the comments have keys of their own.
    body: Choices = {**choices, "include_comments": False, "include_title": False}
    record: dict[str, object] = {
        **document.fields,
        "text": document.to_text(**body),
        "comments": _comments(document),
        "page_type": document.page_type,
        "page_types": document.page_types,
        "confidence": document.confidence,
        "has_main_text": document.has_main_text,
        "reason": document.reason,
        "by": document.by,
        "encoding": document.page.encoding,
    }
    if with_blocks:
        record["blocks"] = list(map(_block, document.blocks, document.drop_reasons()))
    return record


def _comments(document: Document) -> str | None:
    comments = document.comments
    return None if comments is None else "\n\n".join(document.page.texts(comments))


def _block(block: Block, dropped: str | None) -> dict[str, object]:
    return {
        "text": block.text,
        "kind": block.kind,
        # JSON has no infinity.
        "score": block.score if isfinite(block.score) else None,
        "is_kept": block.is_kept,
        "dropped": dropped,
        "start": block.start,
        "stop": block.stop,
    }


def to_json(document: Document, choices: Choices, *, with_blocks: bool = False) -> str:
    """The record as one line of JSON."""
    return json.dumps(to_record(document, choices, with_blocks=with_blocks), ensure_ascii=False, allow_nan=False)
