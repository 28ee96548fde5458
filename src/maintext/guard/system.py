"""What the guard needs from the operating system, and what it does where the system can't provide it.

    need                           Linux                    other Unix             Windows
    a child ends with its parent   SIGIO on a closed pipe   a thread that watches  a thread that watches
    CPU time of a child            /proc                    the clock instead      the clock instead
    memory limit of a child        RLIMIT_AS                none                   none
    answers with a time limit      select on the pipe       select on the pipe     a thread that reads the pipe
    pages beside the pipe          a shared file            a shared file          none: pages go through the pipe
    freed memory given back        malloc_trim of glibc     by the C library       by the C library

Modules that exist on one system only are imported where they are used.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

TRIM_BYTES = 8 * 1024**2
"""Growth after which freed memory is given back; most pages take a tenth of it."""
WATCH_SECONDS = 0.5
"""How often a thread checks whether the parent still lives, where no signal reports its end."""
_SYNCHRONIZE = 0x0010_0000
_FOREVER = 0xFFFF_FFFF


class System(NamedTuple):
    """What the operating system can do for a guarded process."""

    is_posix: bool
    """A child inherits open files, and `select` works on pipes."""
    is_linux: bool
    """/proc, RLIMIT_AS and SIGIO on pipes work."""


def this_system() -> System:
    """The system that this process runs on."""
    return System(os.name == "posix", sys.platform == "linux")


def end_with_parent(lifeline: int | None) -> None:
    """Makes this process end when its parent does. `lifeline` is a pipe that only the parent holds open.

    With a lifeline the kernel sends SIGIO, which ends the process even while native code holds the interpreter.
    PR_SET_PDEATHSIG would not do: it reports the end of the thread that started the child, not of its process.
    """
    if lifeline is None:
        threading.Thread(target=_exit_after_parent, args=(os.getppid(),), daemon=True).start()
        return
    import fcntl
    import select

    signal.signal(signal.SIGIO, signal.SIG_DFL)
    fcntl.fcntl(lifeline, fcntl.F_SETOWN, os.getpid())
    flags = fcntl.fcntl(lifeline, fcntl.F_GETFL)
    fcntl.fcntl(lifeline, fcntl.F_SETFL, flags | os.O_ASYNC)
    # No signal comes if the parent ended before the handler was set.
    if select.select([lifeline], [], [], 0)[0]:
        sys.exit(1)


def _exit_after_parent(parent: int) -> None:
    """Waits for the parent's end. Needs the interpreter, so native code that holds it delays the exit."""
    if sys.platform == "win32":
        import ctypes

        kernel = ctypes.windll.kernel32
        kernel.WaitForSingleObject(kernel.OpenProcess(_SYNCHRONIZE, False, parent), _FOREVER)
    else:
        while os.getppid() == parent:
            time.sleep(WATCH_SECONDS)
    os._exit(1)


def limit_memory(max_bytes: int) -> None:
    """Lets this process allocate `max_bytes` more than it has now. Linux only: elsewhere RLIMIT_AS is not enforced."""
    if not this_system().is_linux:
        return
    import resource

    n_present = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    wanted = n_present + max_bytes
    resource.setrlimit(resource.RLIMIT_AS, (wanted if hard < 0 else min(wanted, hard), hard))


class Heap:
    """The memory of this process, which is given back to the system after a page that took much of it.

    glibc keeps what a large page has freed, and so each of many processes would stay as large as its largest page made
    it. Where `malloc_trim` is missing, nothing is done.
    """

    def __init__(self) -> None:
        self._statm = os.open("/proc/self/statm", os.O_RDONLY) if this_system().is_linux else None
        self._n_bytes = self._resident_bytes()

    def trim(self) -> None:
        """Gives freed memory back if the process has grown by `TRIM_BYTES` since that was done last."""
        if self._resident_bytes() <= self._n_bytes + TRIM_BYTES:
            return
        # Not at the top: most processes never see a page that is large enough.
        import ctypes

        malloc_trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if malloc_trim is not None:
            malloc_trim(0)
        self._n_bytes = self._resident_bytes()

    def _resident_bytes(self) -> int:
        if self._statm is None:
            return 0
        return int(os.pread(self._statm, 100, 0).split()[1]) * os.sysconf("SC_PAGE_SIZE")


def write_no_core_dump() -> None:
    """A page that crashes its process must not leave a file of gigabytes behind."""
    if os.name == "posix":
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def use_binary_pipes() -> None:
    """Keeps Windows from translating line ends on standard input and output."""
    if sys.platform == "win32":
        import msvcrt

        for file in (0, 1):
            msvcrt.setmode(file, os.O_BINARY)


def cpu_state(process: int, system: System) -> tuple[str, float]:
    """State letter and CPU seconds of a process; infinite seconds where unknown, so that the clock decides."""
    if not system.is_linux:
        return "", float("inf")
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return "", float("inf")
    return fields[0], (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def lower_priority(process: int, steps: int) -> None:
    """Raises a process's niceness, where there is such a thing. The process may have ended already."""
    if sys.platform != "win32":
        with suppress(OSError):
            present = os.getpriority(os.PRIO_PROCESS, process)
            os.setpriority(os.PRIO_PROCESS, process, min(present + steps, 19))
