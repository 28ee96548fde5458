"""Runs the measurements of shapes. `--record` writes the figures to benches/record/."""

import argparse

from benches.measure import record
from benches.shapes import items, posts, products, verdicts

MEASUREMENTS = {
    "products": products.measure,
    "posts": posts.measure,
    "items": items.measure,
    "verdicts": verdicts.measure,
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benches.shapes", description=__doc__)
    parser.add_argument("shapes", nargs="*", choices=[[], *MEASUREMENTS], help="which ones; all if none is named")
    parser.add_argument("--record", action="store_true")
    arguments = parser.parse_args()
    figures = {name: MEASUREMENTS[name]() for name in arguments.shapes or MEASUREMENTS}
    for name, row in figures.items():
        print(name, ", ".join(f"{key} {value}" for key, value in row.items()))
    if arguments.record:
        record("shapes", figures)


if __name__ == "__main__":
    main()
