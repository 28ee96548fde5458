"""Page -> what it shows of its product: the twin of `query/products/{offer,state,words}.rs` of the core."""

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from maintext import _core
from maintext.page import Page
from maintext.page.flags import UNSHOWN
from maintext.page.tags import TAGS
from maintext.shapes.products.words import BEFORE_EARLIER_PRICE, LABELS, NOT_THE_PRICE, STRUCK_CLASSES, UNAVAILABLE
from tests.shapes.twin.money import amounts_in
from tests.shapes.twin.products import lines_with_digits

_GTIN = re.compile(r"(?<![0-9])[0-9]{8,14}(?![0-9])")
_ALONE = re.compile(r"[0-9.,'’]+[\s€£$¥₹]+")
_LETTERS = re.compile(r"[^\W\d_]+")
_MARKS = _core.Marks([(_core.word_hash(word, "class"), 0) for word in STRUCK_CLASSES])
Line = tuple[int, str, bool, list[Any], list[tuple[int, str]]]


def read_offer(page: Page, address: str) -> tuple[Any, ...]:
    """What `_core.Page.read_offer` returns."""
    heading = heading_of(page)
    lines = lines_with_digits(page, heading, 120, 10, 120)
    near = [line for line in lines if line[3] and line[0] <= heading + 150]
    amounts = [found for line in near for found in _amounts(page, line, heading)]
    currencies = {currency for line in near for _, currency, _ in line[3]}
    prices = [found for found, is_old in amounts if not is_old], [found for found, is_old in amounts if is_old]
    code = next(_codes(page, lines, address), None)
    ratings = [
        text
        for block, text, is_link, amounts, _ in lines
        if heading <= block <= heading + 150 and not is_link and not amounts and re.search("[0-9][.,][0-9]", text)
    ]
    currency = currencies.pop() if len(currencies) == 1 else None
    return heading, prices, currency, code, next(_gtins(lines), None), ratings


def heading_of(page: Page) -> int:
    """The block of the first shown h1, or else h2."""
    elements = page.elements
    for rows in page.rows_by_tag([TAGS["h1"], TAGS["h2"]]):
        for row in rows:
            if not int(elements.flags[row]) & UNSHOWN and int(elements.chars[row]) > 2:
                return int(elements.first_block[row])
    return 0


def _amounts(page: Page, line: Line, heading: int) -> Iterator[tuple[tuple[str, str, int], bool]]:
    block, text, is_link, found, _ = line
    if len(text) > 120 or block < heading - 30 or is_link:
        return
    start = 0
    for number, (amount, currency, place) in enumerate(found[:2]):
        following = found[number + 1] if number + 1 < len(found) else None
        before = text[:place].rstrip(" €£$¥₹:.") or _line_before(page, block).rstrip(" :.")
        is_old = (block, amount) in _struck(page) or before.lower().endswith(BEFORE_EARLIER_PRICE)
        if following and _ALONE.fullmatch(text[place : following[2]]):
            is_old = is_old or Decimal(following[0]) < Decimal(amount)
        own = text[start : place if following else place + 40].lower()
        start = place
        if is_old or not any(phrase in own for phrase in NOT_THE_PRICE):
            yield (amount, currency, block), is_old
        if not is_old:
            return


def _struck(page: Page) -> set[tuple[int, str]]:
    marked = [row for row in page.marked_rows(_MARKS)[0] if int(page.elements.chars[row]) <= 60]
    by_tag = page.rows_by_tag([TAGS["del"], TAGS["s"], TAGS["strike"]])
    rows = [*(row for rows in by_tag for row in rows), *marked][:100]
    texts = [(int(page.elements.first_block[row]), page.element_text(row, " ")) for row in rows]
    return {(block, money.amount) for block, text in texts for money in amounts_in(text)}


def _codes(page: Page, lines: list[Line], address: str) -> Iterator[tuple[str, str]]:
    for block, text, _, _, codes in lines:
        for place, code in codes:
            start = 0 if code[0].isdigit() else next((i + 1 for i, char in enumerate(code) if char in ".-"), 0)
            for cut in (0, start):
                own = code[cut:].rstrip("./_-")
                if sum(map(str.isdigit, own)) >= 3 and _has_label(text[: place + cut], "sku"):
                    yield own, "labelled text"
        if codes and codes[0][1] == text.strip() and label_key(_line_before(page, block)) in LABELS["sku"]:
            yield codes[0][1], "labelled text"
    for *_, codes in lines:
        for _, text in codes:
            code = text.rstrip("./_-")
            key = packed(code)
            is_long = len(code) >= 6 and sum(map(str.isdigit, code)) >= 4
            if is_long and len(key) >= 6 and key in packed(address):
                yield code, "text in the address"


def _gtins(lines: list[Line]) -> Iterator[str]:
    for _, text, _, _, codes in lines:
        for match in _GTIN.finditer(text) if any(len(code) >= 8 for _, code in codes) else ():
            digits = [int(digit) * (3 if place % 2 else 1) for place, digit in enumerate(reversed(match[0]))]
            is_right = sum(digits) % 10 == 0 and len(digits) in (8, 12, 13, 14)
            if is_right and _has_label(text[: match.start()], "gtin"):
                yield match[0]


def is_unavailable(page: Page, heading: int) -> bool:
    """What `_core.Page.is_unavailable` returns."""
    return any(phrase in text.lower() for text in _short(page, heading, 100) for phrase in UNAVAILABLE)


def shown_brand(page: Page, heading: int) -> str | None:
    """What `_core.Page.shown_brand` returns."""
    for text in _short(page, heading, 60):
        label, mark, value = text.replace("：", ":").partition(":")
        if mark and value.strip() and label_key(label) in LABELS["brand"]:
            return value.strip()
    return None


def _short(page: Page, heading: int, most_chars: int) -> list[str]:
    blocks = page.blocks
    is_one = (blocks.flags & UNSHOWN == 0) & (blocks.chars <= most_chars) & (blocks.words > 1)
    return [text for number, text in enumerate(page.texts()) if heading <= number < heading + 120 and is_one[number]]


def _line_before(page: Page, block: int) -> str:
    return page.texts()[block - 1].encode()[:80].decode(errors="replace") if block else ""


def _has_label(before: str, field: str) -> bool:
    if any(char in "0123456789" for char in before[-4:]):
        return False
    words = _LETTERS.findall(before[-30:].lower())
    return bool(words) and any(" ".join(words[-n:]) in LABELS[field] for n in (1, 2, 3))


def label_key(text: str) -> str:
    """A label as `LABELS` has it."""
    return " ".join(_LETTERS.findall(text.lower()))


def packed(text: str) -> str:
    """A text as its ASCII letters and digits alone."""
    return re.sub(r"[^a-z0-9]", "", text.lower())
