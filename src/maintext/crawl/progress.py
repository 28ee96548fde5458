"""The progress of a crawl, in numbers."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from maintext.crawl.frontier import Frontier, Kind, State

MAX_REDIRECTS_PER_PAGE = 10
"""Redirects do not count as pages, but a site that generates more than these per page ends its crawl."""
_COUNTED = {
    State.DONE: "n_done",
    State.FAILED: "n_failed",
    State.REFUSED: "n_refused",
    State.MOVED: "n_moved",
}


@dataclass
class Progress:
    """Counts of addresses; `to_dict` has them with the rate of this run."""

    n_known: int = 0
    """Addresses of any kind."""
    n_listings: int = 0
    """Sitemaps and feeds that are settled, whatever their outcome; the other numbers count pages."""
    n_done: int = 0
    n_failed: int = 0
    n_refused: int = 0
    n_moved: int = 0
    n_active: int = 0
    n_before: int = 0
    """Pages that an earlier run completed."""
    started_s: float = field(default_factory=time.monotonic)

    @classmethod
    def of(cls, frontier: Frontier) -> Progress:
        """The numbers of a crawl that starts or is resumed."""
        pages, listings = frontier.counts(), frontier.listing_counts()
        return cls(
            n_known=frontier.n_known(),
            n_listings=sum(n for state, n in listings.items() if state in _COUNTED),
            n_before=pages[State.DONE],
            **{name: pages[state] for state, name in _COUNTED.items()},
        )

    def settled(self, kind: Kind, state: State) -> None:
        """Counts an address that reached its final state."""
        name = _COUNTED[state] if kind is Kind.PAGE else "n_listings"
        setattr(self, name, getattr(self, name) + 1)

    @property
    def n_queued(self) -> int:
        """Addresses that are left to request."""
        return self.n_known - self.n_done - self.n_failed - self.n_refused - self.n_moved - self.n_listings

    def has_pages_left(self, max_pages: int) -> bool:
        """Whether another address may be requested. Sitemaps count as pages, because there may be thousands."""
        n_requested = self.n_done + self.n_failed + self.n_active + self.n_listings
        return n_requested < max_pages and self.n_moved < MAX_REDIRECTS_PER_PAGE * max_pages

    @property
    def pages_per_second(self) -> float:
        """The rate of this run."""
        return (self.n_done - self.n_before) / max(time.monotonic() - self.started_s, 1e-3)

    def to_dict(self) -> dict[str, float]:
        """The numbers for JSON."""
        return {
            "done": self.n_done,
            "queued": self.n_queued,
            "failed": self.n_failed,
            "refused": self.n_refused,
            "moved": self.n_moved,
            "pages_per_second": round(self.pages_per_second, 2),
            "seconds": round(time.monotonic() - self.started_s, 1),
        }
