"""A lock in an object store: the object `_work/lock-N.json`, which its owner writes again every few seconds.

Who finds a lock waits as long as two renewals take. If the object changes meanwhile, its owner lives: JobLockedError.
If not, the owner is dead, and the waiting run creates lock N + 1. Stores create an object only once, so one of several
waiting runs gets it. Clocks are not compared. If the dead owner was a process of this machine, nobody waits.

The lock saves work and confusion. Correctness does not need it: parts have the same names and rows whoever writes them.
"""

from __future__ import annotations

import json
import os
import platform
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Protocol
from uuid import uuid4

from maintext.batch.stores.protocol import CheckLock
from maintext.errors import BatchError, JobLockedError

RENEW_SECONDS = 10.0
LOOK_SECONDS = 0.5


class Objects(Protocol):
    """What a lock needs of an object store."""

    address: str

    def names(self, folder: str) -> list[str]: ...  # noqa: D102 - see Store

    def read(self, name: str) -> bytes: ...  # noqa: D102

    def create(self, name: str, content: bytes) -> bool: ...  # noqa: D102

    def replace(self, name: str, content: bytes) -> None: ...  # noqa: D102

    def remove(self, names: list[str]) -> None: ...  # noqa: D102


@contextmanager
def object_lock(objects: Objects) -> Iterator[CheckLock]:
    """Holds the lock of a store; JobLockedError if another run holds it."""
    run = uuid4().hex
    number = _take(objects, run)
    is_over, is_lost = threading.Event(), threading.Event()
    renewing = threading.Thread(
        target=_renew, args=(objects, number, run, is_over, is_lost), name="maintext-lock", daemon=True
    )
    renewing.start()

    def check() -> None:
        if is_lost.is_set():
            raise JobLockedError(f"another run has taken over {objects.address}, because this one did not respond")

    try:
        yield check
    finally:
        is_over.set()
        renewing.join()
        if not is_lost.is_set():
            # Locks of dead owners too. Another run that just found one of them creates the next number.
            objects.remove(_locks(objects))


def _locks(objects: Objects) -> list[str]:
    return [name for name in objects.names("_work") if name.startswith("_work/lock-")]


def _name(number: int) -> str:
    return f"_work/lock-{number:06}.json"


def _take(objects: Objects, run: str) -> int:
    """The number of the lock that this process got."""
    while True:
        found = _locks(objects)
        number = int(found[-1].removeprefix("_work/lock-").removesuffix(".json")) if found else 0
        if found:
            _wait_for_end(objects, found[-1])
        if objects.create(_name(number + 1), _content(run, 0)):
            return number + 1


def _wait_for_end(objects: Objects, name: str) -> None:
    """Returns once the owner of a lock has ended; JobLockedError if it lives."""
    first = _read(objects, name)
    end = monotonic() + 2 * RENEW_SECONDS
    while first is not None and not _is_ended_here(json.loads(first)) and monotonic() < end:
        sleep(LOOK_SECONDS)
        now = _read(objects, name)
        if now is None:
            return
        if now != first:
            owner = json.loads(now)
            raise JobLockedError(
                f"another run is writing to {objects.address}: process {owner['process']} on {owner['host']}; "
                "wait for its end, or choose another output"
            )


def _read(objects: Objects, name: str) -> bytes | None:
    try:
        return objects.read(name)
    except FileNotFoundError:
        return None


def _renew(objects: Objects, number: int, run: str, is_over: threading.Event, is_lost: threading.Event) -> None:
    renewals = 0
    while not is_over.wait(RENEW_SECONDS):
        renewals += 1
        try:
            if _name(number + 1) in _locks(objects):
                is_lost.set()
                return
            objects.replace(_name(number), _content(run, renewals))
        except BatchError:
            # The storage does not answer. Parts will fail if that lasts; the lock may be lost meanwhile.
            continue


def _content(run: str, renewals: int) -> bytes:
    owner = {
        "host": platform.node(),
        "process": os.getpid(),
        "started": _start_of(os.getpid()),
        "kernel": _kernel(),
        "run": run,
        "renewals": renewals,
    }
    return json.dumps(owner).encode()


def _kernel() -> str | None:
    """The boot of this machine and the space in which process numbers count; None where there is no /proc."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip() + str(Path("/proc/self/ns/pid").readlink())
    except OSError:
        return None


def _start_of(process: int) -> str | None:
    """When a process of this machine began, in ticks; None if there is none, or it can't be seen."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[19]
    except OSError:
        return None


def _is_ended_here(owner: dict[str, Any]) -> bool:
    """Whether the owner was a process of this machine that has ended."""
    is_here = owner["kernel"] is not None and owner["kernel"] == _kernel()
    return is_here and _start_of(owner["process"]) != owner["started"]
