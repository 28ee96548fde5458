"""Records of the papers and floors -> the tables of figures in docs/algorithms/*.md. A test compares the pages with it.

A table whose head has the corpora is written anew, row by row; a row whose label is not known is an error, so that no
figure escapes the comparison.
"""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benches.corpora import ROOT
from benches.papers.methods import FORMS, VARIANTS, WIDTHS
from benches.papers.records import recorded
from benches.papers.report.prose import with_quoted
from tools.figures import FLOORS

DOCS = ROOT / "docs" / "algorithms"
COLUMNS = {
    "CleanEval": "cleaneval_final",
    "GN1": "gn1",
    "L3S-GN1": "gn1",
    "dragnet": "dragnet",
    "CleanPortalEval": "portal",
    "WCXB": "wcxb_train",
}
OTHER_PAGES = ("README", "model", "matching", "vips")
"""Pages with tables of other records."""
TAKEN = "std(T), as the text says: taken"
"""The label of CETR's own width."""
JUDGEMENT = "| reading, threshold | articles: yes, no | others: yes, no | accuracy |"
"""The head of the table of the P value's judgement."""
HARMONIC = re.compile(r"(computed that way ours is )[\d.]+( %)")
Cell = Callable[[dict[str, float]], str]


def share(value: float) -> str:
    """Per cent as a share with three decimals.

    >>> share(92.05)
    '.920'
    """
    return f"{value / 100:.3f}".removeprefix("0")


def _f1(own: dict[str, float]) -> str:
    return share(own["f1"])


ROWS: dict[str, Cell] = {
    "precision": lambda own: share(own["precision"]),
    "recall": lambda own: share(own["recall"]),
    "F1": _f1,
    "precision, recall": lambda own: f"{share(own['precision'])} {share(own['recall'])}",
    "precision, recall and F1 all above .95": lambda own: share(own["share"]),
    **{name: lambda own, name=name: f"{own[name]:.0f} %" for name in ("accurate", "extra", "missed")},  # type: ignore[misc]
}
"""What a row of a page's own method shows."""
OTHERS = {
    "`cetr-tm`": "cetr-tm",
    "`cetr-km`": "cetr-km",
    "`cetr`": "cetr",
    "F1, anchors not counted (ACCB)": VARIANTS[0],
    "F1, text weight 0.1": VARIANTS[1],
    "F1 without `img` in the list, as printed": VARIANTS[2],
}
"""Rows with the F1 of another method."""


def known_figures() -> dict[str, Any]:
    """The figures of every method that is recorded, those of a paper's own record first; F1 of the others by floors."""
    floors = json.loads(FLOORS.read_text(encoding="utf-8"))
    methods: dict[str, dict[str, dict[str, float]]] = {}
    for corpus in set(COLUMNS.values()):
        for name, own in floors[corpus]["floors"].items():
            methods.setdefault(name, {})[corpus] = {"f1": 100 * own["bag-of-words.f1"]}
    measured = recorded("methods")["figures"]
    own_records: dict[str, Any] = {name: {} for name in FORMS}
    for corpus, forms in recorded("cetr")["figures"]["bags"].items():
        for form, own in forms.items():
            own_records[form][corpus] = own
    own_records["qread"] = recorded("qread")["figures"]["bags"]["qread"]
    extraction = recorded("pvalue")["figures"]["extraction"]
    own_records |= {"pvalue": extraction["P value"], VARIANTS[2]: extraction["removed=PRINTED"]}
    for found in (measured["methods"], own_records):
        for name, corpora in found.items():
            for corpus, own in corpora.items():
                methods.setdefault(name, {}).setdefault(corpus, {}).update(own)
    return {"methods": methods, "widths": measured["widths"], "kinds": measured["kinds"]}


def with_figures(text: str, name: str) -> str:
    """A page's text with the present figures in its tables."""
    found = known_figures()
    lines, columns = [], list[str]()
    for line in text.split("\n"):
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.startswith("|"):
            columns = []
        elif cells[1:] and all(cell in COLUMNS for cell in cells[1:]):
            columns = [COLUMNS[cell] for cell in cells[1:]]
        elif columns and not cells[0].startswith("-"):
            known = zip(row(found, name, cells[0], columns), cells[1:], strict=True)
            line = f"| {cells[0]} | {' | '.join(new or old for new, old in known)} |"
        lines.append(line)
    text = "\n".join(lines)
    own = found["methods"].get(name, {}).get("cleaneval_final", {})
    if "recall" in own:
        harmonic = 100 * _harmonic(own)
        text = HARMONIC.sub(rf"\g<1>{harmonic:.1f}\g<2>", text)
    if name == "pvalue":
        text = with_judgement(text)
    return with_quoted(text, name, found)


def with_judgement(text: str) -> str:
    """The page of the P value with the present table of its judgement."""
    lines = [JUDGEMENT, "|---" * (JUDGEMENT.count("|") - 1) + "|"]
    for reading, own in recorded("pvalue")["figures"]["judgement"].items():
        counts = (f"{own[pages][0]}, {own[pages][1]}" for pages in ("articles", "others"))
        lines.append(f"| {reading} | {' | '.join(counts)} | {share(own['accuracy'])} |")
    start = text.index(JUDGEMENT)
    return text[:start] + "\n".join(lines) + text[text.index("\n\n", start) :]


def _harmonic(own: dict[str, float]) -> float:
    precision, recall = own["precision"] / 100, own["recall"] / 100
    return 2 * precision * recall / (precision + recall)


def row(found: dict[str, Any], name: str, label: str, columns: list[str]) -> list[str]:
    """The cells of a row, empty where there is no record; a KeyError names a row that can't have one."""
    if label in WIDTHS:
        widths = found["widths"].get(label, {})
        return [" ".join(share(f1) for f1 in widths[corpus].values()) if corpus in widths else "" for corpus in columns]
    methods = found["methods"]
    if label == TAKEN:
        return [" ".join(_f1(methods[form][corpus]) for form in FORMS) for corpus in columns]
    by, cell = (OTHERS[label], _f1) if label in OTHERS else (name, ROWS[label])
    return [_cell(cell, methods.get(by, {}).get(corpus, {})) for corpus in columns]


def _cell(cell: Cell, own: dict[str, float]) -> str:
    try:
        return cell(own)
    except KeyError:
        return ""


def pages() -> list[Path]:
    """The pages of published methods."""
    return [path for path in sorted(DOCS.glob("*.md")) if path.stem not in OTHER_PAGES]


def main() -> None:
    for path in pages():
        path.write_text(with_figures(path.read_text(encoding="utf-8"), path.stem), encoding="utf-8")


if __name__ == "__main__":
    main()
