"""Tables that hold data stay tables; those that only lay out the page are unrolled."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from maintext.render import roles as role
from maintext.tags import TAGS

if TYPE_CHECKING:
    from maintext.page import Page
    from maintext.render.options import Options

MAX_DATA_CHARS = 2_000
"""A cell with more text than this, in a table without header cells, holds a page's column."""
_CELLS = [TAGS["td"], TAGS["th"]]
_HEADINGS = [TAGS[f"h{level}"] for level in range(1, 7)]


@dataclass
class _Table:
    """What the decision needs to know of one table."""

    row: int
    parts: list[int] = field(default_factory=list)
    """Rows of its own rows, cells and captions."""
    n_cells_of_row: dict[int, int] = field(default_factory=dict)
    has_header: bool = False
    has_tables: bool = False


def unroll_tables(page: Page, roles: NDArray[np.uint8], options: Options) -> None:
    """Takes their roles from tables of layout; without `include_tables` those of data are left out."""
    for table in _tables(page, roles):
        if _is_data(page, table):
            roles[table.row] = role.TABLE if options.include_tables else role.SKIP
        else:
            roles[[table.row, *table.parts]] = 0


def _tables(page: Page, roles: NDArray[np.uint8]) -> Iterable[_Table]:
    """Every table with its own parts, inner ones after outer ones."""
    elements = page.elements
    rows = np.flatnonzero((roles >= role.TABLE) & (roles <= role.CAPTION))
    ends, parents = elements.end[rows].tolist(), elements.parent[rows].tolist()
    found: list[_Table] = []
    open_tables: list[tuple[_Table, int]] = []
    for row, own, end, parent in zip(rows.tolist(), roles[rows].tolist(), ends, parents, strict=True):
        while open_tables and open_tables[-1][1] <= row:
            open_tables.pop()
        if own == role.TABLE:
            if open_tables:
                open_tables[-1][0].has_tables = True
            found.append(_Table(row))
            open_tables.append((found[-1], end))
        elif open_tables:
            _add_part(open_tables[-1][0], row, own, parent)
        elif own != role.CAPTION:
            # Cells outside of tables are none.
            roles[row] = 0
    return found


def _add_part(table: _Table, row: int, own: int, parent: int) -> None:
    table.parts.append(row)
    if own in (role.CELL, role.HEAD_CELL):
        table.n_cells_of_row[parent] = table.n_cells_of_row.get(parent, 0) + 1
        table.has_header |= own == role.HEAD_CELL


def _is_data(page: Page, table: _Table) -> bool:
    """Whether a table's rows and columns mean something."""
    (purpose,) = page.attribute([table.row], "role")
    if purpose in ("presentation", "none") or not table.n_cells_of_row:
        return False
    if table.has_header and not table.has_tables:
        return True
    widths = table.n_cells_of_row.values()
    if table.has_tables or len(widths) < 2 or max(widths) < 2:
        return False
    elements = page.elements
    parts = np.array(table.parts)
    cells = elements.chars[parts[np.isin(elements.tag[parts], _CELLS)]]
    inside = elements.tag[table.row : int(elements.end[table.row])]
    return int(cells.max()) <= MAX_DATA_CHARS and not np.isin(inside, _HEADINGS).any()
