"""Output that is complete or absent, whenever the process is interrupted or fails."""

from __future__ import annotations

import shutil
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

PART_SUFFIX = ".part"


@contextmanager
def atomic_file(path: Path) -> Iterator[Path]:
    """A path to write to, beside the final one. It becomes the file when the block ends without an error."""
    part = path.with_name(path.name + PART_SUFFIX)
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        yield part
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def write_whole(path: Path, text: str) -> None:
    """Writes a file that is complete or absent, in a folder that exists. Pipes and devices are written to directly."""
    if path.exists() and not path.is_file():
        path.write_text(text, encoding="utf-8", newline="\n")
        return
    # A link stays a link to the file that is replaced.
    path = path.resolve()
    if not path.parent.is_dir():
        raise FileNotFoundError(f"there is no folder {path.parent}")
    with atomic_file(path) as part:
        part.write_text(text, encoding="utf-8", newline="\n")


@contextmanager
def staging_folder(folder: Path) -> Iterator[Path]:
    """An empty folder inside the folder, to write files to before they are published. It is removed at the end.

    One that a killed process left behind is emptied first.
    """
    staging = folder / PART_SUFFIX
    shutil.rmtree(staging, ignore_errors=True)
    staging.mkdir(parents=True)
    try:
        yield staging
    finally:
        shutil.rmtree(staging, ignore_errors=True)


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Delays Ctrl-C and SIGTERM until the block ends: for the renaming of several files that belong together."""
    if threading.current_thread() is not threading.main_thread():
        # Only the main thread receives interrupts.
        yield
        return
    received: list[int] = []

    def remember(number: int, frame: FrameType | None) -> None:
        received.append(number)

    before = {number: signal.signal(number, remember) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        if received:
            signal.raise_signal(received[0])


@contextmanager
def sigterm_interrupts() -> Iterator[None]:
    """Lets SIGTERM raise KeyboardInterrupt in the block, so that files that are half written are removed."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
