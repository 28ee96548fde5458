"""Rows of a crawl -> a folder: a Markdown file a page, and manifest.jsonl with a line for every address.

Files are named after the addresses, so that a second crawl writes over the first. What the manifest of an earlier
crawl names and this one does not is removed; nothing else in the folder is touched.
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

from maintext.crawl.output.rows import SiteRow
from maintext.errors import CrawlError

MANIFEST = "manifest.jsonl"
MAX_NAME_CHARS = 100
_TEXTS = frozenset(["text", "markdown", "dropped"])
_ODD = re.compile(r"[^\w.-]+")
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)


def write_folder(rows: Iterable[SiteRow], folder: Path) -> int:
    """Writes the files and, last, the manifest; gives the number of addresses."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        earlier = _earlier_files(folder)
        part, names = folder / f"{MANIFEST}.part", set()
        with part.open("w", encoding="utf-8", newline="\n") as manifest:
            n_rows = 0
            for line in _write_files(rows, folder):
                manifest.write(json.dumps(line, ensure_ascii=False) + "\n")
                names.add(line["file"])
                n_rows += 1
        part.replace(folder / MANIFEST)
        for name in earlier - names:
            (folder / name).unlink(missing_ok=True)
    except OSError as error:
        raise CrawlError(f"{folder} can't be written: {error}") from error
    return n_rows


def file_name(url: str, taken: set[str]) -> str:
    """A name for a page that no other page has, on any system, and that tells which page it is.

    >>> file_name("https://example.org/news/2024/storm.html?page=2", set())
    'news-2024-storm.html-page-2.md'
    """
    parts = urlsplit(url)
    place = unquote(f"{parts.path}-{parts.query}" if parts.query else parts.path)
    name = _ODD.sub("-", place).strip("-.")[:MAX_NAME_CHARS] or "index"
    # Names are the same on some systems if they differ only in case.
    if name.casefold() in taken or _RESERVED.fullmatch(name) or (name == "index" and parts.path != "/"):
        name = f"{name}-{blake2b(url.encode(), digest_size=5).hexdigest()}"
    taken.add(name.casefold())
    return f"{name}.md"


def _write_files(rows: Iterable[SiteRow], folder: Path) -> Iterator[dict[str, Any]]:
    """Writes the file of each row that has a text, and gives its line for the manifest."""
    taken: set[str] = set()
    for row in rows:
        name = file_name(row.url, taken) if row.markdown is not None else None
        if name is not None:
            (folder / name).write_text(f"{row.markdown}\n", encoding="utf-8", newline="\n")
        facts = {key: value for key, value in asdict(row).items() if key not in _TEXTS}
        yield {**facts, "file": name, "n_dropped": len(row.dropped)}


def _earlier_files(folder: Path) -> set[str]:
    """The files of an earlier crawl; only plain names, as it wrote them."""
    path = folder / MANIFEST
    if not path.exists():
        return set()
    try:
        names = [json.loads(line).get("file") for line in path.read_text(encoding="utf-8").splitlines()]
    except (ValueError, AttributeError) as error:
        raise CrawlError(f"{path} is no manifest of a crawl: {error}") from error
    return {name for name in names if isinstance(name, str) and name.endswith(".md") and Path(name).name == name}
