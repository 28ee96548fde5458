"""Rows of a crawl -> a folder: one Markdown file per page, and manifest.jsonl with one line per address.

Files are named after the addresses, so that a second crawl replaces those of the first. Files that the manifest of an
earlier crawl names and this one does not are removed; nothing else in the folder is touched. The files are written to a
folder inside the folder and moved when all are complete, the manifest last: until then the folder is as it was.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from hashlib import blake2b
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from maintext.atomic_output import staging_folder, uninterrupted
from maintext.crawl.output.rows import SiteRow
from maintext.errors import CrawlError

MANIFEST = "manifest.jsonl"
MAX_NAME_CHARS = 100
MAX_NAME_BYTES = 200
"""Of the name of a file: file systems have 255 bytes, in which 100 Chinese characters have no room."""
_TEXTS = frozenset(["text", "markdown", "dropped"])
_NOT_IN_NAMES = re.compile(r"[^\w.-]+")
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)


def write_folder(rows: Iterable[SiteRow], folder: Path) -> int:
    """Writes the files and the manifest; returns the number of addresses."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        earlier = _earlier_files(folder)
        names: set[str] = set()
        n_rows = 0
        with staging_folder(folder) as staging:
            with (staging / MANIFEST).open("w", encoding="utf-8", newline="\n") as manifest:
                for line in _write_files(rows, staging):
                    manifest.write(json.dumps(line, ensure_ascii=False) + "\n")
                    names.update([line["file"]] if line["file"] else [])
                    n_rows += 1
            with uninterrupted():
                for name in [*sorted(names), MANIFEST]:
                    (staging / name).replace(folder / name)
                for name in earlier - names:
                    (folder / name).unlink(missing_ok=True)
    except OSError as error:
        raise CrawlError(f"cannot write to {folder}: {error}") from error
    return n_rows


def file_name(url: str, taken: set[str]) -> str:
    """A file name for a page that no other page has, is valid on every system, and shows which page it is.

    >>> file_name("https://example.org/news/2024/storm.html?page=2", set())
    'news-2024-storm.html-page-2.md'
    """
    parts = urlsplit(url)
    place = unquote(f"{parts.path}-{parts.query}" if parts.query else parts.path)
    name = _NOT_IN_NAMES.sub("-", place).strip("-.")[:MAX_NAME_CHARS]
    name = name.encode()[:MAX_NAME_BYTES].decode(errors="ignore") or "index"
    # On some systems names that differ only in case are the same.
    if name.casefold() in taken or _RESERVED.fullmatch(name) or (name == "index" and parts.path != "/"):
        name = f"{name}-{blake2b(url.encode(), digest_size=5).hexdigest()}"
    while name.casefold() in taken:
        # A site may name a page as another one is named here.
        name += "-"
    taken.add(name.casefold())
    return f"{name}.md"


def _write_files(rows: Iterable[SiteRow], folder: Path) -> Iterator[dict[str, Any]]:
    """Writes the file of each row with a text; yields the row's line of the manifest."""
    taken: set[str] = set()
    for row in rows:
        name = file_name(row.url, taken) if row.markdown is not None else None
        if name is not None:
            (folder / name).write_text(f"{row.markdown}\n", encoding="utf-8", newline="\n")
        facts = {key: value for key, value in asdict(row).items() if key not in _TEXTS}
        yield {**facts, "file": name, "n_dropped": len(row.dropped)}


def _earlier_files(folder: Path) -> set[str]:
    """The files of an earlier crawl; only plain names, as this module writes them."""
    path = folder / MANIFEST
    if not path.exists():
        return set()
    try:
        names = [json.loads(line).get("file") for line in path.read_text(encoding="utf-8").splitlines()]
    except (ValueError, AttributeError) as error:
        raise CrawlError(f"{path} is not the manifest of a crawl: {error}") from error
    return {name for name in names if isinstance(name, str) and name.endswith(".md") and Path(name).name == name}
