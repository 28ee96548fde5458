"""What a browser reports for each element -> columns beside those of the page table.

Elements have a number in an attribute: the row of the page table that wrote it into the source, or one that the browser
gave and the page table reads. So every row finds its values, however the browser built its tree. Rows that the browser
has no element for have a box without size and are not visible.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from maintext.errors import RenderError
from maintext.page import flags

if TYPE_CHECKING:
    from maintext.page import Page

N_VALUES = 10
"""Numbers for each element: its own number, then the columns of `Layout`."""

READ_LAYOUT = """
([name, numbers, most]) => {
  const colour = (text) => {
    const found = text.match(/[0-9.]+/g);
    if (!found || found.length < 3) return 0;
    const [r, g, b, a] = found.map(Number);
    return (r * 16777216 + g * 65536 + b * 256 + Math.round(255 * (found.length > 3 ? a : 1))) >>> 0;
  };
  const elements = document.querySelectorAll("*");
  if (elements.length > most) return { n_elements: elements.length };
  const values = [];
  elements.forEach((element, place) => {
    if (numbers) element.setAttribute(name, place);
    const number = element.getAttribute(name);
    if (number === null) return;
    const box = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    const shown = style.visibility === "visible" && style.display !== "none" && Number(style.opacity) > 0;
    values.push(Number(number), box.x + scrollX, box.y + scrollY, box.width, box.height,
      parseFloat(style.fontSize) || 0, Number(style.fontWeight) || 400,
      colour(style.color), colour(style.backgroundColor),
      shown && box.width > 0 && box.height > 0 ? 1 : 0);
  });
  return { values, html: numbers ? document.documentElement.outerHTML : "" };
}
"""
_TAG_NAME = re.compile(rb"<[^\s/>]+")


@dataclass(frozen=True, eq=False)
class Layout:
    """One value per row of `page.elements`. Lengths are in CSS pixels from the page's top left corner."""

    x: NDArray[np.float32]
    y: NDArray[np.float32]
    width: NDArray[np.float32]
    height: NDArray[np.float32]
    font_size: NDArray[np.float32]
    font_weight: NDArray[np.float32]
    colour: NDArray[np.uint32]
    """Red, green, blue and opacity of the text, a byte each."""
    background: NDArray[np.uint32]
    """The same of the background; 0 if the element has none of its own."""
    is_visible: NDArray[np.bool_]
    """Whether it is displayed with a size, is not transparent and not hidden."""

    def __len__(self) -> int:
        return len(self.x)

    @property
    def right(self) -> NDArray[np.float32]:
        """The right edge of each box."""
        return self.x + self.width

    @property
    def bottom(self) -> NDArray[np.float32]:
        """The lower edge of each box."""
        return self.y + self.height


def marked_source(page: Page, mark: str) -> bytes:
    """The page's HTML with the row of each element that it writes in an attribute."""
    elements = page.elements
    pieces, stop = [], 0
    for row in np.flatnonzero(elements.flags & flags.IMPLIED == 0).tolist():
        name = _TAG_NAME.match(page.source, int(elements.start[row]))
        if name is not None and name.end() <= elements.open_stop[row]:
            pieces += [page.source[stop : name.end()], f' {mark}="{row}"'.encode()]
            stop = name.end()
    return b"".join([*pieces, page.source[stop:]])


def numbered_rows(marked: Page, mark: str) -> NDArray[np.int64]:
    """The number that each element has in its attribute; -1 for one without."""
    rows = np.arange(len(marked.elements))
    # Scripts of the page may have written anything there.
    found = (text if text and text.isdecimal() and len(text) < 10 else "-1" for text in marked.attribute(rows, mark))
    return np.array(list(found), dtype=np.int64)


def layout_of(numbers: NDArray[np.int64], values: object) -> Layout:
    """The columns of a page whose elements have these numbers, from what the browser reported."""
    table = _table(values)
    by_number = {int(number): place for place, number in enumerate(table[:, 0])}
    place = np.array([by_number.get(number, -1) for number in numbers.tolist()], dtype=np.int64)
    found = np.zeros((len(numbers), N_VALUES))
    found[place >= 0] = table[place[place >= 0]]
    boxes, colours, is_visible = found[:, 1:7].T.astype(np.float32), found[:, 7:9].T.astype(np.uint32), found[:, 9] > 0
    for each in (boxes, colours, is_visible):
        each.setflags(write=False)
    x, y, width, height, font_size, font_weight = boxes
    return Layout(x, y, width, height, font_size, font_weight, colours[0], colours[1], is_visible)


def _table(values: object) -> NDArray[np.float64]:
    """A row per element of the browser. The page's scripts can reach what the browser reports, so it is checked."""
    try:
        table = np.array(values, dtype=np.float64).reshape(-1, N_VALUES)
    except (TypeError, ValueError) as error:
        raise RenderError("the browser reported a layout that is not made of numbers") from error
    if not np.isfinite(table).all() or (table[:, 5:] < 0).any() or (np.abs(table) >= 2**32).any():
        raise RenderError(f"the browser reported a layout of {len(table)} elements with impossible values")
    return table
