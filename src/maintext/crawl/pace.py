"""How fast a host may be asked, and when to ask again: pure arithmetic, the clock is given."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime

from maintext.errors import BrokenResponseError, ConnectionFailedError, FetchTimeoutError, NameResolutionError
from maintext.fetch import FetchedPage

_AGAIN_LATER = frozenset([408, 425, 429, 500, 502, 503, 504, 509, 520, 521, 522, 523, 524])
_TOO_FAST = frozenset([429, 503, 509])
_PASSING = (BrokenResponseError, ConnectionFailedError, FetchTimeoutError, NameResolutionError)


@dataclass(frozen=True)
class Pace:
    """How politely a crawl goes."""

    delay_s: float = 0.5
    """Between the starts of two requests to a host; more if it is slow or says so."""
    per_host: int = 2
    """Requests to one host at the same time; one if its robots.txt asks for a delay."""
    n_hosts: int = 16
    """Hosts that are asked at the same time."""
    slowness: float = 1.0
    """A host that takes t seconds to answer is left alone for so many times t."""
    max_delay_s: float = 30.0
    """What slowness may lead to."""
    n_retries: int = 2
    """Of a page that fails in a way that may pass."""
    backoff_s: float = 2.0
    """Before the first retry; twice as long before each further one."""
    max_wait_s: float = 300.0
    """A host that wants to be left alone for longer has its page recorded as failed."""


@dataclass
class HostPace:
    """When a host may be asked next. The times are those of one clock, in seconds."""

    pace: Pace
    asked_delay_s: float = 0.0
    """By its robots.txt."""
    next_s: float = 0.0
    """Nothing starts before."""
    slow_s: float = 0.0
    """What its slowness, or its refusals, add up to now."""
    slowed_s: float = -1.0
    """When it last refused."""

    @property
    def delay_s(self) -> float:
        """The pause between two starts."""
        return max(self.pace.delay_s, self.asked_delay_s, min(self.slow_s, self.pace.max_delay_s))

    @property
    def n_at_once(self) -> int:
        """Requests that may run at the same time."""
        return 1 if self.asked_delay_s else self.pace.per_host

    def book(self, now_s: float) -> float:
        """Takes the next place; gives the seconds to wait for it."""
        start_s = max(now_s, self.next_s)
        self.next_s = start_s + self.delay_s
        return start_s - now_s

    def heard(self, started_s: float, now_s: float, is_too_fast: bool) -> None:
        """A request is over: its time moves the delay, half of the way at once; a refusal doubles it."""
        if not is_too_fast:
            self.slow_s = (self.slow_s + self.pace.slowness * (now_s - started_s)) / 2
        elif started_s >= self.slowed_s:
            # Requests that were under way at the first refusal say nothing new.
            self.slow_s = max(2 * self.delay_s, 1.0)
            self.slowed_s = now_s

    def rest(self, until_s: float) -> None:
        """Leaves the host alone until then."""
        self.next_s = max(self.next_s, until_s)


def is_too_fast(page: FetchedPage) -> bool:
    """Whether the host says that it is asked too often."""
    return page.status in _TOO_FAST


def wait_before_retry_s(answer: FetchedPage | Exception, n_tries: int, pace: Pace) -> float | None:
    """Seconds until an address should be asked again after so many tries; None if it should not be."""
    if n_tries > pace.n_retries:
        return None
    wait_s = pace.backoff_s * 2 ** (n_tries - 1)
    if isinstance(answer, FetchedPage):
        if answer.status not in _AGAIN_LATER:
            return None
        wait_s = max(wait_s, retry_after_s(answer) or 0.0)
        return wait_s if wait_s <= pace.max_wait_s else None
    return wait_s if isinstance(answer, _PASSING) else None


def retry_after_s(page: FetchedPage) -> float | None:
    """The pause that a response asks for, in seconds or as a date."""
    asked = (page.header("retry-after") or "").strip()
    if asked.isascii() and asked.isdigit() and len(asked) < 10:
        return float(asked)
    try:
        until = parsedate_to_datetime(asked)
    except (TypeError, ValueError):
        return None
    if until.tzinfo is None:
        until = until.replace(tzinfo=timezone.utc)
    return max(0.0, (until - datetime.now(timezone.utc)).total_seconds())
