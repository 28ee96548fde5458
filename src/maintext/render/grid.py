"""Cells with spans -> rows of equal width, each cell once: what a span covers stays empty."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from maintext.page import Page

MAX_SPAN = 1_000
"""What browsers make of a larger span: it is no number that anybody meant."""
MAX_FILLED = 100_000
"""Cells that filling up may add to a table; rows of a larger one stay as long as they are."""


@dataclass(frozen=True)
class Cell:
    """A cell of a table as it is written."""

    text: str
    row: int
    is_header: bool


@dataclass(frozen=True)
class Spans:
    """Over how many columns and rows each cell goes, where it is more than one."""

    columns: dict[int, int]
    rows: dict[int, int]


def read_spans(page: Page, cells: list[int]) -> Spans:
    """The spans of cells."""
    return Spans(_spans(page, cells, "colspan"), _spans(page, cells, "rowspan"))


def _spans(page: Page, cells: list[int], name: str) -> dict[int, int]:
    values = page.attribute(cells, name) if cells else []
    numbers = ((row, span_of(value)) for row, value in zip(cells, values, strict=True) if value)
    return {row: number for row, number in numbers if number > 1}


def span_of(written: str) -> int:
    """The number of a span attribute, 1 if it means nothing."""
    digits = written.strip()[:5]
    return int(digits) if digits.isascii() and digits.isdecimal() and 1 < int(digits) <= MAX_SPAN else 1


def lay_out(rows: list[list[Cell]], spans: Spans) -> list[list[str]]:
    """The texts of a table, an empty one where another cell spans."""
    widest = max(map(len, rows), default=0)
    covered: dict[int, int] = {}
    lines = [_line(cells, spans, widest, covered) for cells in rows]
    width = max(map(len, lines), default=0)
    if width * len(lines) <= MAX_FILLED + sum(map(len, lines)):
        lines = [line + [""] * (width - len(line)) for line in lines]
    return lines


def _line(cells: list[Cell], spans: Spans, widest: int, covered: dict[int, int]) -> list[str]:
    """One row; `covered` has the rows that cells above still reach down, by column."""
    line: list[str] = []
    for cell in cells:
        while covered.get(len(line)):
            covered[len(line)] -= 1
            line.append("")
        # A span wider than the widest row covers nothing that is there.
        n_columns = min(spans.columns.get(cell.row, 1), widest)
        for column in range(len(line), len(line) + n_columns):
            if cell.row in spans.rows:
                covered[column] = spans.rows[cell.row] - 1
        line += [cell.text, *[""] * (n_columns - 1)]
    for column in [column for column, left in covered.items() if column >= len(line) and left]:
        covered[column] -= 1
    return line
