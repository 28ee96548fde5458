"""The file that holds a crawl: a SQLite database that is consistent whenever the process is killed.

Everything learned from a response (the page, its outcome, the addresses in it) is written in one transaction. A request
that was under way when the crawl was killed left no trace, and is made again.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

from maintext.crawl.archive import Archive
from maintext.crawl.frontier import Frontier
from maintext.crawl.scope import Scope
from maintext.errors import CrawlError

FORMAT = 1
_SCHEMA = """
CREATE TABLE IF NOT EXISTS crawl (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS addresses (
    id INTEGER PRIMARY KEY,
    url TEXT NOT NULL UNIQUE,
    origin TEXT NOT NULL,
    kind INTEGER NOT NULL,
    via TEXT NOT NULL,
    depth INTEGER NOT NULL,
    hops INTEGER NOT NULL,
    state INTEGER NOT NULL DEFAULT 0,
    n_tries INTEGER NOT NULL DEFAULT 0,
    not_before_s REAL NOT NULL DEFAULT 0,
    status INTEGER,
    error TEXT,
    note TEXT,
    moved_to TEXT
);
CREATE INDEX IF NOT EXISTS queued ON addresses (depth, origin, id) WHERE state = 0;
CREATE INDEX IF NOT EXISTS waiting ON addresses (depth, origin, not_before_s) WHERE state = 1;
CREATE TABLE IF NOT EXISTS pages (
    url TEXT PRIMARY KEY,
    fetched_at TEXT NOT NULL,
    status INTEGER NOT NULL,
    headers TEXT NOT NULL,
    body BLOB NOT NULL,
    body_hash BLOB NOT NULL,
    title TEXT,
    canonical TEXT
);
CREATE INDEX IF NOT EXISTS page_bodies ON pages (body_hash);
CREATE TABLE IF NOT EXISTS robots (origin TEXT PRIMARY KEY, text TEXT, reason TEXT NOT NULL) WITHOUT ROWID;
"""


class CrawlState:
    """A crawl on disk: its scope, its frontier and its pages."""

    def __init__(self, connection: sqlite3.Connection, scope: Scope) -> None:
        self._connection = connection
        self.scope = scope
        self.frontier = Frontier(connection)
        self.archive = Archive(connection)

    @property
    def is_finished(self) -> bool:
        """Whether the crawl is complete, so that the next run is a new one."""
        return _read(self._connection, "finished") == "yes"

    def finish(self) -> None:
        """Marks the run as complete, after its output is written: the next run requests what has changed since."""
        with self.transaction():
            self.archive.forget_unknown_pages()
            _write(self._connection, "finished", "yes")

    def begin_run(self) -> None:
        """Begins a new run. Pages stay, so that unchanged ones need not be sent again."""
        with self.transaction():
            self._connection.execute("DELETE FROM addresses")
            self._connection.execute("DELETE FROM robots")
            _write(self._connection, "finished", "no")
            _write(self._connection, "scope", json.dumps(self.scope.to_dict()))

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Commits everything in the block, or nothing if it raises."""
        self._connection.execute("BEGIN IMMEDIATE")
        with self._connection:
            yield


@contextmanager
def open_state(path: Path | str, scope: Scope | None = None) -> Iterator[CrawlState]:
    """The crawl in a file: resumed if it was interrupted, begun anew if it is finished or new.

    Only one process at a time may open it. A crawl that was interrupted must be resumed with the scope it had.
    Without a scope a crawl is opened for reading only.
    """
    if scope is None and not Path(path).exists():
        raise CrawlError(f"no crawl found in {path}")
    # Statements run in one thread at a time, but a generator of rows may be read in another thread than it was made in.
    connect = partial(sqlite3.connect, isolation_level=None, timeout=1.0, check_same_thread=False)
    with _named_errors(path), closing(connect(path)) as connection:
        _prepare(connection, path)
        yield _opened(connection, path, scope)


def _opened(connection: sqlite3.Connection, path: Path | str, scope: Scope | None) -> CrawlState:
    known = _read(connection, "scope")
    if scope is None:
        if known is None:
            raise CrawlError(f"no crawl found in {path}")
        return CrawlState(connection, Scope.of(json.loads(known)))
    state = CrawlState(connection, scope)
    if known is None or state.is_finished:
        state.begin_run()
    elif Scope.of(json.loads(known)) != scope:
        raise CrawlError(
            f"{path} holds an unfinished crawl with other settings ({known}): finish it, or remove the file"
        )
    return state


@contextmanager
def _named_errors(path: Path | str) -> Iterator[None]:
    """A full disk or a broken file is a CrawlError, whenever it shows."""
    try:
        yield
    except sqlite3.Error as error:
        if "locked" in str(error):
            raise CrawlError(f"{path} is in use by another crawl") from error
        raise CrawlError(f"cannot use {path} for a crawl: {error}") from error


def _prepare(connection: sqlite3.Connection, path: Path | str) -> None:
    connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA cache_size = -16000")
    connection.executescript(_SCHEMA)
    _check_format(connection, path)


def _check_format(connection: sqlite3.Connection, path: Path | str) -> None:
    known = _read(connection, "format")
    if known is None:
        _write(connection, "format", str(FORMAT))
    elif known != str(FORMAT):
        raise CrawlError(f"{path} has format {known}; this version of maintext reads format {FORMAT}")


def _read(connection: sqlite3.Connection, name: str) -> str | None:
    row = connection.execute("SELECT value FROM crawl WHERE name = ?", [name]).fetchone()
    return None if row is None else str(row[0])


def _write(connection: sqlite3.Connection, name: str, value: str) -> None:
    connection.execute("INSERT OR REPLACE INTO crawl VALUES (?, ?)", [name, value])
