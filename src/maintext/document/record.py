"""Document -> JSON: one object with the keys that people know from this field. Its schema is record.schema.json."""

from __future__ import annotations

import json
from collections.abc import Sequence
from math import isfinite
from typing import TYPE_CHECKING, Any, cast

from maintext.document.shapes_record import shapes_of
from maintext.render.metadata_fields import FIELDS
from maintext.render.options import Choices

if TYPE_CHECKING:
    from maintext.document import Block, Document


class RecordChoices(Choices, total=False):
    """The options of a record as keyword arguments; see `Document.to_dict`."""

    with_blocks: bool
    with_markdown: bool
    with_sections: bool
    max_tokens: int | None
    chunk_tokens: int | None
    chunk_overlap: int
    shapes: Sequence[str]


PARTS = tuple(name for name in RecordChoices.__annotations__ if name not in Choices.__annotations__)
"""The options that renderings do not have."""


def fields_of(document: Document) -> dict[str, object]:
    """What is known about a document; None where nothing is."""
    metadata = document.metadata.to_dict()
    known = {**metadata, "url": document.url or metadata["url"]}
    # An empty list is an unknown value.
    return {name: known.get(name) or None for name in FIELDS}


def to_record(document: Document, choices: RecordChoices) -> dict[str, object]:
    """Everything that is known about a document, by name."""
    rest = dict(choices)
    parts = {name: rest.pop(name) for name in PARTS if name in rest}
    # The headline, the comments and the posts have keys of their own.
    body = cast("Choices", {**rest, "include_comments": False, "include_title": False, "include_posts": False})
    record: dict[str, object] = {
        **document.fields,
        "text": document.body_in("text", body),
        "comments": document.comments,
        "page_type": document.page_type,
        "page_types": document.page_types,
        "confidence": document.confidence,
        "has_main_text": document.has_main_text,
        "reason": document.reason,
        "by": document.by,
        "encoding": document.page.encoding,
    }
    return {**record, **_parts(document, parts, cast("Choices", {**rest, "with_metadata": False}))}


def _parts(document: Document, parts: dict[str, Any], choices: Choices) -> dict[str, object]:
    """The keys that a record only has if they are wanted, or if there is something to say."""
    found: dict[str, object] = {"text_source": document.text_source} if document.text_source else {}
    if parts.get("with_markdown"):
        found["markdown"] = document.to_markdown(max_tokens=parts.get("max_tokens"), **choices)
    if parts.get("with_sections"):
        found["sections"] = [section.to_dict() for section in document.sections]
    if parts.get("chunk_tokens") is not None:
        chunks = document.chunks(parts["chunk_tokens"], parts.get("chunk_overlap") or 0, **choices)
        found["chunks"] = [chunk.to_dict() for chunk in chunks]
    if parts.get("with_blocks"):
        found["blocks"] = list(map(_block, document.blocks, document.drop_reasons()))
    return {**found, **shapes_of(document, parts.get("shapes") or ())}


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


def to_json(document: Document, choices: RecordChoices) -> str:
    """The record as one line of JSON."""
    return json.dumps(to_record(document, choices), ensure_ascii=False, allow_nan=False)
