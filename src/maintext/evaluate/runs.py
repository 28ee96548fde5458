"""Labelled pages x candidates -> results: every candidate on a page before the next page, on one core or on all.

Page by page in turn, because a machine's speed drifts: so every candidate has the same share of it.
"""

from __future__ import annotations

import logging
import multiprocessing
import warnings
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from time import perf_counter

from maintext.corpus import LabelledPage
from maintext.errors import EvaluationError
from maintext.evaluate.candidates import Candidate, find_candidates, warm_up
from maintext.evaluate.metrics import METRICS, Figures, Pair, Tokens
from maintext.page.parsing import parse

PAGES_A_TASK = 16
"""Enough that making the candidates is a small part of a task, few enough that all cores finish together."""


@dataclass(frozen=True)
class Result:
    """What one candidate made of one page."""

    corpus: str
    id: str
    kind: str
    n_bytes: int
    by: str
    ms: float
    error: str | None
    """Name of the exception, if it raised one. Then it kept nothing."""
    figures: dict[str, Figures]
    """By metric."""
    kept: str


def run_page(page: LabelledPage, candidates: Sequence[Candidate]) -> list[Result]:
    """All candidates on one page."""
    # Decoding is not what is compared: those that can't decode get our text, and no time is counted for it.
    needs_text = any(candidate.takes == "text" for candidate in candidates)
    text = parse(page.html).source.decode() if needs_text else ""
    gold = Tokens(page.gold)
    with silence():
        return [_run(candidate, page, text, gold) for candidate in candidates]


def run(pages: Iterable[LabelledPage], names: Sequence[str], n_jobs: int = 1) -> Iterator[list[Result]]:
    """The results of each page, in order."""
    if n_jobs == 1:
        candidates = _ready(names)
        for page in pages:
            yield run_page(page, candidates)
        return
    try:
        yield from _run_on_cores(pages, names, n_jobs)
    except BrokenProcessPool as error:
        raise EvaluationError(f"one of {n_jobs} processes died, running {', '.join(names)}") from error


def _run_on_cores(pages: Iterable[LabelledPage], names: Sequence[str], n_jobs: int) -> Iterator[list[Result]]:
    remaining = iter(pages)
    # Spawned, not forked: a fork copies locks that other threads hold.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(n_jobs, mp_context=context) as pool:
        # A short queue: a corpus need not fit into memory.
        queue: deque[Future[list[list[Result]]]] = deque()
        while batch := list(islice(remaining, PAGES_A_TASK)):
            queue.append(pool.submit(_run_batch, batch, names))
            if len(queue) > 2 * n_jobs:
                yield from queue.popleft().result()
        for future in queue:
            yield from future.result()


def _run_batch(pages: list[LabelledPage], names: Sequence[str]) -> list[list[Result]]:
    candidates = _ready(names)
    return [run_page(page, candidates) for page in pages]


def _ready(names: Sequence[str]) -> tuple[Candidate, ...]:
    candidates = find_candidates(names).candidates
    for candidate in candidates:
        warm_up(candidate)
    return candidates


@contextmanager
def silence() -> Iterator[None]:
    """Silences warnings and logs of peers, some of which log a traceback per page. Their exceptions still count."""
    level = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.disable(level)


def _run(candidate: Candidate, page: LabelledPage, text: str, gold: Tokens) -> Result:
    html = page.html if candidate.takes == "bytes" else text
    kept, error = "", None
    start = perf_counter()
    try:
        kept = candidate(html)
    except Exception as raised:
        # Others' code may raise anything; it is counted by name.
        error = type(raised).__name__
    ms = (perf_counter() - start) * 1000
    pair = Pair(Tokens(kept), gold, page.must_keep, page.must_drop)
    figures = {name: metric.of_page(pair) for name, metric in METRICS.items()}
    return Result(page.corpus, page.id, page.kind, len(page.html), candidate.name, ms, error, figures, kept)
