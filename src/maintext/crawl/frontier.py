"""The addresses of a crawl: which are known, which are next, and the outcome of each.

Pages are requested level by level: all of one depth before any of the next. So the depth of a page is the length of
the shortest path to it, whatever the order of the responses, and a crawl that is interrupted and resumed finds the
same pages as one that is not.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum

from maintext.fetch.addresses import origin_of


class State(IntEnum):
    """Where an address is on its way through the crawl."""

    QUEUED = 0
    WAITING = 1
    """A temporary failure; it is requested again later."""
    ACTIVE = 2
    DONE = 3
    MOVED = 4
    FAILED = 5
    REFUSED = 6
    """Not requested, or not followed: because of robots.txt, its network, or the scope."""


class Kind(IntEnum):
    """What is expected at an address."""

    PAGE = 0
    SITEMAP = 1
    FEED = 2


@dataclass(frozen=True)
class DiscoveredUrl:
    """An address that a response leads to."""

    url: str
    depth: int
    via: str = "link"
    """How it was found: seed, link, redirect, canonical, sitemap, feed."""
    kind: Kind = Kind.PAGE
    hops: int = 0
    """Redirects on the path to it, or sitemaps above it."""


@dataclass(frozen=True)
class Task:
    """An address to request."""

    id: int
    url: str
    origin: str
    kind: Kind
    via: str
    depth: int
    hops: int
    n_tries: int
    """Requests before this one."""


@dataclass(frozen=True)
class Outcome:
    """The final outcome of an address."""

    state: State
    status: int | None = None
    error: str | None = None
    note: str | None = None
    moved_to: str | None = None


_TASK = "id, url, origin, kind, via, depth, hops, n_tries"


class Frontier:
    """The queue, which is only on disk."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def add(self, discovered: Iterable[DiscoveredUrl]) -> None:
        """Queues addresses that are not known yet; a queued one moves up if there is a shorter path to it.

        Of two paths of the same length the first in alphabetical order is recorded, so that the result does not depend
        on the order of responses.
        """
        self._connection.executemany(
            "INSERT INTO addresses (url, origin, kind, via, depth, hops) VALUES (?, ?, ?, ?, ?, ?) "
            "ON CONFLICT (url) DO UPDATE "
            "SET depth = excluded.depth, hops = min(hops, excluded.hops), via = excluded.via "
            "WHERE (excluded.depth < depth AND state = 0) "
            "OR (excluded.depth = depth AND excluded.via < via AND via != 'seed')",
            ((new.url, origin_of(new.url).name, new.kind, new.via, new.depth, new.hops) for new in discovered),
        )

    def take(self, origin: str, depth: int) -> Task | None:
        """The next address of an origin at that depth, which becomes active."""
        row = self._connection.execute(
            f"SELECT {_TASK} FROM addresses WHERE state = 0 AND depth = ? AND origin = ? ORDER BY id LIMIT 1",  # noqa: S608 - names of columns
            [depth, origin],
        ).fetchone()
        if row is None:
            return None
        self._connection.execute("UPDATE addresses SET state = 2 WHERE id = ?", row[:1])
        number, url, owner, kind, *rest = row
        return Task(number, url, owner, Kind(kind), *rest)

    def settle(self, task: Task, outcome: Outcome) -> None:
        """Records the final outcome of an address."""
        self._connection.execute(
            "UPDATE addresses SET state = ?, n_tries = ?, status = ?, error = ?, note = ?, moved_to = ? WHERE id = ?",
            [
                outcome.state,
                task.n_tries + 1,
                outcome.status,
                outcome.error,
                outcome.note,
                outcome.moved_to,
                task.id,
            ],
        )

    def postpone(self, task: Task, not_before_s: float) -> None:
        """Schedules another request, not before that time of the wall clock."""
        self._connection.execute(
            "UPDATE addresses SET state = 1, n_tries = ?, not_before_s = ? WHERE id = ?",
            [task.n_tries + 1, not_before_s, task.id],
        )

    def requeue_active(self) -> None:
        """Queues again what was active when a crawl was interrupted."""
        self._connection.execute("UPDATE addresses SET state = 0 WHERE state = 2")

    def wake(self, origin: str, depth: int, now_s: float) -> float | None:
        """Queues what has waited long enough; returns when the next one will have, None if none waits."""
        where = "state = 1 AND depth = ? AND origin = ?"
        self._connection.execute(
            f"UPDATE addresses SET state = 0 WHERE {where} AND not_before_s <= ?",  # noqa: S608 - no input
            [depth, origin, now_s],
        )
        query = f"SELECT min(not_before_s) FROM addresses WHERE {where}"  # noqa: S608 - no input
        (next_s,) = self._connection.execute(query, [depth, origin]).fetchone()
        return None if next_s is None else float(next_s)

    def level(self) -> int | None:
        """The smallest depth with addresses that are queued or waiting."""
        query = "SELECT min(depth) FROM addresses WHERE state = ?"
        found = [self._connection.execute(query.replace("?", number)).fetchone()[0] for number in "01"]
        return min((depth for depth in found if depth is not None), default=None)

    def origins(self, depth: int) -> Iterator[str]:
        """The origins with queued or waiting addresses at that depth, found by skipping through the index."""
        for state in "01":
            query = (
                f"SELECT origin FROM addresses WHERE state = {state} AND depth = ? AND origin > ? "  # noqa: S608 - no input
                "ORDER BY origin LIMIT 1"
            )
            row = self._connection.execute(query, [depth, ""]).fetchone()
            while row is not None:
                yield row[0]
                row = self._connection.execute(query, [depth, row[0]]).fetchone()

    def moved_to(self, url: str) -> str | None:
        """The target of an address that redirects."""
        row = self._connection.execute("SELECT moved_to FROM addresses WHERE url = ?", [url]).fetchone()
        return None if row is None else row[0]

    def seed_urls(self) -> list[str]:
        """The seeds and the addresses they redirect to."""
        return [url for (url,) in self._connection.execute("SELECT url FROM addresses WHERE via = 'seed'")]

    def n_known(self) -> int:
        """The number of addresses: rows are never removed during a run, so it is the last id."""
        (last,) = self._connection.execute("SELECT max(id) FROM addresses").fetchone()
        return last or 0

    def counts(self) -> dict[State, int]:
        """The number of pages in each state."""
        return self._counts("kind = 0")

    def listing_counts(self) -> dict[State, int]:
        """The number of sitemaps and feeds in each state."""
        return self._counts("kind > 0")

    def _counts(self, condition: str) -> dict[State, int]:
        query = f"SELECT state, count(*) FROM addresses WHERE {condition} GROUP BY state"  # noqa: S608 - no input
        found = dict(self._connection.execute(query).fetchall())
        return {state: found.get(state, 0) for state in State}
