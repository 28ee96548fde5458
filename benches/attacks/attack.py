"""One attack: an input, what it did once, and the work whose cost is measured."""

from __future__ import annotations

import resource
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from maintext.errors import MaintextError


@dataclass(frozen=True)
class Attack:
    """An input that was made to cost much."""

    what: str
    before: str
    """What it cost or did when it was found."""
    make: Callable[[Path], Any]
    """Builds the input, in an empty folder. Its cost is not measured."""
    work: Callable[[Any], str]
    """Reads the input; returns what the user sees. It raises AssertionError if that is not what must be seen."""
    test: str
    """The test that holds it: `file.py::name`, from tests/."""


def measured(attack: Attack, folder: Path) -> dict[str, Any]:
    """What the user sees, processor seconds with those of child processes, and the largest memory of a process."""
    made = attack.make(folder)
    with suppress(OSError):  # Forgets the memory that making the input took, where the system can do that.
        Path("/proc/self/clear_refs").write_text("5")
    before = _seconds()
    outcome = attack.work(made)
    return {"outcome": outcome, "seconds": round(_seconds() - before, 2), "megabytes": _peak_megabytes()}


def error_of(work: Callable[[], object]) -> str:
    """The named error that the work must raise."""
    try:
        work()
    except MaintextError as error:
        return f"{type(error).__name__}: {error}"
    raise AssertionError("it was accepted")


def expect(is_so: bool, what: object) -> None:
    """Raises if an answer is not what it must be; unlike an assertion, also under `python -O`."""
    if not is_so:
        raise AssertionError(what)


def _seconds() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def _peak_megabytes() -> int:
    children = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    lines = Path("/proc/self/status").read_text().splitlines()
    own = next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))
    return round(max(children, own) * 1024 / 1e6)
