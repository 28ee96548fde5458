"""Summaries -> a table for people, in plain text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isnan

from maintext.evaluate.summary import ALL_TYPES, Summary

Cell = Callable[[Summary], str]


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


def to_table(summaries: Sequence[Summary], width: int | None = None) -> str:
    """A table a corpus and page type. With a width, only as many columns as fit, and a line that names the others."""
    return "\n\n".join(f"{title}\n{_fitted(group, width)}" for title, group in titled(summaries).items())


def _fitted(summaries: Sequence[Summary], width: int | None) -> str:
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
    return table + (f"\n(more with a wider terminal, --json or --report: {', '.join(left_out)})" if left_out else "")


def _title(summary: Summary) -> str:
    return summary.corpus if summary.kind == ALL_TYPES else f"{summary.corpus}, {summary.kind}"


def _rows(summaries: Sequence[Summary], names: Sequence[str]) -> str:
    rows = [list(names), *([COLUMNS[name](summary) for name in names] for summary in summaries)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(_line(row, widths, names) for row in rows)


def _line(row: Sequence[str], widths: Sequence[int], names: Sequence[str]) -> str:
    # The name at the left and the errors at the right are words; the rest are numbers.
    cells = [
        cell.ljust(width) if name in ("by", "errors") else cell.rjust(width)
        for name, cell, width in zip(names, row, widths, strict=True)
    ]
    return "  ".join(cells).rstrip()
