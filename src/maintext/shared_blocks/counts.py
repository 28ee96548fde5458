"""Pages that arrive one at a time -> the number of pages of their site that have each block, in a SQLite file.

    counts.add(document)      counts a page; a page that is added again replaces its earlier version
    counts.match(document)    the document without the blocks that the pages counted so far share

A file holds any number of sites. Every change is one transaction, so a killed process leaves only complete pages.
Several processes may use one file; they wait for each other.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from maintext.errors import MatchingError
from maintext.shared_blocks.keys import BlockKeys, page_keys
from maintext.shared_blocks.matching import Counted, counted_blocks, document_keys, without_shared
from maintext.shared_blocks.report import MAX_EXAMPLE_CHARS, DroppedBlock, SharedBlock, dropped_blocks, listed
from maintext.shared_blocks.rule import Compared, Rule

if TYPE_CHECKING:
    from maintext.document import Document

FORMAT = 2
"""Of the tables and keys; counts of another format can't be compared."""
WAIT_SECONDS = 60.0
# How many values a statement may have depends on the build of SQLite; every build allows these.
_KEYS_PER_QUERY = 500

_TABLES = f"""
CREATE TABLE sites (site TEXT PRIMARY KEY, n_pages INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE pages (site TEXT, page TEXT, keys BLOB NOT NULL, PRIMARY KEY (site, page)) WITHOUT ROWID;
CREATE TABLE counts (
  site TEXT, key INTEGER, n_with INTEGER NOT NULL, example TEXT NOT NULL, page TEXT NOT NULL, PRIMARY KEY (site, key)
) WITHOUT ROWID;
CREATE TABLE settings (counted TEXT NOT NULL, compared TEXT NOT NULL);
PRAGMA user_version = {FORMAT};
"""
_COUNT = """
INSERT INTO counts VALUES (?, ?, 1, ?, ?) ON CONFLICT (site, key) DO UPDATE SET n_with = n_with + 1
"""


@dataclass(frozen=True, eq=False)
class CountedPage:
    """The keys that a page adds to the counts of its site."""

    name: str
    """Its URL, or a hash of its source."""
    keys: NDArray[np.int64]
    """Sorted, each once."""
    examples: list[str]
    """An example text for each key."""


def counted_page(document: Document, counted: Counted, compared: Compared = "positions") -> CountedPage:
    """The keys that a document adds to the counts."""
    name = document.given_url or blake2b(document.page.source, digest_size=16).hexdigest()
    mask = counted_blocks(document, counted)
    keys = document_keys(document, counted, compared)
    own = page_keys(document.page, keys, mask, compared)
    examples = _examples(document, keys, mask)
    return CountedPage(name, own, [examples[key & ~3] for key in own.tolist()])


class SiteCounts:
    """Counts of blocks per site, on disk."""

    def __init__(self, path: str | Path = ":memory:", rule: Rule = Rule(), counted: Counted = "extracted") -> None:
        """Opens the file or creates it. Which blocks count, and how they are compared, is fixed when it is created."""
        self.rule = rule
        self.counted: Counted = counted
        self._path = path
        with self._named_errors():
            self._connection = sqlite3.connect(path, timeout=WAIT_SECONDS, isolation_level=None)
            try:
                self._open_file()
            except BaseException:
                self._connection.close()
                raise

    def add(self, document: Document, site: str = "") -> bool:
        """Counts a page of a site; returns False if it was counted before without a change since."""
        return self.add_all([document], site) == 1

    def add_all(self, documents: Iterable[Document], site: str = "") -> int:
        """Counts pages in one transaction, which is faster; returns how many were new or changed."""
        return self.add_counted(
            (counted_page(document, self.counted, self.rule.compared) for document in documents), site
        )

    def add_counted(self, pages: Iterable[CountedPage], site: str = "") -> int:
        """`add_all` for pages whose keys were computed elsewhere."""
        with self._named_errors(), self._transaction():
            return sum([self._add(page, site) for page in pages])

    def match(self, document: Document, site: str = "") -> Document:
        """The document without the blocks that the pages counted so far share. The document itself is not counted."""
        compared = self.rule.compared
        keys = document_keys(document, self.counted, compared)
        own = page_keys(document.page, keys, document.scores.keep, compared)
        with self._named_errors():
            return without_shared(document, keys, self._shared_among(own, site), compared)

    def n_pages(self, site: str = "") -> int:
        """The number of pages of a site that were counted."""
        with self._named_errors():
            row = self._connection.execute("SELECT n_pages FROM sites WHERE site = ?", [site]).fetchone()
        return row[0] if row else 0

    def shared_keys(self, site: str = "") -> NDArray[np.int64]:
        """Every key that the site's pages share."""
        with self._named_errors():
            rows = self._connection.execute(f"SELECT key {_of_site(self.rule)}", [site]).fetchall()
        return np.array([key for (key,) in rows], dtype=np.int64)

    def shared(self, site: str = "") -> list[SharedBlock]:
        """Every block that the site's pages share, the most frequent first."""
        # Keys of other kinds belong to blocks that have a key of this kind, too.
        of_site = f"{_of_site(self.rule)} AND key & 3 = 0"
        query = f"SELECT key, n_with, n_pages, example, page {of_site} ORDER BY n_with DESC, key"
        with self._named_errors():
            rows = self._connection.execute(query, [site]).fetchall()
        return [SharedBlock(key, n_with, n_pages, (example,), (page,)) for key, n_with, n_pages, example, page in rows]

    def dropped(self, documents: Iterable[Document], site: str = "") -> list[SharedBlock]:
        """The blocks that were dropped from matched documents of a site, with the counts of the whole site."""
        compared = self.rule.compared
        pages = (dropped_blocks(document, number, compared) for number, document in enumerate(documents, 1))
        return self.listed(pages, site)

    def listed(self, pages: Iterable[list[DroppedBlock]], site: str = "") -> list[SharedBlock]:
        """`dropped` for blocks of pages that were read elsewhere."""
        known = {block.key: block for block in self.shared(site)}
        blocks = [block for block in listed(pages, known) if block.key in known]
        counted = [replace(known[block.key], examples=block.examples, pages=block.pages) for block in blocks]
        return sorted(counted, key=lambda block: (-block.n_with, block.key))

    def close(self) -> None:
        """Closes the file."""
        self._connection.close()

    def __enter__(self) -> SiteCounts:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _open_file(self) -> None:
        if self._is_empty():
            with self._transaction():
                # Another process may have created them first.
                if self._is_empty():
                    self._make_tables()
        (found,) = self._connection.execute("PRAGMA user_version").fetchone()
        if found != FORMAT:
            raise MatchingError(f"{self._path} has counts of format {found}, this version reads format {FORMAT}")
        settings = self._connection.execute("SELECT counted, compared FROM settings").fetchone()
        wanted = (self.counted, self.rule.compared)
        if settings != wanted:
            of_file, given = (f"counted={counted!r}, compared={compared!r}" for counted, compared in (settings, wanted))
            raise MatchingError(f"{self._path} was created with {of_file}, not with {given}")

    def _is_empty(self) -> bool:
        (n_tables,) = self._connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        return bool(n_tables == 0)

    def _make_tables(self) -> None:
        for statement in _TABLES.split(";"):
            self._connection.execute(statement)
        self._connection.execute("INSERT INTO settings VALUES (?, ?)", [self.counted, self.rule.compared])

    def _add(self, page: CountedPage, site: str) -> bool:
        """Counts a page, inside a transaction of the caller."""
        before = self._keys_of_page(site, page.name)
        if before is not None and np.array_equal(before, page.keys):
            return False
        if before is None:
            counting = "INSERT INTO sites VALUES (?, 1) ON CONFLICT (site) DO UPDATE SET n_pages = n_pages + 1"
            self._connection.execute(counting, [site])
            before = np.zeros(0, dtype=np.int64)
        self._uncount(site, np.setdiff1d(before, page.keys))
        is_new = ~np.isin(page.keys, before)
        columns = zip(page.keys.tolist(), page.examples, is_new, strict=True)
        self._connection.executemany(_COUNT, [(site, key, text, page.name) for key, text, new in columns if new])
        # Eight bytes per key, little-endian on every machine.
        keys = page.keys.astype("<i8").tobytes()
        self._connection.execute("REPLACE INTO pages VALUES (?, ?, ?)", [site, page.name, keys])
        return True

    def _uncount(self, site: str, keys: NDArray[np.int64]) -> None:
        rows = [(site, key) for key in keys.tolist()]
        self._connection.executemany("UPDATE counts SET n_with = n_with - 1 WHERE site = ? AND key = ?", rows)
        self._connection.executemany("DELETE FROM counts WHERE site = ? AND key = ? AND n_with = 0", rows)

    def _keys_of_page(self, site: str, page: str) -> NDArray[np.int64] | None:
        query = "SELECT keys FROM pages WHERE site = ? AND page = ?"
        row = self._connection.execute(query, [site, page]).fetchone()
        return None if row is None else np.frombuffer(row[0], dtype="<i8").astype(np.int64)

    def _shared_among(self, keys: NDArray[np.int64], site: str) -> NDArray[np.int64]:
        found: list[int] = []
        for start in range(0, len(keys), _KEYS_PER_QUERY):
            some = keys[start : start + _KEYS_PER_QUERY].tolist()
            query = f"SELECT key {_of_site(self.rule)} AND key IN ({', '.join('?' * len(some))})"
            found += [key for (key,) in self._connection.execute(query, [site, *some])]
        return np.array(found, dtype=np.int64)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._connection.execute("ROLLBACK")
            raise
        self._connection.execute("COMMIT")

    @contextmanager
    def _named_errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise MatchingError(f"cannot use the counts in {self._path}: {error}") from error


def _of_site(rule: Rule) -> str:
    """The end of a query for the shared keys of a site, whose first value is the site."""
    return f"FROM counts JOIN sites USING (site) WHERE site = ? AND {rule.to_sql()}"


def _examples(document: Document, keys: BlockKeys, mask: NDArray[np.bool_]) -> dict[int, str]:
    """An example text for each exact and each template key."""
    texts = [text[:MAX_EXAMPLE_CHARS] for text in document.page.texts(mask)]
    columns = (keys.exact[mask], keys.template[mask])
    return {key: text for column in columns for key, text in zip(column.tolist(), texts, strict=True)}
