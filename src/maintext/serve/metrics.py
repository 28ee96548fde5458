"""Counts and times of requests -> the text format of Prometheus."""

from __future__ import annotations

import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from maintext.serve.service import Service

BOUNDS_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
KIND = "text/plain; version=0.0.4; charset=utf-8"


@dataclass
class Metrics:
    """Requests by path and status, and their durations."""

    paths: frozenset[str]
    """Paths that are counted by name. All others count as `other`, so that clients can't invent new names."""
    requests: Counter[tuple[str, int]] = field(default_factory=Counter)
    durations: dict[str, list[int]] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)

    def count(self, path: str, status: int, n_seconds: float) -> None:
        """Counts a request."""
        name = path if path in self.paths else "other"
        self.requests[name, status] += 1
        self.durations.setdefault(name, [0] * (len(BOUNDS_SECONDS) + 1))[bisect_left(BOUNDS_SECONDS, n_seconds)] += 1
        self.seconds[name] = self.seconds.get(name, 0.0) + n_seconds

    def text(self, service: Service) -> str:
        """All metrics in the text format."""
        workers = service.workers
        lines = [
            *_family("maintext_requests_total", "counter", "Requests by path and status."),
            *(
                f'maintext_requests_total{{path="{path}",status="{status}"}} {n}'
                for (path, status), n in sorted(self.requests.items())
            ),
            *_family("maintext_request_seconds", "histogram", "Duration of requests."),
            *self._histograms(),
            *_family("maintext_pages_total", "counter", "Pages by outcome: done, or the name of an error."),
            *(f'maintext_pages_total{{outcome="{name}"}} {n}' for name, n in sorted(workers.outcomes.items())),
        ]
        gauges = {
            "maintext_pages_waiting": ("Pages that wait for a worker process.", workers.n_waiting),
            "maintext_pages_running": ("Pages in worker processes.", workers.n_running),
            "maintext_pages_slow": ("Slow pages among those in worker processes.", workers.n_slow),
            "maintext_pages_fetching": ("Pages that are being fetched.", service.n_fetching),
            "process_resident_memory_bytes": ("Memory of the server, without its worker processes.", _resident_bytes()),
        }
        for name, (about, value) in gauges.items():
            lines += [*_family(name, "gauge", about), f"{name} {value}"]
        return "\n".join(lines) + "\n"

    def _histograms(self) -> Iterator[str]:
        name = "maintext_request_seconds"
        for path, counts in sorted(self.durations.items()):
            n_so_far = 0
            for bound, n in zip((*BOUNDS_SECONDS, "+Inf"), counts, strict=True):
                n_so_far += n
                yield f'{name}_bucket{{path="{path}",le="{bound}"}} {n_so_far}'
            yield f'{name}_sum{{path="{path}"}} {self.seconds[path]:.6f}'
            yield f'{name}_count{{path="{path}"}} {n_so_far}'


def _family(name: str, kind: str, about: str) -> tuple[str, str]:
    return f"# HELP {name} {about}", f"# TYPE {name} {kind}"


def _resident_bytes() -> int:
    try:
        import resource
    except ImportError:  # not on Windows, where the standard library can't report it
        return 0
    statm = Path("/proc/self/statm")
    if statm.exists():
        return int(statm.read_text().split()[1]) * resource.getpagesize()
    # Other systems report only the peak.
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


@dataclass(frozen=True)
class Counted:
    """An ASGI application whose requests are counted."""

    app: ASGIApp
    metrics: Metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes a request on, and counts it when it has been answered."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        # A request that ends without an answer counts as 500.
        status, start = 500, time.perf_counter()

        async def watched(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, watched)
        finally:
            self.metrics.count(scope["path"], status, time.perf_counter() - start)
