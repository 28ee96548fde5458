"""Milliseconds a page for every format, on top of extraction: what writing a document costs.

Pages are extracted once; on each page the formats are written in turn, several times, and the shortest time of each
counts, so that whatever else the machine does falls on all of them alike. For scale, the time of
extraction is printed, too. `--record` writes the figures to benches/record/.
"""

import argparse
import sys

import numpy as np

import maintext
from benches.corpora import sample
from benches.extractors import shortest_ms, summary
from benches.measure import record
from maintext.corpus import LabelledPage

LIMIT_MS = 0.3
"""What Markdown may add to a page on average."""
FORMATS = ("markdown", "text", "html", "json", "xml", "tei")
NAMES = ("extract", ".text", *FORMATS)


def page_times(raw: LabelledPage, repeats: int) -> list[float]:
    """Time to extract a page, to join the text of its blocks, then to write it in each format."""

    def extracted() -> maintext.Document:
        return maintext.extract(raw.html, url=raw.url or "https://example.org/")

    document = extracted()
    joined = shortest_ms(lambda: "\n\n".join(document.page.texts(document.keep)), repeats)
    formats = [shortest_ms(lambda name=name: document.render(name), repeats) for name in FORMATS]  # type: ignore[misc]
    return [shortest_ms(extracted, repeats), joined, *formats]


def measure(n_pages: int, repeats: int) -> dict[str, dict[str, float]]:
    pages = sample(n_pages)
    page_times(pages[0], 1)  # What is loaded on first use is not the price of a page.
    rows = np.array([page_times(raw, repeats) for raw in pages])
    return {name: summary(rows[:, column]) for column, name in enumerate(NAMES)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=300)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--record", action="store_true", help="write the result to benches/record/")
    arguments = parser.parse_args()
    figures = measure(arguments.pages, arguments.repeats)
    print(f"{'':20} {'mean':>8} {'median':>8} {'p95':>8}  ms a page, {arguments.pages} pages")
    for name, row in figures.items():
        print(f"{name:20} {row['mean_ms']:8.3f} {row['median_ms']:8.3f} {row['p95_ms']:8.3f}")
    if arguments.record:
        about = {"numpy": np.__version__, "pages": arguments.pages}
        print(record("render", {**about, "formats": figures}), file=sys.stderr)
    added = figures["markdown"]["mean_ms"]
    sys.exit(f"Markdown adds {added} ms a page, the limit is {LIMIT_MS}" if added > LIMIT_MS else None)


if __name__ == "__main__":
    main()
