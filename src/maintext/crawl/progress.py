"""How a crawl is getting on, in numbers."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from maintext.crawl.frontier import Frontier, Kind, State

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
    """Sitemaps and feeds that are settled, whatever came of them; the other numbers are of pages."""
    n_done: int = 0
    n_failed: int = 0
    n_refused: int = 0
    n_moved: int = 0
    n_active: int = 0
    n_before: int = 0
    """Of those done, the ones that an earlier run did."""
    started_s: float = field(default_factory=time.monotonic)

    @classmethod
    def of(cls, frontier: Frontier) -> Progress:
        """The numbers of a crawl that starts, or is taken up again."""
        pages, listings = frontier.counts(), frontier.listing_counts()
        return cls(
            n_known=frontier.n_known(),
            n_listings=sum(n for state, n in listings.items() if state in _COUNTED),
            n_before=pages[State.DONE],
            **{name: pages[state] for state, name in _COUNTED.items()},
        )

    def settled(self, kind: Kind, state: State) -> None:
        """One address more is in that state for good."""
        name = _COUNTED[state] if kind is Kind.PAGE else "n_listings"
        setattr(self, name, getattr(self, name) + 1)

    @property
    def n_queued(self) -> int:
        """Addresses that are left to ask."""
        return self.n_known - self.n_done - self.n_failed - self.n_refused - self.n_moved - self.n_listings

    @property
    def n_spent(self) -> int:
        """What counts against the largest number of pages: sitemaps too, as there may be thousands."""
        return self.n_done + self.n_failed + self.n_active + self.n_listings

    @property
    def pages_a_second(self) -> float:
        """The rate of this run."""
        return (self.n_done - self.n_before) / max(time.monotonic() - self.started_s, 1e-3)

    def to_dict(self) -> dict[str, float]:
        """For machines."""
        return {
            "done": self.n_done,
            "queued": self.n_queued,
            "failed": self.n_failed,
            "refused": self.n_refused,
            "moved": self.n_moved,
            "pages_a_second": round(self.pages_a_second, 2),
            "seconds": round(time.monotonic() - self.started_s, 1),
        }
