"""Milliseconds a page for every extractor, on top of parsing: what choosing a method costs.

Pages are parsed once; on each page the extractors run in turn, several times, and the shortest time of
each counts, so that whatever else the machine does falls on all of them alike. The time of parsing stands
beside them for scale. `--record` writes the figures to benches/record/.
"""

import argparse
import sys
import time
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

import maintext
from benches.corpora import sample
from benches.measure import record
from maintext.corpus import LabelledPage
from maintext.extractors import Extractor
from maintext.extractors.by import get_extractor
from maintext.extractors.registry import WITHOUT_BROWSER

LIMIT_MS = 0.5
"""What each of the five systems may take a page on average."""
LIMITED = frozenset(["cetr", "cetr-km", "cetr-tm", "leaf", "pvalue", "qread", "xpath-blocks"])


def shortest_ms(run: Callable[[], object], repeats: int) -> float:
    times = []
    for _ in range(repeats):
        start = time.perf_counter_ns()
        run()
        times.append(time.perf_counter_ns() - start)
    return min(times) / 1e6


def page_times(raw: LabelledPage, extractors: dict[str, Extractor], repeats: int) -> list[float]:
    """Time to parse a page, then that of each extractor."""
    parsed = shortest_ms(lambda: maintext.parse(raw.html), repeats)
    page = maintext.parse(raw.html)
    # A bound method of the loop's own value, so that no time is spent on looking it up.
    return [parsed, *(shortest_ms(lambda run=run: run(page), repeats) for run in extractors.values())]  # type: ignore[misc]


def summary(times: NDArray[np.float64]) -> dict[str, float]:
    median, p95 = np.percentile(times, [50, 95]).tolist()
    return {"mean_ms": round(float(times.mean()), 4), "median_ms": round(median, 4), "p95_ms": round(p95, 4)}


def measure(n_pages: int, repeats: int, names: list[str]) -> dict[str, dict[str, float]]:
    extractors = {name: get_extractor(name) for name in names}
    pages = sample(n_pages)
    # What is loaded or set up on first use is not the price of a page.
    for extractor in extractors.values():
        extractor(maintext.parse(pages[0].html))
    rows = np.array([page_times(raw, extractors, repeats) for raw in pages])
    return {name: summary(rows[:, column]) for column, name in enumerate(["parse", *names])}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=300)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--by", default=",".join(WITHOUT_BROWSER), help="extractors, with commas between them")
    parser.add_argument("--record", action="store_true", help="write the result to benches/record/")
    arguments = parser.parse_args()
    figures = measure(arguments.pages, arguments.repeats, arguments.by.split(","))
    print(f"{'':20} {'mean':>8} {'median':>8} {'p95':>8}  ms a page on top of parsing, {arguments.pages} pages")
    for name, row in figures.items():
        slow = "  over the limit" if is_too_slow(name, row) else ""
        print(f"{name:20} {row['mean_ms']:8.3f} {row['median_ms']:8.3f} {row['p95_ms']:8.3f}{slow}")
    if arguments.record:
        about = {"numpy": np.__version__, "pages": arguments.pages}
        print(record("extractors", {**about, "extractors": figures}), file=sys.stderr)
    too_slow = [name for name, row in figures.items() if is_too_slow(name, row)]
    sys.exit(f"over {LIMIT_MS} ms: {', '.join(too_slow)}" if too_slow else None)


def is_too_slow(name: str, row: dict[str, float]) -> bool:
    return name in LIMITED and row["mean_ms"] > LIMIT_MS


if __name__ == "__main__":
    main()
