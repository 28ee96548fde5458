"""Milliseconds a page for its metadata, on top of parsing; trafilatura's on the same pages beside it.

Pages are parsed anew for every run, because a page keeps what was read of its head. The shortest of a few runs
counts, in time of the processor, so that whatever else the machine does is left out. `--record` writes the figures
to benches/record/.
"""

import argparse
import time

import numpy as np

import maintext
from benches.corpora import sample
from benches.measure import record
from maintext.evaluate.metadata_runs import METADATA_READERS, Read, missing
from maintext.metadata.values.language import detect_language


def shortest_ms(html: bytes, url: str | None, repeats: int) -> tuple[float, float]:
    """Time to parse, and time to read the metadata of what was parsed."""
    parsing, reading = [], []
    for _ in range(repeats):
        start = time.thread_time()
        page = maintext.parse(html)
        parsed = time.thread_time()
        maintext.read_metadata(page, url)
        reading.append(time.thread_time() - parsed)
        parsing.append(parsed - start)
    return 1000 * min(parsing), 1000 * min(reading)


def peer_ms(read: Read, html: bytes, url: str | None) -> float:
    start = time.thread_time()
    read(html, url)
    return 1000 * (time.thread_time() - start)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=200)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--record", action="store_true")
    arguments = parser.parse_args()
    pages = sample(arguments.pages)
    # What is loaded on first use is not the price of a page.
    maintext.read_metadata(maintext.parse(pages[0].html))
    detect_language(" ".join(["water"] * 20))
    rows = np.array([shortest_ms(page.html, page.url, arguments.repeats) for page in pages])
    figures = {"parse": rows[:, 0], "metadata": rows[:, 1]}
    if not missing(["trafilatura"]):
        read = METADATA_READERS["trafilatura"]()
        figures["trafilatura"] = np.array([peer_ms(read, page.html, page.url) for page in pages])
    table = {
        name: {"mean_ms": round(float(times.mean()), 3), "median_ms": round(float(np.median(times)), 3)}
        for name, times in figures.items()
    }
    for name, row in table.items():
        print(f"{name:<12} mean {row['mean_ms']:8.3f} ms, median {row['median_ms']:8.3f} ms a page, {len(pages)} pages")
    if arguments.record:
        print(record("metadata", {"pages": len(pages), "metadata": table}))


if __name__ == "__main__":
    main()
