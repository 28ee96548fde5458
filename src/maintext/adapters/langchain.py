"""LangChain: a loader of pages, and a transformer of documents whose content is HTML. Needs langchain-core."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from langchain_core.document_loaders import BaseLoader
from langchain_core.documents import BaseDocumentTransformer, Document

import maintext
from maintext.adapters.sources import content_of, metadata_of, read


class MaintextLoader(BaseLoader):
    """Loads the main content of files and web addresses. Further options are those of `maintext.extract`."""

    def __init__(
        self, sources: str | Path | Iterable[str | Path], *, output_format: str = "markdown", **options: Any
    ) -> None:
        self.sources = [sources] if isinstance(sources, str | Path) else list(sources)
        self.output_format = output_format
        self.options = options

    def lazy_load(self) -> Iterator[Document]:
        """One document per source, read when it is asked for."""
        for source in self.sources:
            document = read(source, self.options)
            yield Document(content_of(document, self.output_format), metadata=metadata_of(document, source))


class MaintextTransformer(BaseDocumentTransformer):
    """Replaces the HTML of documents by its main content, as other HTML transformers do."""

    def __init__(self, *, output_format: str = "markdown", **options: Any) -> None:
        self.output_format = output_format
        self.options = options

    def transform_documents(self, documents: Sequence[Document], **kwargs: Any) -> Sequence[Document]:
        """New documents, in the same order. What a document already has in its metadata stays."""
        return [self._transformed(document) for document in documents]

    def _transformed(self, document: Document) -> Document:
        url = document.metadata.get("source")
        found = maintext.extract(document.page_content, url if isinstance(url, str) else None, **self.options)
        metadata = {**metadata_of(found), **document.metadata}
        return Document(content_of(found, self.output_format), metadata=metadata)
