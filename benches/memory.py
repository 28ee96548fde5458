"""Whether memory grows over many pages: a sample of the corpora, extracted again and again in one process.

What it is for: the promise that 100,000 pages take no more memory than the first few thousand. The memory of the
process is read at every twentieth of the way; the first twentieth warms it up. Run `make bench-memory`.
"""

import argparse
import sys
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path

import maintext
from benches.corpora import sample
from benches.measure import record

N_PARTS = 20
MOST_GROWTH = 0.05
"""From the first half of the way to the second, as a share: the allocator needs a while to find its size."""


def resident_mb() -> float:
    """The memory of this process now."""
    n_pages = int(Path("/proc/self/statm").read_text().split()[1])
    return n_pages * 4096 / 1e6


def extracted(pages: list[bytes], n_pages: int) -> Iterator[bytes]:
    """Half of the pages one by one, half by extract_many, in turn; each is given when it is done."""
    half = n_pages // 2
    for page in islice(cycle(pages), half):
        assert isinstance(maintext.extract(page).text, str)
        yield page
    for page, found in zip(islice(cycle(pages), half), maintext.extract_many(islice(cycle(pages), half)), strict=True):
        assert isinstance(found, maintext.Document), found
        assert isinstance(found.text, str)
        yield page


def measure(pages: list[bytes], n_pages: int) -> list[float]:
    """Megabytes at the end of each part."""
    found = []
    for part in range(N_PARTS):
        for _ in extracted(pages, n_pages // N_PARTS):
            pass
        found.append(round(resident_mb(), 1))
        print(f"{(part + 1) * n_pages // N_PARTS:>9,} pages {found[-1]:>9.1f} MB", flush=True)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=100_000, help="how many extractions")
    parser.add_argument("--of", type=int, default=500, help="of how many pages of the corpora")
    parser.add_argument("--record", action="store_true", help="write the result to benches/record/")
    arguments = parser.parse_args()
    found = measure([page.html for page in sample(arguments.of)], arguments.pages)
    middle = N_PARTS // 2
    before, after = max(found[1:middle]), max(found[middle:])
    growth = after / before - 1
    print(f"at most {before} MB in the first half, {after} MB in the second: {growth:+.1%}")
    if arguments.record:
        print(record("memory", {"pages": arguments.pages, "of": arguments.of, "mb": found, "growth": round(growth, 4)}))
    sys.exit(f"memory grows by more than {MOST_GROWTH:.0%}" if growth > MOST_GROWTH else None)


if __name__ == "__main__":
    main()
