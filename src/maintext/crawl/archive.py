"""The pages that a crawl has fetched, with their headers, compressed, and the robots.txt of each origin."""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b

from maintext.fetch import FetchedPage
from maintext.fetch.robots import Robots

_FAST = 3
"""The level of zlib that gains most of the space in a third of the time."""

_FIRSTS = """
DROP TABLE IF EXISTS temp.firsts;
CREATE TEMP TABLE firsts (body_hash BLOB PRIMARY KEY, url TEXT NOT NULL UNIQUE) WITHOUT ROWID;
INSERT INTO firsts SELECT body_hash, url FROM (
    SELECT pages.body_hash, pages.url,
           row_number() OVER (PARTITION BY pages.body_hash ORDER BY addresses.depth, addresses.url) AS place
    FROM pages JOIN addresses ON addresses.url = pages.url AND addresses.state = 3
) WHERE place = 1;
"""
"""The first of all pages with the same body."""

_ADDRESSES = """
SELECT a.url, a.kind, a.via, a.depth, a.state, a.status, a.error, a.note, a.moved_to,
       coalesce(twin.url, meant.url)
FROM addresses AS a
LEFT JOIN pages AS p ON p.url = a.url AND a.state = 3
LEFT JOIN firsts AS twin ON twin.body_hash = p.body_hash AND twin.url != p.url
LEFT JOIN pages AS meant ON meant.url = p.canonical AND meant.url != p.url AND meant.title IS p.title
    AND (meant.canonical IS NULL OR meant.canonical = meant.url)
    AND EXISTS (SELECT 1 FROM firsts WHERE firsts.url = meant.url)
WHERE a.state > 2
ORDER BY a.depth, a.url
"""


@dataclass(frozen=True)
class StoredPage:
    """A page of the crawl, as the server sent it."""

    response: FetchedPage
    fetched_at: str
    """In UTC, ISO 8601."""


@dataclass(frozen=True)
class AddressRow:
    """An address of the crawl and its outcome."""

    url: str
    kind: int
    via: str
    depth: int
    state: int
    status: int | None
    error: str | None
    note: str | None
    moved_to: str | None
    duplicate_of: str | None


class Archive:
    """The pages of a crawl."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def keep(self, page: StoredPage, title: str | None, canonical: str | None) -> None:
        """Stores a page, in place of an older one at the same address."""
        response = page.response
        self._connection.execute(
            "INSERT OR REPLACE INTO pages VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [
                response.url,
                page.fetched_at,
                response.status,
                json.dumps(response.headers),
                zlib.compress(response.body, _FAST),
                blake2b(response.body, digest_size=16).digest(),
                title,
                canonical,
            ],
        )

    def page(self, url: str) -> StoredPage | None:
        """The page at an address, if it was fetched in this run or an earlier one."""
        row = self._connection.execute(
            "SELECT fetched_at, status, headers, body FROM pages WHERE url = ?", [url]
        ).fetchone()
        if row is None:
            return None
        headers = tuple((name, value) for name, value in json.loads(row[2]))
        return StoredPage(FetchedPage(url, row[1], headers, zlib.decompress(row[3])), row[0])

    def conditions(self, url: str) -> dict[str, str]:
        """Headers that request a page only if it has changed since an earlier run."""
        row = self._connection.execute("SELECT headers FROM pages WHERE url = ?", [url]).fetchone()
        headers = dict(json.loads(row[0])) if row else {}
        named = {"If-None-Match": headers.get("etag"), "If-Modified-Since": headers.get("last-modified")}
        return {name: value for name, value in named.items() if value}

    def forget_unknown_pages(self) -> None:
        """Deletes the pages that this run did not find on the site any more."""
        self._connection.execute(
            "DELETE FROM pages WHERE NOT EXISTS (SELECT 1 FROM addresses WHERE addresses.url = pages.url AND state = 3)"
        )

    def keep_robots(self, origin: str, robots: Robots) -> None:
        """Stores the robots.txt of an origin for the rest of this run."""
        self._connection.execute("INSERT OR REPLACE INTO robots VALUES (?, ?, ?)", [origin, robots.text, robots.reason])

    def robots(self, origin: str) -> Robots | None:
        """The robots.txt of an origin, if this run has fetched it."""
        row = self._connection.execute("SELECT text, reason FROM robots WHERE origin = ?", [origin]).fetchone()
        return None if row is None else Robots(*row)

    def addresses(self) -> Iterator[AddressRow]:
        """Every address with a final outcome, nearest first, in an order that does not depend on that of the responses.

        A page is a duplicate of another whose body it repeats, or which it names as canonical. Because sites name
        canonical addresses wrongly (all pages their home page), the other must have been fetched, have the same title
        and name no other canonical address. So the original of a duplicate is always a page that is kept.
        """
        self._connection.executescript(_FIRSTS)
        cursor = self._connection.execute(_ADDRESSES)
        for row in cursor:
            yield AddressRow(*row)
