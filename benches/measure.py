"""Timing that a noisy machine can't bend: every contender on each page in turn, the best of a few runs,
results as ratios."""

import gc
import json
import os
import platform
import re
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, NamedTuple

RECORDS = Path(__file__).parent / "record"
ROUNDS = 5


class Timing(NamedTuple):
    """Milliseconds per page of one contender."""

    mean: float
    median: float
    p95: float


def time_in_turn(contenders: dict[str, Callable[[bytes], object]], pages: Sequence[bytes]) -> dict[str, Timing]:
    """Times every contender on every page; the order of contenders changes from page to page."""
    names = list(contenders)
    best: dict[str, list[float]] = {name: [] for name in names}
    gc.disable()
    try:
        for number, page in enumerate(pages):
            turn = names[number % len(names) :] + names[: number % len(names)]
            for name in turn:
                best[name].append(min(_seconds(contenders[name], page) for _ in range(ROUNDS)))
            gc.collect(0)
    finally:
        gc.enable()
    return {name: _timing(seconds) for name, seconds in best.items()}


def _seconds(contender: Callable[[bytes], object], page: bytes) -> float:
    start = time.perf_counter()
    contender(page)
    return time.perf_counter() - start


def _timing(seconds: list[float]) -> Timing:
    ordered = sorted(1000 * value for value in seconds)
    return Timing(statistics.fmean(ordered), statistics.median(ordered), ordered[int(0.95 * (len(ordered) - 1))])


def show(timings: dict[str, Timing], ours: str) -> str:
    """A table of the timings, and each one's time as a multiple of ours."""
    lines = [f"{'':<28} {'mean ms':>9} {'median':>9} {'p95':>9} {'mean ratio':>11} {'median ratio':>13}"]
    base = timings[ours]
    for name, timing in timings.items():
        ratios = f"{timing.mean / base.mean:>11.2f} {timing.median / base.median:>13.2f}"
        lines.append(f"{name:<28} {timing.mean:>9.4f} {timing.median:>9.4f} {timing.p95:>9.4f} {ratios}")
    return "\n".join(lines)


def record(name: str, results: Mapping[str, object]) -> Path:
    """Writes results to benches/record/, with date and machine."""
    now = datetime.now(timezone.utc)
    path = RECORDS / f"{now:%Y-%m-%d}-{name}.json"
    about = {
        "python": platform.python_version(),
        "machine": machine(),
        "time": now.isoformat(timespec="seconds"),
    }
    path.write_text(json.dumps({**about, **results}, indent=1) + "\n", encoding="utf-8")
    return path


def latest(name: str, folder: Path = RECORDS) -> dict[str, Any]:
    """The newest record of a bench."""
    path = max(folder.glob(f"????-??-??-{name}.json"))
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def machine() -> str:
    """The processor, the number of cores and the system."""
    cpus = Path("/proc/cpuinfo")
    found = re.search(r"^model name\s*:\s*(.+)$", cpus.read_text(), re.MULTILINE) if cpus.exists() else None
    processor = found[1] if found else platform.processor() or "unknown processor"
    return f"{platform.machine()}, {processor}, {os.cpu_count()} cores, {platform.system()}"
