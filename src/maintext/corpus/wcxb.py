"""WCXB, the Web Content Extraction Benchmark (Foley, 2026) as published -> labelled pages.

One split, dev/ or test/: ground-truth/<id>.json and html/<id>.html.gz. Gold is under `ground_truth`
(main_content, title, author, publish_date, with, without), the address beside it, the type of the page under
`_internal.page_type.primary`. Fields that a copy has at the top are found there, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from maintext.corpus.ground_truth import read_object, read_page
from maintext.corpus.labelled import BrokenPage, Entry
from maintext.corpus.layout import holds, n_files
from maintext.errors import CorpusError

GOLD_FOLDERS = ("ground-truth", "ground_truth")


class Wcxb:
    """A split of WCXB."""

    def fits(self, path: Path) -> bool:
        """Whether a folder of gold files and one of pages are there."""
        return holds(path / "html", "*.html*") and any(holds(path / name, "*.json") for name in GOLD_FOLDERS)

    def count(self, path: Path) -> int:
        """Files of pages."""
        return n_files(path / "html", "*.html*")

    def read(self, path: Path, corpus: str) -> Iterator[Entry]:
        """Every gold file with its page, then the pages without one."""
        golds = {file.stem: file for name in GOLD_FOLDERS for file in sorted((path / name).glob("*.json"))}
        for id_, file in golds.items():
            try:
                record = flat_record(read_object(file))
            except CorpusError as error:
                yield BrokenPage(corpus, id_, str(error))
                continue
            yield read_page(path / "html", corpus, id_, record)
        for file in sorted((path / "html").glob("*.html*")):
            if (id_ := file.name.split(".html")[0]) not in golds:
                yield BrokenPage(corpus, id_, "there is a page, but no gold")


def flat_record(record: dict[str, Any]) -> dict[str, Any]:
    """One record without levels.

    >>> flat_record(
    ...     {"url": "u", "ground_truth": {"main_content": "t"}, "_internal": {"page_type": {"primary": "forum"}}}
    ... )
    {'url': 'u', 'main_content': 't', 'page_type': 'forum'}
    """
    internal, gold = record.get("_internal"), record.get("ground_truth")
    flat = {name: value for name, value in record.items() if name not in ("_internal", "ground_truth")}
    flat.update(gold if isinstance(gold, dict) else {})
    page_type = flat.get("page_type") or (internal.get("page_type") if isinstance(internal, dict) else None)
    flat["page_type"] = page_type.get("primary") if isinstance(page_type, dict) else page_type
    return flat
