"""Entries -> their items: the twin of `crates/pagetable/src/query/lists/items.rs`."""

import re
from collections import Counter
from decimal import Decimal
from typing import Any

import numpy as np
from numpy.typing import NDArray

from maintext.metadata.values.dates import read_day, shows_date
from maintext.page import Page
from maintext.page.flags import SVG, UNSHOWN
from maintext.page.tags import TAGS
from maintext.shapes.items.reading import OLD
from maintext.shapes.products.words import NOT_THE_PRICE, struck_marks
from tests.shapes.twin.entries import Entry, read_entries

STRUCK = [TAGS["del"], TAGS["s"], TAGS["strike"]]


def read_items(
    page: Page, lists: list[list[tuple[int, int]]], keep: NDArray[Any], base: str
) -> list[list[tuple[Any, ...]]]:
    """What `_core.Page.read_items` returns."""
    is_seen = (page.blocks.flags & (UNSHOWN | SVG) == 0) | keep
    marked = page.marked_rows(struck_marks(*OLD))[0]
    struck = sorted({*marked, *(row for rows in page.rows_by_tag(STRUCK) for row in rows)})
    entries = [_without_controls(page, read_entries(page, own, is_seen, struck, base), keep) for own in lists]
    found = [[_item(page, entry) for entry in own] for own in entries]
    return [[item for item in own if item[0]] for own in found]


def _without_controls(page: Page, entries: list[Entry], keep: NDArray[Any]) -> list[Entry]:
    """Links and buttons of a few words that were not kept and that most entries have are empty lines."""
    blocks, counts = page.blocks, Counter[int]()
    own = [
        [number if not keep[number] and _is_control(page, number) else None for number in entry.blocks]
        for entry in entries
    ]
    for numbers in own:
        counts.update({int(blocks.hash[number]) for number in numbers if number is not None})
    controls = {key for key, n_entries in counts.items() if n_entries >= 3 and 2 * n_entries > len(entries)}
    return [
        entry._replace(
            lines=[
                "" if number is not None and int(blocks.hash[number]) in controls else line
                for number, line in zip(numbers, entry.lines, strict=True)
            ]
        )
        for entry, numbers in zip(entries, own, strict=True)
    ]


def _is_control(page: Page, number: int) -> bool:
    blocks, elements = page.blocks, page.elements
    if blocks.words[number] > 4 or blocks.digits[number]:
        return False
    if 2 * blocks.link_chars[number] >= max(1, blocks.chars[number]):
        return True
    rows = np.flatnonzero((elements.tag == TAGS["button"]) & (elements.first_block == number))
    is_alone = elements.stop_block[rows] == number + 1
    return bool((is_alone & (2 * elements.chars[rows] >= blocks.chars[number])).any())


def _item(page: Page, entry: Entry) -> tuple[Any, ...]:
    name, own_link = _name(entry)
    (amount, currency), price_line = _price(entry)
    date, date_line = _date(page, entry)
    used = {name, date_line, price_line}
    text = "\n".join(text for text in dict.fromkeys(entry.lines) if text and text not in used)
    at_heading = [address for _, address, is_at_heading, _ in entry.links if is_at_heading]
    addresses = [own_link, *at_heading, *(address for _, address, _, _ in entry.links)]
    written = [address for address in dict.fromkeys(addresses) if address]
    return name, written, text, amount, currency, date, entry.image, entry.blocks


def _name(entry: Entry) -> tuple[str | None, str | None]:
    if entry.heading:
        return entry.heading[:200], None
    links = entry.links[:-1] if entry.has_outer_link else entry.links
    texts = [(text, address) for text, address, _, is_price in links if text and not is_price and len(text) <= 200]
    if texts:
        longest = max(texts, key=lambda pair: len(pair[0]))
        inside = [pair for pair in texts if len(longest[0]) < 2 * len(pair[0]) and pair[0] in longest[0]]
        return min(inside, key=lambda pair: len(pair[0]))
    with_prices = {number for number, _ in entry.prices}
    others = (text for number, text in enumerate(entry.lines) if number not in with_prices)
    first = next((text for text in others if text and not shows_date(text)), None)
    return (first[:200] if first else None), None


def _price(entry: Entry) -> tuple[tuple[str | None, str | None], str | None]:
    for number, found in entry.prices:
        left = [money for money in found if money[0] not in entry.struck]
        if left and len(entry.lines[number]) <= 120 and not _is_difference(entry.lines[number], found):
            is_pair = len(left) == len(found) == 2
            amount, currency, _ = min(left, key=lambda money: Decimal(money[0])) if is_pair else left[0]
            return (amount, currency), entry.lines[number]
    return (None, None), None


def _is_difference(line: str, found: list[tuple[str, str, int]]) -> bool:
    before = line[: found[0][2]]
    is_minus = re.fullmatch(r"\s*(?:[^\W\d_]|[\s€£$¥₹])*[-–−](?:[^\W\d_]|[\s€£$¥₹])*", before) is not None
    is_saving = any(phrase in before.lower() for phrase in NOT_THE_PRICE)
    return len(found) == 1 and (is_saving or (is_minus and not before[:1].isalnum()))


def _date(page: Page, entry: Entry) -> tuple[str | None, str | None]:
    language = page.head.language
    pairs = zip(entry.blocks, entry.lines, strict=True)
    may_be = [text for number, text in pairs if len(text) <= (60 if page.blocks.digits[number] > 0 else 24)]
    line = next(filter(shows_date, may_be), None)
    day = next(filter(None, (read_day(time, language) for time in entry.times)), None)
    if day or not line:
        return day, line
    return read_day(line, language) or line, line
