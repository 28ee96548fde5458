"""How fast a host may be requested, and when to try again. Pure arithmetic: the clock is an argument."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime

from maintext.errors import BrokenResponseError, ConnectionFailedError, FetchTimeoutError, NameResolutionError
from maintext.fetch import FetchedPage

_TEMPORARY_STATUSES = frozenset([408, 425, 429, 500, 502, 503, 504, 509, 520, 521, 522, 523, 524])
_RATE_LIMITED = frozenset([429, 503, 509])
_TEMPORARY_ERRORS = (BrokenResponseError, ConnectionFailedError, FetchTimeoutError, NameResolutionError)


@dataclass(frozen=True)
class Pace:
    """How politely a crawl proceeds."""

    delay_s: float = 0.5
    """Between the starts of two requests to a host; more if it is slow or requests more."""
    per_host: int = 2
    """Simultaneous requests to one host; one if its robots.txt requests a delay."""
    n_hosts: int = 16
    """Hosts that are crawled at the same time."""
    slowness: float = 1.0
    """A host that takes t seconds to answer gets a delay of this many times t."""
    max_delay_s: float = 30.0
    """The largest delay for a slow host."""
    n_retries: int = 2
    """After temporary failures."""
    backoff_s: float = 2.0
    """Before the first retry; doubled before each further one."""
    max_wait_s: float = 300.0
    """A page whose host requests a longer pause is recorded as failed."""


@dataclass
class HostPace:
    """When a host may be requested next. All times are those of one clock, in seconds."""

    pace: Pace
    requested_delay_s: float = 0.0
    """The delay of its robots.txt."""
    next_s: float = 0.0
    """No request starts before."""
    slow_s: float = 0.0
    """The delay that its slowness, or its refusals, add up to now."""
    refused_s: float = -1.0
    """When it last refused a request as too fast."""

    @property
    def delay_s(self) -> float:
        """The pause between two starts."""
        return max(self.pace.delay_s, self.requested_delay_s, min(self.slow_s, self.pace.max_delay_s))

    @property
    def n_at_once(self) -> int:
        """Requests that may run at the same time."""
        return 1 if self.requested_delay_s else self.pace.per_host

    def reserve(self, now_s: float) -> float:
        """Reserves the next start; returns the seconds until then."""
        start_s = max(now_s, self.next_s)
        self.next_s = start_s + self.delay_s
        return start_s - now_s

    def adapt(self, started_s: float, now_s: float, was_refused: bool) -> None:
        """Moves the delay half of the way to the time of this request; a refusal doubles it."""
        if not was_refused:
            self.slow_s = (self.slow_s + self.pace.slowness * (now_s - started_s)) / 2
        elif started_s >= self.refused_s:
            # Requests that were under way at the first refusal add nothing.
            self.slow_s = max(2 * self.delay_s, 1.0)
            self.refused_s = now_s

    def rest(self, until_s: float) -> None:
        """Starts no request until then."""
        self.next_s = max(self.next_s, until_s)


def is_rate_limited(page: FetchedPage) -> bool:
    """Whether the host says that it is requested too often."""
    return page.status in _RATE_LIMITED


def wait_before_retry_s(answer: FetchedPage | Exception, n_tries: int, pace: Pace) -> float | None:
    """Seconds until an address should be requested again after this many tries; None if it should not be."""
    if n_tries > pace.n_retries:
        return None
    wait_s = pace.backoff_s * 2 ** (n_tries - 1)
    if isinstance(answer, FetchedPage):
        if answer.status not in _TEMPORARY_STATUSES:
            return None
        wait_s = max(wait_s, retry_after_s(answer) or 0.0)
        return wait_s if wait_s <= pace.max_wait_s else None
    return wait_s if isinstance(answer, _TEMPORARY_ERRORS) else None


def retry_after_s(page: FetchedPage) -> float | None:
    """The pause that the Retry-After of a response requests, in seconds; None if it has none that can be read."""
    value = (page.header("retry-after") or "").strip()
    if value.isascii() and value.isdigit() and len(value) < 10:
        return float(value)
    try:
        until = parsedate_to_datetime(value)
        if until.tzinfo is None:
            until = until.replace(tzinfo=timezone.utc)
        return max(0.0, (until - datetime.now(timezone.utc)).total_seconds())
    except (TypeError, ValueError, OverflowError, IndexError):
        # Each of them comes from some date or time zone that a server can send.
        return None
