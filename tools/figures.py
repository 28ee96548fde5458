"""Writes the table of figures into docs/algorithms/README.md: quality from the floors that `make evaluate` checks,
time from the record of `make bench`. Run it after either changes; a test compares."""

import json
import re
import sys
from pathlib import Path

from benches.measure import latest

ROOT = Path(__file__).resolve().parent.parent
FLOORS = ROOT / "src" / "maintext" / "evaluate" / "floors.json"
CARD = ROOT / "src" / "maintext" / "trained" / "model.json"
PAGE = ROOT / "docs" / "algorithms" / "README.md"
COLUMNS = {
    "cleaneval_final": "CleanEval",
    "gn1": "L3S-GN1",
    "dragnet": "dragnet",
    "portal": "CleanPortalEval",
    "wcxb_train": "WCXB",
}
MARKS = ("<!-- figures: python -m tools.figures -->\n", "<!-- end of figures -->\n")


def table() -> str:
    """A row an extractor, a column a corpus, and milliseconds a page on top of parsing."""
    floors = json.loads(FLOORS.read_text())
    times = latest("extractors")["extractors"]
    lines = ["| | " + " | ".join([*COLUMNS.values(), "ms"]) + " |", "|---" * (len(COLUMNS) + 2) + "|"]
    for name in floors["gn1"]["floors"]:
        scores = [floors[corpus]["floors"][name]["bag-of-words.f1"] for corpus in COLUMNS]
        cells = [f"{score:.3f}".removeprefix("0") for score in scores]
        if name == "model":
            # It was trained on these pages: its card has the figure on sites that it had not seen.
            cells[-1] = f"{json.loads(CARD.read_text())['scores']['f1 wcxb_train']:.3f}".removeprefix("0")
        time = f"{times[name]['mean_ms']:.2f}" if name in times else ""
        lines.append(f"| {link(name)} | " + " | ".join([*cells, time]) + " |")
    return "\n".join(lines) + "\n"


def link(name: str) -> str:
    """The name, with its page if it has one; the forms of CETR share one."""
    page = re.sub(r"^cetr-..$", "cetr", name)
    return f"[`{name}`]({page}.md)" if (PAGE.parent / f"{page}.md").exists() else f"`{name}`"


def with_table(text: str) -> str:
    """The page's text with the present table between the marks."""
    before, _, rest = text.partition(MARKS[0])
    after = rest.partition(MARKS[1])[2]
    return before + MARKS[0] + "\n" + table() + "\n" + MARKS[1] + after


if __name__ == "__main__":
    text = PAGE.read_text(encoding="utf-8")
    if MARKS[0] not in text:
        sys.exit(f"{PAGE.name} has no mark {MARKS[0].strip()}")
    PAGE.write_text(with_table(text), encoding="utf-8")
