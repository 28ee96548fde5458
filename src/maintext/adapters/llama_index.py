"""LlamaIndex: a reader of pages, also for `SimpleDirectoryReader(file_extractor={".html": ...})`.

Needs llama-index-core.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from llama_index.core.readers.base import BaseReader
from llama_index.core.schema import Document

from maintext.adapters.sources import content_of, metadata_of, read


class MaintextReader(BaseReader):
    """Reads the main content of files and web addresses. Further options are those of `maintext.extract`."""

    def __init__(self, *, output_format: str = "markdown", **options: Any) -> None:
        self.output_format = output_format
        self.options = options

    def lazy_load_data(
        self,
        file: str | Path | Iterable[str | Path],
        extra_info: dict[str, Any] | None = None,
        **_: Any,
    ) -> Iterable[Document]:
        """One document per file or address. `extra_info` is added to the metadata of each."""
        for source in [file] if isinstance(file, str | Path) else file:
            document = read(source, self.options)
            metadata = {**metadata_of(document, source), **(extra_info or {})}
            yield Document(text=content_of(document, self.output_format), metadata=metadata)
