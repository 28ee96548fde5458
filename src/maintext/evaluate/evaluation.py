"""Corpora x names -> Evaluation: one run over everything, and what is worth keeping of it."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from heapq import heappush, heappushpop

from maintext.corpus import BrokenPage, Corpus, Fingerprint, LabelledPage
from maintext.errors import EvaluationError
from maintext.evaluate.candidates import find_candidates
from maintext.evaluate.runs import Result, run
from maintext.evaluate.wrong_blocks import BlockFates, WrongBlock, judged_blocks


@dataclass(frozen=True)
class Request:
    """What to measure, and how."""

    corpora: Sequence[Corpus]
    names: Sequence[str]
    """Of extractors and peers."""
    n_jobs: int = 1
    limit: int | None = None
    """Pages of each corpus, the first ones."""
    n_worst: int = 0
    """Pages of each candidate and type whose texts are kept, the worst ones."""


@dataclass(frozen=True)
class WorstPage:
    """A page that went wrong, with both texts. `page.html` is empty: it is not needed any more."""

    page: LabelledPage
    result: Result
    wrong: tuple[WrongBlock, ...] = ()
    """The blocks that one of our own extractors lost or kept too many of."""
    fates: BlockFates | None = None
    """What became of every block; None for peers."""

    @property
    def f1(self) -> float:
        """By the bag of words."""
        return self.result.figures["bag-of-words"]["f1"]


@dataclass(frozen=True)
class Evaluation:
    """What was measured."""

    results: list[Result] = field(default_factory=list)
    """Every page and candidate; the kept texts are let go."""
    worst: dict[str, list[WorstPage]] = field(default_factory=dict)
    """By candidate; page type after page type, in each the worst first."""
    missing: dict[str, str] = field(default_factory=dict)
    """Peers that are not installed, and what to do about it."""
    broken: list[BrokenPage] = field(default_factory=list)
    sha256: dict[str, str] = field(default_factory=dict)
    """By corpus: the hash of the pages that were used."""
    gold_changes: Counter[str] = field(default_factory=Counter)
    """Gold texts that were made readable, see `corpus.gold_text`: how many had entities, how many were empty marks."""

    def gold_lines(self) -> list[str]:
        """What was changed in gold texts, in words."""
        words = {
            "entities": "gold texts with literal entities, which were decoded",
            "empty": "gold texts that mark a page without main content",
        }
        return [f"{text}: {self.gold_changes[name]:,}" for name, text in words.items() if self.gold_changes[name]]


def evaluate(request: Request, on_page: Callable[[LabelledPage], None] | None = None) -> Evaluation:
    """Runs everything; calls `on_page` after each page."""
    missing = find_candidates(request.names).missing
    names = [name for name in dict.fromkeys(request.names) if name not in missing]
    if not names:
        raise EvaluationError(f"no candidate can run: {'; '.join(missing.values())}")
    evaluation = Evaluation(missing=missing)
    heaps = _Worst(request.n_worst)
    for corpus in request.corpora:
        for page, results in _run_corpus(corpus, request, names, evaluation):
            if page.raw_gold is not None and not page.labels:
                evaluation.gold_changes["entities" if page.gold else "empty"] += 1
            for result in results:
                heaps.add(page, result)
                evaluation.results.append(replace(result, kept=""))
            if on_page is not None:
                on_page(page)
    evaluation.worst.update(heaps.sorted())
    if not evaluation.results:
        raise EvaluationError(f"the corpora have no readable pages; {len(evaluation.broken)} are broken")
    return evaluation


def _run_corpus(
    corpus: Corpus, request: Request, names: Sequence[str], evaluation: Evaluation
) -> Iterator[tuple[LabelledPage, list[Result]]]:
    fingerprint = Fingerprint()
    under_way: deque[LabelledPage] = deque()

    def recorded() -> Iterator[LabelledPage]:
        for page in corpus.pages(evaluation.broken, request.limit):
            fingerprint.add(page)
            under_way.append(page)
            yield page

    for results in run(recorded(), names, request.n_jobs):
        yield under_way.popleft(), results
    if corpus.name in evaluation.sha256:
        raise EvaluationError(f"two corpora have the name {corpus.name}")
    evaluation.sha256[corpus.name] = fingerprint.hexdigest()


class _Worst:
    """The lowest few of each candidate and page type, with their texts; all pages would not fit into memory."""

    def __init__(self, n_worst: int) -> None:
        self._n_worst = n_worst
        self._n_added = 0
        self._heaps: dict[tuple[str, str], list[tuple[float, int, WorstPage]]] = {}

    def add(self, page: LabelledPage, result: Result) -> None:
        if not self._n_worst:
            return
        self._n_added += 1
        worst = WorstPage(page, result)
        # The top of the heap must be the best of the worst, hence the minus; the number settles ties.
        item = (-worst.f1, -self._n_added, worst)
        heap = self._heaps.setdefault((result.by, page.kind), [])
        (heappush if len(heap) < self._n_worst else heappushpop)(heap, item)

    def sorted(self) -> dict[str, list[WorstPage]]:
        found: dict[str, list[WorstPage]] = {}
        for (by, _), heap in sorted(self._heaps.items()):
            for _, _, worst in sorted(heap, reverse=True):
                judged = judged_blocks(worst.page, worst.result.by)
                kept = replace(worst, page=replace(worst.page, html=b""), wrong=judged.wrong, fates=judged.fates)
                found.setdefault(by, []).append(kept)
        return found
