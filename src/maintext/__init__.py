"""The main content of web pages.

    doc = maintext.extract(html)      # the main content: doc.text, doc.title, doc.blocks
    page = maintext.parse(html)       # the page table: elements, blocks, lines as NumPy columns

Names are loaded when they are first used, so that `import maintext` does nothing and costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from maintext.api import extract, extract_many
    from maintext.articles.following import aextract_article, extract_article
    from maintext.document import Block, Document, Dropped
    from maintext.document.barcode import barcode
    from maintext.document.parts.chunks import Chunk
    from maintext.document.parts.sections import Section
    from maintext.errors import (
        CrawlError,
        ExtractorError,
        FetchError,
        InputError,
        MaintextError,
        ModelError,
        ModelMismatchError,
        NotHtmlError,
        OptionError,
        PageTooLargeError,
        UnknownExtractorError,
    )
    from maintext.extractors.papers.pvalue import page_value
    from maintext.extractors.protocol import Extractor, Scores
    from maintext.extractors.registry import EXTRACTORS
    from maintext.fetch.fetching import fetch_page
    from maintext.from_url import aextract_url, extract_url
    from maintext.metadata.reading import read_metadata
    from maintext.metadata.record import Metadata
    from maintext.model.predictor import Model
    from maintext.page import Page
    from maintext.page.parsing import Limits, parse

__version__ = "0.1.0"

_HOME = {
    "Block": "maintext.document",
    "Chunk": "maintext.document.parts.chunks",
    "CrawlError": "maintext.errors",
    "Document": "maintext.document",
    "Dropped": "maintext.document",
    "EXTRACTORS": "maintext.extractors.registry",
    "Extractor": "maintext.extractors.protocol",
    "ExtractorError": "maintext.errors",
    "FetchError": "maintext.errors",
    "InputError": "maintext.errors",
    "Limits": "maintext.page.parsing",
    "MaintextError": "maintext.errors",
    "Metadata": "maintext.metadata.record",
    "ModelError": "maintext.errors",
    "Model": "maintext.model.predictor",
    "ModelMismatchError": "maintext.errors",
    "NotHtmlError": "maintext.errors",
    "OptionError": "maintext.errors",
    "Page": "maintext.page",
    "PageTooLargeError": "maintext.errors",
    "Scores": "maintext.extractors.protocol",
    "Section": "maintext.document.parts.sections",
    "UnknownExtractorError": "maintext.errors",
    "barcode": "maintext.document.barcode",
    "aextract_article": "maintext.articles.following",
    "aextract_url": "maintext.from_url",
    "extract": "maintext.api",
    "extract_article": "maintext.articles.following",
    "extract_many": "maintext.api",
    "extract_url": "maintext.from_url",
    "fetch_page": "maintext.fetch.fetching",
    "page_value": "maintext.extractors.papers.pvalue",
    "parse": "maintext.page.parsing",
    "read_metadata": "maintext.metadata.reading",
}

__all__ = [
    "EXTRACTORS",
    "Block",
    "Chunk",
    "CrawlError",
    "Document",
    "Dropped",
    "Extractor",
    "ExtractorError",
    "FetchError",
    "InputError",
    "Limits",
    "MaintextError",
    "Metadata",
    "Model",
    "ModelError",
    "ModelMismatchError",
    "NotHtmlError",
    "OptionError",
    "Page",
    "PageTooLargeError",
    "Scores",
    "Section",
    "UnknownExtractorError",
    "aextract_article",
    "aextract_url",
    "barcode",
    "extract",
    "extract_article",
    "extract_many",
    "extract_url",
    "fetch_page",
    "page_value",
    "parse",
    "read_metadata",
]


_PACKAGES = frozenset(["articles", "crawl", "fetch", "shared_blocks"])
"""Parts with public names of their own: `maintext.shared_blocks.match`."""


def __getattr__(name: str) -> object:
    if name in _PACKAGES:
        return import_module(f"maintext.{name}")
    if name not in _HOME:
        raise AttributeError(f"module 'maintext' has no attribute {name!r}")
    value: object = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
