"""Writes the tables of figures into docs/algorithms: README.md, with quality from the floors that `make evaluate`
checks and time from the record of `make bench`; model.md, from the card of the shipped model. Run it after any of them
changes; a test compares."""

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
    """One row per extractor, one column per corpus, and milliseconds per page on top of parsing."""
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


TRAINING_SETS = {
    "wcxb_train": "WCXB",
    "wcxb_train/article": "its articles",
    "wcxb_train/documentation": "documentation",
    "wcxb_train/service": "services",
    "wcxb_train/forum": "forums",
    "wcxb_train/listing": "listings",
    "wcxb_train/collection": "collections",
    "wcxb_train/product": "products",
    "shops_train": "large shops: all pages",
    "shops_train/product": "large shops: products",
    "products_train": "products with fields",
    "forums_train": "threads",
    "magic_forums_train": "threads of magic-html",
    "magic_articles_train": "articles of magic-html",
    "recipes_train": "recipes",
    "newspaper_train": "newspaper4k's pages",
    "fundus_train": "fundus, news in many languages",
    "readability_train": "Readability's pages",
    "chinese_train": "Chinese pages",
    "forms_train": "forms and log-ins",
}
MODEL_PAGE = PAGE.parent / "model.md"


def model_table() -> str:
    """One row per data set or page type: F1 of the model against gold texts and against labels, on sites not seen."""
    scores = json.loads(CARD.read_text())["scores"]
    lines = ["| | published gold text | labels of blocks |", "|---|---|---|"]
    for name, meaning in TRAINING_SETS.items():
        corpus, _, kind = name.partition("/")
        by_labels = f"f1 {corpus} by labels" + (f"/{kind}" if kind else "")
        cells = [_with_interval(scores, key) if key in scores else "" for key in (f"f1 {name}", by_labels)]
        lines.append(f"| {meaning} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _with_interval(scores: dict[str, float], key: str) -> str:
    """The mean, and half of its 95 % interval over pages."""
    return " ± ".join(f"{scores[name]:.3f}".removeprefix("0") for name in (key, f"half interval of {key}"))


def link(name: str) -> str:
    """The name, with its page if it has one; the forms of CETR share one."""
    page = re.sub(r"^cetr-..$", "cetr", name)
    return f"[`{name}`]({page}.md)" if (PAGE.parent / f"{page}.md").exists() else f"`{name}`"


def with_table(text: str, table: str) -> str:
    """The page's text with this table between the marks."""
    before, _, rest = text.partition(MARKS[0])
    after = rest.partition(MARKS[1])[2]
    return before + MARKS[0] + "\n" + table + "\n" + MARKS[1] + after


def tables() -> dict[Path, str]:
    """The present table of each page."""
    return {PAGE: table(), MODEL_PAGE: model_table()}


if __name__ == "__main__":
    for path, present in tables().items():
        text = path.read_text(encoding="utf-8")
        if MARKS[0] not in text:
            sys.exit(f"{path.name} has no mark {MARKS[0].strip()}")
        path.write_text(with_table(text, present), encoding="utf-8")
