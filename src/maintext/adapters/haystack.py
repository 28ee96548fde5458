"""Haystack: a converter that can replace `HTMLToDocument`. Needs haystack-ai."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from haystack import Document, component, logging
from haystack.components.converters.utils import get_bytestream_from_source, normalize_metadata
from haystack.dataclasses import ByteStream

import maintext
from maintext.adapters.sources import content_of, metadata_of

logger = logging.getLogger(__name__)


@component
class MaintextToDocument:
    """Converts HTML files and byte streams to documents. `extraction_kwargs` are options of `maintext.extract`."""

    def __init__(self, extraction_kwargs: dict[str, Any] | None = None, output_format: str = "text") -> None:
        self.extraction_kwargs = extraction_kwargs
        self.output_format = output_format

    @component.output_types(documents=list[Document])
    def run(
        self,
        sources: list[str | Path | ByteStream],
        meta: dict[str, Any] | list[dict[str, Any]] | None = None,
    ) -> dict[str, Any]:
        """`documents`: one per source that has main content. The log names the others, as `HTMLToDocument` does."""
        documents = []
        for source, given in zip(sources, normalize_metadata(meta=meta, sources_count=len(sources)), strict=True):
            try:
                stream = get_bytestream_from_source(source=source)
                found = maintext.extract(stream.data, stream.meta.get("url"), **(self.extraction_kwargs or {}))
            except (OSError, ValueError, maintext.MaintextError) as error:
                logger.warning("Could not convert {source}. Skipping it. Error: {error}", source=source, error=error)
                continue
            if not found.text:
                logger.warning("No main content in {source}: {reason}", source=source, reason=found.reason)
                continue
            metadata = {**metadata_of(found), **stream.meta, **given}
            documents.append(Document(content=content_of(found, self.output_format), meta=metadata))
        return {"documents": documents}
