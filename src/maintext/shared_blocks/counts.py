"""Pages that come one at a time -> on how many pages of their site each block is, in a SQLite file.

    counts.add(document)      counts a page; one that is added again takes the place of what it was
    counts.match(document)    the document without what the pages counted so far share

A file holds any number of sites. Every change is one transaction: a killed process leaves whole pages.
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
from maintext.shared_blocks.matching import Counted, counted_blocks, document_keys, without_shared
from maintext.shared_blocks.report import MAX_EXAMPLE_CHARS, DroppedBlock, SharedBlock, dropped_blocks, listed
from maintext.shared_blocks.rule import Rule

if TYPE_CHECKING:
    from maintext.document import Document
    from maintext.shared_blocks.keys import BlockKeys

FORM = 1
"""Of the tables and keys; counts of another form can't be compared."""
WAIT_SECONDS = 60.0
# How many values a statement may have is a setting of SQLite's build; all builds take these.
_KEYS_A_QUERY = 500

_TABLES = f"""
CREATE TABLE sites (site TEXT PRIMARY KEY, n_pages INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE pages (site TEXT, page TEXT, keys BLOB NOT NULL, PRIMARY KEY (site, page)) WITHOUT ROWID;
CREATE TABLE counts (
  site TEXT, key INTEGER, n_with INTEGER NOT NULL, example TEXT NOT NULL, page TEXT NOT NULL, PRIMARY KEY (site, key)
) WITHOUT ROWID;
CREATE TABLE settings (counted TEXT NOT NULL);
PRAGMA user_version = {FORM};
"""
_COUNT = """
INSERT INTO counts VALUES (?, ?, 1, ?, ?) ON CONFLICT (site, key) DO UPDATE SET n_with = n_with + 1
"""


@dataclass(frozen=True, eq=False)
class CountedPage:
    """What a page adds to the counts of its site."""

    name: str
    """Its address, or a hash of its source."""
    keys: NDArray[np.int64]
    """In order, each once."""
    examples: list[str]
    """A text for each key."""


def counted_page(document: Document, counted: Counted) -> CountedPage:
    """What a document adds to the counts."""
    name = document.url or blake2b(document.page.source, digest_size=16).hexdigest()
    mask = counted_blocks(document, counted)
    keys = document_keys(document, counted)
    own = keys.of_page(mask)
    examples = _examples(document, keys, mask)
    return CountedPage(name, own, [examples[key] for key in own.tolist()])


class SiteCounts:
    """Counts of blocks by site, on disk."""

    def __init__(self, path: str | Path = ":memory:", rule: Rule = Rule(), counted: Counted = "extracted") -> None:
        """Opens the file, or begins one. What is counted is settled when a file is begun."""
        self.rule = rule
        self.counted: Counted = counted
        self._path = path
        with self._named_errors():
            self._connection = sqlite3.connect(path, timeout=WAIT_SECONDS, isolation_level=None)
            try:
                self._begin_file()
            except BaseException:
                self._connection.close()
                raise

    def add(self, document: Document, site: str = "") -> bool:
        """Counts a page of a site; False if it was counted before just as it is."""
        return self.add_all([document], site) == 1

    def add_all(self, documents: Iterable[Document], site: str = "") -> int:
        """Counts pages in one go, which is faster; how many were new or changed."""
        return self.add_counted((counted_page(document, self.counted) for document in documents), site)

    def add_counted(self, pages: Iterable[CountedPage], site: str = "") -> int:
        """The same for pages that were read elsewhere."""
        with self._named_errors(), self._transaction():
            return sum([self._add(page, site) for page in pages])

    def match(self, document: Document, site: str = "") -> Document:
        """The document without what the pages counted so far share; it is counted itself only if it was added."""
        keys = document_keys(document, self.counted)
        own = keys.of_page(document.scores.keep)
        with self._named_errors():
            return without_shared(document, keys, self._shared_among(own, site))

    def n_pages(self, site: str = "") -> int:
        """How many pages of a site were counted."""
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
        # Odd keys stand for prose that has an even one, too.
        of_site = f"{_of_site(self.rule)} AND key % 2 = 0"
        query = f"SELECT key, n_with, n_pages, example, page {of_site} ORDER BY n_with DESC, key"
        with self._named_errors():
            rows = self._connection.execute(query, [site]).fetchall()
        return [SharedBlock(key, n_with, n_pages, (example,), (page,)) for key, n_with, n_pages, example, page in rows]

    def dropped(self, documents: Iterable[Document], site: str = "") -> list[SharedBlock]:
        """What was dropped from matched documents of a site, with the counts of the whole site."""
        return self.listed((dropped_blocks(document, number) for number, document in enumerate(documents, 1)), site)

    def listed(self, pages: Iterable[list[DroppedBlock]], site: str = "") -> list[SharedBlock]:
        """The same for what was dropped from pages that were read elsewhere."""
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

    def _begin_file(self) -> None:
        if self._is_empty():
            with self._transaction():
                # Another process may have been first.
                if self._is_empty():
                    self._make_tables()
        (form,) = self._connection.execute("PRAGMA user_version").fetchone()
        if form != FORM:
            raise MatchingError(f"{self._path} has no counts of form {FORM}, but of form {form}")
        (counted,) = self._connection.execute("SELECT counted FROM settings").fetchone()
        if counted != self.counted:
            raise MatchingError(f"{self._path} counts blocks that are {counted}, not {self.counted}")

    def _is_empty(self) -> bool:
        (n_tables,) = self._connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        return bool(n_tables == 0)

    def _make_tables(self) -> None:
        for statement in _TABLES.split(";"):
            self._connection.execute(statement)
        self._connection.execute("INSERT INTO settings VALUES (?)", [self.counted])

    def _add(self, page: CountedPage, site: str) -> bool:
        """Counts a page; whoever calls holds a transaction."""
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
        # Eight bytes a key, lowest first, on every machine.
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
        for start in range(0, len(keys), _KEYS_A_QUERY):
            some = keys[start : start + _KEYS_A_QUERY].tolist()
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
            raise MatchingError(f"the counts in {self._path} can't be used: {error}") from error


def _of_site(rule: Rule) -> str:
    """The shared keys of a site, as the end of a query whose first value is the site."""
    return f"FROM counts JOIN sites USING (site) WHERE site = ? AND {rule.to_sql()}"


def _examples(document: Document, keys: BlockKeys, mask: NDArray[np.bool_]) -> dict[int, str]:
    """A text for each key of the page."""
    texts = [text[:MAX_EXAMPLE_CHARS] for text in document.page.texts(mask)]
    columns = (keys.exact[mask], keys.template[mask], keys.prose[mask])
    return {key: text for column in columns for key, text in zip(column.tolist(), texts, strict=True)}
