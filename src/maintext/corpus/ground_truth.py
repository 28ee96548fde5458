"""ground-truth.json with html/<id>.html.gz -> labelled pages.

The form of Scrapinghub's article-extraction-benchmark (2019): an object with one member per page: articleBody, url.
WCXB began in the same form and adds title, author, publish_date and the snippets `with` and `without`.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from maintext.corpus.labelled import BrokenPage, Entry, LabelledPage
from maintext.corpus.layout import checked, holds, n_files, snippets_of, text_of
from maintext.errors import CorpusError


class GroundTruth:
    """All gold in one file."""

    def fits(self, path: Path) -> bool:
        """Whether ground-truth.json and compressed pages are there."""
        return (path / "ground-truth.json").is_file() and holds(path / "html", "*.html*")

    def count(self, path: Path) -> int:
        """Files of pages."""
        return n_files(path / "html", "*.html*")

    def read(self, path: Path, corpus: str) -> Iterator[Entry]:
        """The pages in the order of ground-truth.json, then those without gold."""
        records = read_object(path / "ground-truth.json")
        for id_, record in records.items():
            yield read_page(path / "html", corpus, id_, record)
        for file in sorted((path / "html").glob("*.html*")):
            if (id_ := file.name.split(".html")[0]) not in records:
                yield BrokenPage(corpus, id_, "there is a page, but no gold")


def read_object(file: Path) -> dict[str, Any]:
    """A JSON file that must hold an object."""
    try:
        value = json.loads(file.read_bytes())
    except ValueError as error:
        raise CorpusError(f"{file.name} is not JSON: {error}") from error
    if not isinstance(value, dict):
        raise CorpusError(f"{file.name} must hold a JSON object, got {type(value).__name__}")
    return value


def read_page(folder: Path, corpus: str, id_: str, record: object) -> Entry:
    """The page of one record. The gold may be called articleBody or, as in later WCXB, main_content."""
    names = record if isinstance(record, dict) else {}
    gold = names.get("articleBody", names.get("main_content"))
    if not isinstance(gold, str):
        return BrokenPage(corpus, id_, "the gold has no articleBody or main_content")
    try:
        html = read_html(folder, id_)
    except (OSError, EOFError, zlib.error) as error:
        return BrokenPage(corpus, id_, f"the page can't be read: {error}")
    return checked(
        LabelledPage(
            corpus,
            id_,
            html,
            gold,
            kind=text_of(names, "page_type") or "article",
            url=text_of(names, "url"),
            must_keep=snippets_of(names, "with"),
            must_drop=snippets_of(names, "without"),
            title=text_of(names, "title"),
            author=text_of(names, "author"),
            date=text_of(names, "publish_date"),
        )
    )


def read_html(folder: Path, id_: str) -> bytes:
    """The bytes of a page, compressed or not."""
    compressed = folder / f"{id_}.html.gz"
    return gzip.decompress(compressed.read_bytes()) if compressed.exists() else (folder / f"{id_}.html").read_bytes()
