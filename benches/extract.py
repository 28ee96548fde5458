"""How long the main text of a page takes: `maintext.extract(page).text` beside other extractors.

What it is for: the promise that the default takes about as long as turbohtml's main content, half of what resiliparse
takes and a twenty-fifth of what trafilatura takes, all on one core, page by page in turn. Below it, where our own time
goes. Peers that can't decode get text that was decoded before the clock starts. Run `make bench`.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

import maintext
from benches.corpora import sample
from benches.measure import ROUNDS, record, show, time_in_turn
from maintext.evaluate.candidates import Candidate, find_candidates
from maintext.evaluate.peers import package
from maintext.model.predictor import shipped_model

OURS, WHOLE = "maintext", "maintext, Markdown, metadata"
"""The text alone; and what most programs take: text, Markdown and all fields of the metadata."""
NEEDED = {"turbohtml main_content": 0.95, "resiliparse": 2.0, "trafilatura": 25.0}
"""How many times our own time each must take, on average."""
STAGES = ("parse", "model", "decision and text")

Contender = Callable[[bytes], object]


def contenders(names: list[str], pages: list[bytes]) -> dict[str, Contender]:
    """Ours first. A peer that is not installed is named and left out."""
    found = find_candidates(names)
    for name, why in found.missing.items():
        print(f"{name} is left out: {why}", file=sys.stderr)
    texts = {id(page): maintext.parse(page).source.decode() for page in pages}
    runs: dict[str, Contender] = {OURS: lambda page: maintext.extract(page).text, WHOLE: take_all}
    for candidate in found.candidates:
        runs[candidate.name] = _takes_bytes(candidate, texts)
        if candidate.name == "turbohtml":
            runs["turbohtml main_content"] = _turbohtml_element()
    return runs


def take_all(page: bytes) -> object:
    """Text, Markdown and metadata of one document."""
    document = maintext.extract(page)
    return document.text, document.markdown, document.metadata.to_dict()


def _takes_bytes(candidate: Candidate, texts: dict[int, str]) -> Contender:
    return candidate if candidate.takes == "bytes" else lambda page: candidate(texts[id(page)])


def _turbohtml_element() -> Contender:
    """The element with the main content, without its text."""
    parse_page = package("turbohtml", "turbohtml").parse
    return lambda page: parse_page(page, positions=False).main_content()


def stage_ends(page: bytes) -> Iterator[int]:
    """The time after each step of what `extract` does, as the model does it; before the first one, the start."""
    model = shipped_model()
    yield time.perf_counter_ns()
    table = maintext.parse(page)
    yield time.perf_counter_ns()
    if len(table.blocks):
        model.predict(table)
    yield time.perf_counter_ns()


def stage_ms(pages: list[bytes]) -> dict[str, float]:
    """Mean milliseconds of each stage; what is left of the whole, timed beside them, is the last one's."""
    best = [_best_ns(page) for page in pages if len(maintext.parse(page).blocks)]
    *means, whole = (np.sum(best, axis=0) / len(pages) / 1e6).tolist()
    return dict(zip(STAGES, [*means, max(0.0, whole - sum(means))], strict=True))


def _best_ns(page: bytes) -> NDArray[np.int64]:
    """The shortest time of each stage but the last, and of all together."""
    rounds = []
    for _ in range(ROUNDS):
        stages = np.diff(np.fromiter(stage_ends(page), dtype=np.int64))
        start = time.perf_counter_ns()
        assert maintext.extract(page).text is not None
        rounds.append([*stages, time.perf_counter_ns() - start])
    return np.asarray(np.min(rounds, axis=0))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=300, help="how many pages of the corpora")
    parser.add_argument("--beside", default="turbohtml,resiliparse,trafilatura", help="peers, with commas between them")
    parser.add_argument("--record", action="store_true", help="write the result to benches/record/")
    arguments = parser.parse_args()
    pages = [page.html for page in sample(arguments.pages)]
    runs = contenders(arguments.beside.split(","), pages)
    for run in runs.values():
        run(pages[0])  # What is loaded or set up on first use is not the price of a page.
    timings = time_in_turn(runs, pages)
    stages = stage_ms(pages)
    n_bytes = sum(map(len, pages))
    print(f"{len(pages)} pages, {n_bytes / len(pages) / 1000:.0f} KB on average")
    print(show(timings, OURS))
    for name, ms in stages.items():
        print(f"  {name:<26} {ms:>9.4f} {ms / sum(stages.values()):>9.0%}")
    ratios = {name: timing.mean / timings[OURS].mean for name, timing in timings.items() if name != OURS}
    if arguments.record:
        figures = {name: timing._asdict() for name, timing in timings.items()}
        results = {"pages": len(pages), "bytes": n_bytes, "ms": figures, "stages_ms": stages, "times_ours": ratios}
        print(record("extract", results))
    sys.exit("\n".join(missed(ratios)) or None)


def missed(ratios: dict[str, float]) -> list[str]:
    """The promises that do not hold, of those that were measured."""
    return [
        f"{name} takes {ratios[name]:.2f} times our time, {needed} is promised"
        for name, needed in NEEDED.items()
        if name in ratios and ratios[name] < needed
    ]


if __name__ == "__main__":
    main()
