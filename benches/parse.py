"""How long it takes to read a page: `maintext.parse` into NumPy columns against other parsers.

What it is for: the promise that the page table costs at most half of what lexbor takes to parse, and a
fifth of what lxml takes. The limit is a bare search for `<` over the same bytes: nothing that reads HTML can
be faster. Run `make bench`.
"""

import argparse
import sys
from collections.abc import Callable

import lxml.html
from selectolax.lexbor import LexborHTMLParser

import maintext
from benches.corpora import sample
from benches.measure import record, show, time_in_turn

OURS = "maintext.parse"
NEEDED = {"selectolax": 2.0, "lxml": 5.0}


def count_tags(page: bytes) -> int:
    return page.count(b"<")


def lxml_parse(page: bytes) -> object:
    try:
        return lxml.html.document_fromstring(page)
    except (ValueError, lxml.etree.ParserError):
        return None  # An empty page is an error to lxml; the time counts all the same.


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=600, help="how many pages of the corpora")
    parser.add_argument("--record", action="store_true", help="write the result to benches/record/")
    arguments = parser.parse_args()
    pages = [page.html for page in sample(arguments.pages)]
    contenders: dict[str, Callable[[bytes], object]] = {
        OURS: maintext.parse,
        "selectolax": LexborHTMLParser,
        "lxml": lxml_parse,
        "count '<'": count_tags,
    }
    timings = time_in_turn(contenders, pages)
    n_bytes = sum(map(len, pages))
    print(f"{len(pages)} pages, {n_bytes / len(pages) / 1000:.0f} KB on average")
    print(show(timings, OURS))
    ratios = {name: timings[name].mean / timings[OURS].mean for name in NEEDED}
    if arguments.record:
        results = {name: timing._asdict() for name, timing in timings.items()}
        print(record("parse", {"pages": len(pages), "bytes": n_bytes, "ms": results, "times_ours": ratios}))
    missed = [
        f"{name}: {ratios[name]:.2f}, needed {needed}" for name, needed in NEEDED.items() if ratios[name] < needed
    ]
    sys.exit("\n".join(missed) or None)


if __name__ == "__main__":
    main()
