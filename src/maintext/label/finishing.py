"""A labelled folder -> its corpus beside it, and a model trained on that corpus in a process of its own.

Names are chosen here and never by a request, so that whoever reaches the server can write no other files.
"""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

from maintext.errors import LabelError
from maintext.label.desk import Desk
from maintext.label.export import export

MAX_LINES = 200
"""Lines of the training's output that are kept."""


class Finishing:
    """What can be done when all pages are labelled."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.corpus: Path | None = None
        self.lines: list[str] = []
        """What the training printed."""
        self._process: subprocess.Popen[str] | None = None
        self._lock = threading.Lock()

    def export(self) -> dict[str, Any]:
        """Writes the pages that are done as a corpus beside the folder."""
        with self._lock:
            target = _free_path(self.desk.folder.resolve(), "corpus")
            n_pages = export(self.desk, target)
            self.corpus = target
        return {"corpus": str(target), "n_pages": n_pages}

    def train(self) -> dict[str, Any]:
        """Begins to train the shipped model on the corpus that was written last; writes one if there is none."""
        if self.corpus is None:
            self.export()
        with self._lock:
            if self._process is not None and self._process.poll() is None:
                raise LabelError("the training runs already")
            model = _free_path(self.desk.folder.resolve(), "model", ".npz")
            command = ["train", "model", str(self.corpus), "--from", "shipped", "-o", str(model)]
            self.lines = [f"maintext {' '.join(command)}"]
            self._process = subprocess.Popen(  # noqa: S603 - our own command, with paths that are chosen here
                [sys.executable, "-m", "maintext", *command],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                encoding="utf-8",
                errors="replace",
            )
            threading.Thread(target=self._read, args=(self._process,), daemon=True).start()
        return self.training()

    def training(self) -> dict[str, Any]:
        """How far the training is: what it printed, and its exit code when it ended."""
        code = None if self._process is None else self._process.poll()
        return {"lines": self.lines, "is_running": self._process is not None and code is None, "code": code}

    def stop(self) -> None:
        """Ends the training, if one runs."""
        if self._process is not None and self._process.poll() is None:
            self._process.kill()

    def _read(self, process: subprocess.Popen[str]) -> None:
        if process.stdout is None:
            return
        for line in process.stdout:
            if len(self.lines) < MAX_LINES and line.strip():
                self.lines.append(line.strip())


def _free_path(folder: Path, name: str, suffix: str = "") -> Path:
    """A path beside the folder that is free: news-corpus, news-corpus-2 and so on."""
    numbers = (f"-{number}" if number > 1 else "" for number in range(1, 10_000))
    paths = (folder.with_name(f"{folder.name}-{name}{number}{suffix}") for number in numbers)
    found = next((path for path in paths if not path.exists()), None)
    if found is None:
        raise LabelError(f"{folder.parent} has too many folders whose names begin with {folder.name}-{name}")
    return found
