"""Pages with gold text -> a corpus: gold.jsonl and html/, as `maintext train` and `evaluate` read it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from maintext.errors import LabelError


@dataclass(frozen=True)
class CorpusPage:
    """A page to write."""

    id: str
    html: bytes
    record: dict[str, Any]
    """The fields of its line in gold.jsonl but for the id; those that are None are left out."""


def write_corpus(target: Path, pages: Iterable[CorpusPage]) -> int:
    """Writes the pages, and returns how many there are. All of it is there, or nothing."""
    if target.exists():
        raise LabelError(f"{target} exists already")
    unfinished = target.with_name(f"{target.name}.unfinished")
    shutil.rmtree(unfinished, ignore_errors=True)
    try:
        (unfinished / "html").mkdir(parents=True)
        lines = [_write_page(page, unfinished / "html") for page in pages]
        (unfinished / "gold.jsonl").write_text("".join(lines), encoding="utf-8")
        unfinished.rename(target)
    except OSError as error:
        raise LabelError(f"the corpus can't be written: {error}") from error
    finally:
        # Of an interrupted export; a finished one has been renamed.
        shutil.rmtree(unfinished, ignore_errors=True)
    return len(lines)


def _write_page(page: CorpusPage, folder: Path) -> str:
    # A corpus has no folders: slashes become part of the name, escaped as in addresses.
    name = page.id.replace("%", "%25").replace("/", "%2F")
    (folder / f"{name}.html").write_bytes(page.html)
    fields = {"id": name, **{key: value for key, value in page.record.items() if value is not None}}
    return json.dumps(fields, ensure_ascii=False) + "\n"
