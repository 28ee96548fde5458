"""Tasks that do to their process what hostile pages might."""

import ctypes
import os
import re
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from maintext.errors import InputError, PageTooLargeError


def zoo(greeting: str = "") -> Callable[[Any], Any]:
    def work(item: Any) -> Any:
        name, *arguments = item if isinstance(item, tuple) else (item,)
        return ANIMALS[name](*arguments) if name in ANIMALS else f"{greeting}{name}"

    return work


def spin() -> None:
    while True:
        pass


def spin_inside_native_code() -> None:
    re.match(r"(a|a)*b", "a" * 60)


def eat_memory_in_python() -> int:
    return len([bytearray(2**20) for _ in range(2**14)])


def eat_memory_and_abort() -> None:
    os.write(2, b"memory allocation of 123456 bytes failed\n")
    os.abort()


def die_of_segmentation() -> None:
    ctypes.string_at(0)


def allocate_and_free(n_pieces: int) -> None:
    """Frees everything but the last of many pieces of memory, which is above all of them."""
    library = ctypes.CDLL(None)
    library.malloc.restype, library.free.argtypes = ctypes.c_void_p, [ctypes.c_void_p]
    pieces = [library.malloc(100_000) for _ in range(n_pieces)]
    for piece in pieces:
        ctypes.memset(piece, 1, 100_000)
    for piece in pieces[:-1]:
        library.free(piece)


def leave(code: int) -> None:
    os._exit(code)


def be_killed() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def be_killed_some_times(log: str, n_times: int, number: int) -> str:
    """Ends by a signal until the log has so many lines."""
    path = Path(log)
    if (path.read_text().count("killed") if path.exists() else 0) < n_times:
        with path.open("a") as file:
            file.write("killed\n")
        os.kill(os.getpid(), number)
    return "survived"


def refuse() -> None:
    raise InputError("not a page")


def be_too_large() -> None:
    raise PageTooLargeError(2, 1)


def divide() -> float:
    return 1 / 0


def talk() -> str:
    print("a word on standard output")
    sys.stdout.flush()
    return "talked"


def give_what_is_not_plain() -> object:
    return object()


# How much a process has left behind from the items before.
LEFT_BEHIND = [0]


def die_the_second_time() -> str:
    LEFT_BEHIND[0] += 1
    if LEFT_BEHIND[0] > 1:
        os._exit(3)
    return "lived"


ANIMALS: dict[str, Callable[..., Any]] = {
    "spin": spin,
    "spin natively": spin_inside_native_code,
    "sleep": time.sleep,
    "eat": eat_memory_in_python,
    "eat natively": eat_memory_and_abort,
    "segfault": die_of_segmentation,
    "allocate": allocate_and_free,
    "leave": leave,
    "be killed": be_killed,
    "killed": be_killed_some_times,
    "refuse": refuse,
    "too large": be_too_large,
    "divide": divide,
    "talk": talk,
    "not plain": give_what_is_not_plain,
    "second": die_the_second_time,
    "pid": os.getpid,
}


def broken_maker() -> Callable[[Any], Any]:
    raise InputError("this task can't be made")


def maker_that_leaves() -> Callable[[Any], Any]:
    os.write(2, b"going\n")
    os._exit(7)


def killed_maker(log: str, n_times: int) -> Callable[[Any], Any]:
    be_killed_some_times(log, n_times, signal.SIGKILL)
    return zoo()


def noting(path: str) -> Callable[[str], str]:
    """Notes each item in a file before it works on it: `crash`, `hang`, `0.2 s` of work, or anything else."""

    def work(item: str) -> str:
        with Path(path).open("a", encoding="utf-8") as file:
            file.write(f"{item}\n")
        if item == "crash":
            os.abort()
        n_seconds = 1e9 if item == "hang" else float(item.removesuffix(" s")) if item.endswith(" s") else 0.0
        end = time.process_time() + n_seconds
        while time.process_time() < end:
            pass
        return item

    return work
