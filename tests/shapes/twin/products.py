"""Page -> lines with digits, pairs of a specification: the twin of `query/products/{lines,pairs}.rs` of the core."""

import re
from collections.abc import Iterator
from typing import Any

from maintext.page import Page
from maintext.page.flags import UNSHOWN
from maintext.page.tags import TAGS
from tests.shapes.twin.money import amounts_in

_CODE = re.compile(r"[A-Za-z0-9][A-Za-z0-9./_-]{2,39}")
MAX_PAIRS = 200
CELLS = (TAGS["td"], TAGS["th"])


def lines_with_digits(
    page: Page, heading: int, n_after: int, n_before: int, most_chars: int
) -> list[tuple[int, str, bool, list[Any], list[tuple[int, str]]]]:
    blocks, texts = page.blocks, page.texts()
    is_one = (blocks.flags & UNSHOWN == 0) & (blocks.digits > 0) & (blocks.chars <= most_chars)
    numbers = [number for number in range(len(blocks)) if is_one[number]]
    after = [number for number in numbers if number >= heading][:n_after]
    before = [number for number in numbers if number < heading]
    return [_line(page, number, texts[number]) for number in after + before[max(0, len(before) - n_before) :]]


def _line(page: Page, number: int, text: str) -> tuple[int, str, bool, list[Any], list[tuple[int, str]]]:
    blocks = page.blocks
    codes = [(match.start(), match[0]) for match in _CODE.finditer(text) if sum(map(str.isdigit, match[0])) >= 3]
    is_link = 0 < int(blocks.chars[number]) <= int(blocks.link_chars[number])
    return number, text, is_link, [tuple(money) for money in amounts_in(text)], codes


def read_pairs(page: Page) -> list[tuple[str, str]]:
    return list(_pairs(page))[:MAX_PAIRS]


def _pairs(page: Page) -> Iterator[tuple[str, str]]:
    elements = page.elements
    rows, terms = page.rows_by_tag([TAGS["tr"], TAGS["dt"]])
    for row in rows[: MAX_PAIRS * 2]:
        cells = [child for child in range(row + 1, int(elements.end[row])) if int(elements.parent[child]) == row]
        tags = [int(elements.tag[cell]) for cell in cells]
        if len(cells) == 2 and all(tag in CELLS for tag in tags) and tags[1] != TAGS["th"]:
            yield from _pair(page, cells[0], cells[1])
    for row in terms[: MAX_PAIRS * 2]:
        following = int(elements.end[row])
        if following < len(elements) and int(elements.tag[following]) == TAGS["dd"]:
            yield from _pair(page, row, following)


def _pair(page: Page, name_row: int, value_row: int) -> Iterator[tuple[str, str]]:
    if int(page.elements.flags[name_row]) & UNSHOWN:
        return
    name = page.element_text(name_row, " ").strip().rstrip(":：").strip()
    value = page.element_text(value_row, " ").strip()
    found = amounts_in(value) if len(value) <= 40 else []
    is_price = bool(found) and not any(map(str.isalnum, value[: found[0].place]))
    if 0 < len(name) <= 60 and 0 < len(value) <= 400 and not is_price and not _is_menu(page, value_row):
        yield name, value


def _is_menu(page: Page, row: int) -> bool:
    elements, blocks = page.elements, page.blocks
    numbers = range(int(elements.first_block[row]), int(elements.stop_block[row]))
    are_links = all(5 * int(blocks.link_chars[number]) >= 4 * int(blocks.chars[number]) for number in numbers)
    n_links = sum(int(elements.tag[inner]) == TAGS["a"] for inner in range(row, int(elements.end[row])))
    return are_links and (n_links >= 6 or (len(numbers) >= 3 and n_links >= 3))
