"""gold.jsonl with html/<id>.html, in a folder or a tar -> labelled pages.

A line of gold.jsonl is a page: id, gold, and where known kind, url, title, author, date, and the snippets
`with` and `without` that must and must not be kept. `gold` is null where nobody has written down the main content.
`labels` has `letters` and `hashes` of the page's blocks, as in a label file.
"""

from __future__ import annotations

import json
import tarfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from lzma import LZMAError
from pathlib import Path, PurePosixPath
from typing import Any

from maintext.corpus.label_files import read_block_labels
from maintext.corpus.labelled import BrokenPage, Entry, LabelledPage, PageWithoutGold
from maintext.corpus.layout import checked, snippets_of, text_of
from maintext.corpus.relabelled import with_labels
from maintext.errors import CorpusError

NO_GOLD = "there is a page, but no gold"
TAR_SUFFIXES = (".tar.xz", ".tar.gz", ".tgz", ".tar.bz2", ".tar")


class JsonlFolder:
    """An unpacked folder."""

    def fits(self, path: Path) -> bool:
        """Whether gold.jsonl and html/ are there."""
        return (path / "gold.jsonl").is_file() and (path / "html").is_dir()

    def count(self, path: Path) -> int:
        """Lines of gold.jsonl."""
        return len((path / "gold.jsonl").read_bytes().splitlines())

    def read(self, path: Path, corpus: str) -> Iterator[Entry]:
        """The pages in the order of gold.jsonl, then those without gold."""
        gold = read_gold((path / "gold.jsonl").read_bytes(), corpus)
        yield from gold.broken
        for id_, record in gold.records.items():
            file = path / "html" / f"{id_}.html"
            yield labelled(corpus, record, file.read_bytes()) if file.is_file() else no_html(corpus, id_)
        for file in sorted((path / "html").glob("*.html")):
            if file.stem not in gold.records:
                yield no_gold(corpus, file.stem)


class JsonlTar:
    """A tar of such a folder, compressed or not. Read as a stream: it never lies on the disk unpacked."""

    def fits(self, path: Path) -> bool:
        """Whether it is named like a tar."""
        return path.is_file() and path.name.endswith(TAR_SUFFIXES)

    def count(self, path: Path) -> int:
        """Lines of gold.jsonl; fastest if it is the first file of the tar."""
        with _opened(path) as tar:
            for member in tar:
                file = tar.extractfile(member) if PurePosixPath(member.name).name == "gold.jsonl" else None
                if file is not None:
                    return len(file.read().splitlines())
        return 0

    def read(self, path: Path, corpus: str) -> Iterator[Entry]:
        """The pages in the order of the tar."""
        with _opened(path) as tar:
            yield from _read_members(tar, corpus)


@contextmanager
def _opened(path: Path) -> Iterator[tarfile.TarFile]:
    try:
        with tarfile.open(path, "r|*") as tar:
            yield tar
    except (tarfile.TarError, LZMAError, EOFError, zlib.error, OSError) as error:
        raise CorpusError(f"{path.name} can't be read as a tar: {error}") from error


@dataclass(frozen=True)
class Gold:
    """The lines of gold.jsonl."""

    records: dict[str, dict[str, Any]]
    broken: tuple[BrokenPage, ...]


def read_gold(lines: bytes, corpus: str) -> Gold:
    """gold.jsonl, line by line; a bad line costs one page."""
    records: dict[str, dict[str, Any]] = {}
    broken: list[BrokenPage] = []
    for number, line in enumerate(lines.splitlines(), 1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
            id_, _ = str(record["id"]), "" if record["gold"] is None else record["gold"] + ""
        except (ValueError, TypeError, KeyError) as error:
            broken.append(BrokenPage(corpus, f"gold.jsonl:{number}", f"no id and gold text: {error!r}"))
            continue
        if id_ in records:
            broken.append(BrokenPage(corpus, id_, f"gold.jsonl:{number} has the id of an earlier line"))
        else:
            records[id_] = record
    return Gold(records, tuple(broken))


def _read_members(tar: tarfile.TarFile, corpus: str) -> Iterator[Entry]:
    gold: Gold | None = None
    seen: set[str] = set()
    early: dict[str, bytes] = {}  # pages that come before gold.jsonl
    for member in tar:
        file = tar.extractfile(member) if member.isfile() else None
        if file is None:
            continue
        name = PurePosixPath(member.name)
        if name.name == "gold.jsonl":
            gold = read_gold(file.read(), corpus)
            yield from gold.broken
            yield from (_matched(gold, corpus, id_, html) for id_, html in early.items())
            early.clear()
        elif name.parent.name == "html" and name.suffix == ".html":
            seen.add(name.stem)
            if gold is None:
                early[name.stem] = file.read()
            else:
                yield _matched(gold, corpus, name.stem, file.read())
    if gold is None:
        raise CorpusError(f"the tar of {corpus} has no gold.jsonl")
    yield from (no_html(corpus, id_) for id_ in gold.records if id_ not in seen)


def _matched(gold: Gold, corpus: str, id_: str, html: bytes) -> Entry:
    record = gold.records.get(id_)
    return no_gold(corpus, id_) if record is None else labelled(corpus, record, html)


def labelled(corpus: str, record: dict[str, Any], html: bytes) -> Entry:
    """A page and its line of gold.jsonl, joined."""
    page = LabelledPage(
        corpus,
        str(record["id"]),
        html,
        record["gold"] or "",
        kind=text_of(record, "kind") or "article",
        url=text_of(record, "url"),
        must_keep=snippets_of(record, "with"),
        must_drop=snippets_of(record, "without"),
        title=text_of(record, "title"),
        author=text_of(record, "author"),
        date=text_of(record, "date"),
    )
    entry = checked(page)
    if isinstance(entry, BrokenPage):
        return entry
    if isinstance(record.get("labels"), dict):
        try:
            return with_labels(page, read_block_labels(record["labels"]))
        except CorpusError as error:
            return BrokenPage(corpus, page.id, f"the labels can't be used: {error}")
    return page if record["gold"] is not None else PageWithoutGold(corpus, page.id, NO_GOLD, page)


def no_html(corpus: str, id_: str) -> BrokenPage:
    """Gold without its page."""
    return BrokenPage(corpus, id_, "there is gold, but no page")


def no_gold(corpus: str, id_: str) -> BrokenPage:
    """A page without its gold."""
    return BrokenPage(corpus, id_, NO_GOLD)
