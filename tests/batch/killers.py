"""Extractors that do to their process what hostile pages might, when a page's title asks for it."""

import os
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from maintext.extractors.protocol import Scores
from maintext.page import Page


@dataclass(frozen=True)
class Killer:
    """Keeps everything."""

    def __call__(self, page: Page) -> Scores:
        title = page.head.title or ""
        if "hang" in title:
            while True:
                pass
        if "crash" in title:
            os.kill(os.getpid(), 11)
        if "leave" in title:
            os._exit(3)
        if "eat" in title:
            return Scores(np.zeros(2**36), np.zeros(1, dtype=bool))
        if "raise" in title:
            raise KeyError("no such thing")
        return Scores(np.ones(len(page.blocks)), np.ones(len(page.blocks), dtype=bool))


@dataclass(frozen=True)
class Slow:
    """Takes its time, so that a run can be killed in the middle."""

    def __call__(self, page: Page) -> Scores:
        sum(range(100_000))
        return Killer()(page)


@dataclass(frozen=True)
class Logged:
    """Leaves a line in the file that the second word of a page's title names."""

    def __call__(self, page: Page) -> Scores:
        for path in (page.head.title or "").split()[1:]:
            with Path(path).open("a") as file:
                file.write("read\n")
        return Killer()(page)
