"""Summaries -> a table for people, in plain text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isnan

from maintext.evaluate.summary import ALL_TYPES, Summary

Cell = Callable[[Summary], str]
Paint = Callable[[str, str], str]
"""Gives a text a style: title, heading, best, note."""


def _plain(text: str, style: str) -> str:
    return text


def _figure(metric: str, name: str) -> Cell:
    def cell(summary: Summary) -> str:
        value = summary.figures[metric][name]
        return "-" if isnan(value) else f"{value:.3f}"

    return cell


def _outcome(summary: Summary) -> str:
    return "/".join(f"{100 * share:.0f}" for share in summary.figures["outcome"].values())


def _shingles(summary: Summary) -> str:
    figures = summary.figures["shingles"]
    return f"{figures['f1']:.3f}±{figures['f1_error']:.3f}"


def _errors(summary: Summary) -> str:
    return ", ".join(f"{count} {name}" for name, count in summary.errors.items()) or "-"


def _ms(name: str) -> Cell:
    return lambda summary: f"{summary.ms[name]:.2f}"


COLUMNS: dict[str, Cell] = {
    "by": lambda summary: summary.by,
    "pages": lambda summary: str(summary.n_pages),
    "P": _figure("bag-of-words", "precision"),
    "R": _figure("bag-of-words", "recall"),
    "F1": _figure("bag-of-words", "f1"),
    "F1 of means": _figure("bag-of-words", "f1_of_means"),
    "shingles F1": _shingles,
    "aligned F1": _figure("aligned-words", "f1_of_means"),
    "length F1": _figure("text-length", "f1"),
    "edit": _figure("edit-distance", "similarity"),
    ">95%": _figure("all-above", "share"),
    "acc/extra/missed %": _outcome,
    "with": _figure("snippets", "with"),
    "without": _figure("snippets", "without"),
    "ms": _ms("mean"),
    "median": _ms("median"),
    "p95": _ms("p95"),
    "errors": _errors,
}
"""Heading and content of each column. P, R, F1 are those of the bag of words."""
FEW_COLUMNS = ("by", "pages", "P", "R", "F1", "ms")
"""The columns that fit any width."""


def titled(summaries: Sequence[Summary]) -> dict[str, list[Summary]]:
    """The summaries of each corpus and page type under its title, best F1 first."""
    groups: dict[str, list[Summary]] = {}
    for summary in sorted(summaries, key=lambda summary: -summary.figures["bag-of-words"]["f1"]):
        groups.setdefault(_title(summary), []).append(summary)
    return {title: groups[title] for title in dict.fromkeys(map(_title, summaries))}


def to_table(summaries: Sequence[Summary], width: int | None = None, paint: Paint = _plain) -> str:
    """One table per corpus and page type. With a width, only as many columns as fit, and a line that names the others.
    Headings and the best value of each column are painted."""
    groups = titled(summaries).items()
    return "\n\n".join(f"{paint(title, 'title')}\n{_fitted(group, width, paint)}" for title, group in groups)


def _fitted(summaries: Sequence[Summary], width: int | None, paint: Paint) -> str:
    names = list(COLUMNS)
    left_out: list[str] = []
    # The few columns stay in any case; of the others the last ones go first, the errors last of all.
    others = [name for name in reversed(names) if name not in FEW_COLUMNS and name != "errors"]
    if all(not summary.errors for summary in summaries):
        others.insert(0, "errors")
    while True:
        table = _rows(summaries, names)
        if width is None or not others or max(map(len, table.splitlines())) <= width:
            break
        left_out.insert(0, others.pop(0))
        names.remove(left_out[0])
    note = f"(more with a wider terminal, --json or --report: {', '.join(left_out)})" if left_out else ""
    return _rows(summaries, names, paint) + (f"\n{paint(note, 'note')}" if note else "")


def _title(summary: Summary) -> str:
    return summary.corpus if summary.kind == ALL_TYPES else f"{summary.corpus}, {summary.kind}"


def _rows(summaries: Sequence[Summary], names: Sequence[str], paint: Paint = _plain) -> str:
    rows = [[COLUMNS[name](summary) for name in names] for summary in summaries]
    columns = list(zip(names, *rows, strict=True))
    widths = [max(map(len, column)) for column in columns]
    best = [_best(name, column[1:]) for name, column in zip(names, columns, strict=True)]
    heading = paint(_line(names, widths, names, [""] * len(names), paint), "heading")
    return "\n".join([heading, *(_line(row, widths, names, best, paint) for row in rows)])


def _best(name: str, cells: Sequence[str]) -> str:
    """The best of several values of a column; empty if none is better than another."""
    numbers = {cell: float(cell) for cell in cells if cell.replace(".", "", 1).isdigit()}
    if name in ("by", "pages", "errors") or len(numbers) < 2:
        return ""
    choose = min if name in ("ms", "median", "p95") else max
    return choose(numbers, key=lambda cell: numbers[cell])


def _line(row: Sequence[str], widths: Sequence[int], names: Sequence[str], best: Sequence[str], paint: Paint) -> str:
    cells = []
    for name, cell, width, best_cell in zip(names, row, widths, best, strict=True):
        # The name at the left and the errors at the right are words; the rest are numbers.
        gap = " " * (width - len(cell))
        shown = paint(cell, "best") if cell and cell == best_cell else cell
        cells.append(shown + gap if name in ("by", "errors") else gap + shown)
    return "  ".join(cells).rstrip()
