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


def titled(summaries: Sequence[Summary]) -> dict[str, list[Summary]]:
    """The summaries of each corpus and page type under its title, best F1 first."""
    groups: dict[str, list[Summary]] = {}
    for summary in sorted(summaries, key=lambda summary: -summary.figures["bag-of-words"]["f1"]):
        groups.setdefault(_title(summary), []).append(summary)
    return {title: groups[title] for title in dict.fromkeys(map(_title, summaries))}


def to_table(summaries: Sequence[Summary]) -> str:
    """A table a corpus and page type."""
    return "\n\n".join(f"{title}\n{_rows(group)}" for title, group in titled(summaries).items())


def _title(summary: Summary) -> str:
    return summary.corpus if summary.kind == ALL_TYPES else f"{summary.corpus}, {summary.kind}"


def _rows(summaries: Sequence[Summary]) -> str:
    rows = [list(COLUMNS), *([cell(summary) for cell in COLUMNS.values()] for summary in summaries)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(_line(row, widths) for row in rows)


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    # The name at the left and the errors at the right are words; the rest are numbers.
    last = len(row) - 1
    cells = [
        cell.ljust(width) if number in (0, last) else cell.rjust(width)
        for number, (cell, width) in enumerate(zip(row, widths, strict=True))
    ]
    return "  ".join(cells).rstrip()
