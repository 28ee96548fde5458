"""What readers see of a page -> claims about its product: prices, its number, whether it can be bought.

Only short lines with digits are read. Lines after the first heading come first: before it are the header, a basket and
offers of other products.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from maintext import _core
from maintext.page.flags import UNSHOWN
from maintext.page.tags import TAGS
from maintext.shapes.products.declared import Claim
from maintext.shapes.products.money import Money
from maintext.shapes.products.product import Rating
from maintext.shapes.products.words import BEFORE_EARLIER_PRICE, LABELS, NOT_THE_PRICE, STRUCK_CLASSES, UNAVAILABLE

if TYPE_CHECKING:
    from maintext.page import Page

LINES_AFTER, LINES_BEFORE = 120, 10
"""Short lines with digits that are read after the heading and before it: the others belong to other products."""
PRICE_CHARS, CODE_CHARS, STATE_CHARS = 60, 120, 100
"""A line with a price, a number or a state has at most this many characters."""
PRICES_WITHIN, STATES_WITHIN = 150, 120
"""Blocks after the heading among which the price and the state are."""
PRICES_BEFORE = 30
"""Blocks before the heading among which the price may be: what is farther up belongs to the site."""
GTIN_DIGITS = 8
"""Of the shortest number of the trade."""
MAX_STRUCK = 100
LABEL_WORDS = 3
"""No label has more words."""

_STRUCK = tuple(TAGS[name] for name in ("del", "s", "strike") if name in TAGS)
# All for texts in small letters: a pattern that ignores case takes several times as long.
_NOT_THE_PRICE = re.compile(NOT_THE_PRICE)
_UNAVAILABLE = re.compile(UNAVAILABLE)
_GTIN = re.compile(rf"(?<!\d)\d{{{GTIN_DIGITS},14}}(?!\d)", re.ASCII)
_ALONE = re.compile(r"[\d.,'’]+[\s€£$¥₹]+")
"""An amount and nothing else but signs: a dash after it is that of a range."""
_RATING = re.compile(
    r"(?<![\d.,])([0-9][.,][0-9]{1,2})\s?(?:out of|von|sur|su|de|из|av|van|/)\s?(5|10)(?:[.,]0)?(?![\d.,%])"
    r"(?:\D{0,20}([0-9][0-9.,]*))?"
)
"""With decimals: "1 / 5" is a place in a row of pictures."""
_NO_DIGIT = re.compile(r"\D")
_NO_LETTER = re.compile(r"[^a-z0-9]")
_LETTERS = re.compile(r"[^\W\d_]+")
_LABEL_ENDS = frozenset(label.rpartition(" ")[2] for label in LABELS["sku"])


class Line(NamedTuple):
    """A short line with digits, as the native core collects it."""

    block: int
    text: str
    is_link: bool
    """Whether it is a link and nothing else. A price that leads elsewhere is that of another product."""
    amounts: list[tuple[str, str, int]]
    """Amount, currency and place of each."""
    codes: list[tuple[int, str]]
    """The words with three digits or more, with their places."""


class Shown:
    """The short lines of a page that readers see, those after its heading first."""

    def __init__(self, page: Page, address: str) -> None:
        self._page = page
        self._address = packed(address)

    @cached_property
    def heading(self) -> int:
        """The block of the first shown h1, or else h2; 0 if there is none."""
        elements = self._page.elements
        for rows in self._page.rows_by_tag([TAGS["h1"], TAGS["h2"]]):
            for row in rows:
                if not int(elements.flags[row]) & UNSHOWN and int(elements.chars[row]) > 2:
                    return int(elements.first_block[row])
        return 0

    @cached_property
    def _with_digits(self) -> list[Line]:
        found = self._page.lines_with_digits(self.heading, LINES_AFTER, LINES_BEFORE, CODE_CHARS)
        return [Line(*line) for line in found]

    @cached_property
    def _with_amounts(self) -> list[Line]:
        """Those with amounts of money that come before the end of the offer."""
        last = self.heading + PRICES_WITHIN
        return [line for line in self._with_digits if line.amounts and line.block <= last]

    @cached_property
    def _amounts(self) -> list[tuple[Money, bool]]:
        """The amounts near the heading, each with whether it is an earlier price; `place` is the block."""
        found = []
        for line in self._with_amounts:
            if len(line.text) > 2 * PRICE_CHARS or line.block < self.heading - PRICES_BEFORE or line.is_link:
                continue
            amounts = [Money(*money) for money in line.amounts[:3]]
            followers, start = [*amounts[1:], None], 0
            for money, following in zip(amounts[:2], followers, strict=False):
                is_old = self._is_old(line, money, following)
                # Words between two amounts are about the second: "£220.00 + £12.00 delivery", "$90 You save $10".
                own = line.text[start : money.place if following else money.place + 40]
                start = money.place
                if is_old or not _NOT_THE_PRICE.search(own.lower()):
                    found.append((money._replace(place=line.block), is_old))
                if not is_old:
                    break
        return found

    @cached_property
    def currency(self) -> str | None:
        """The currency of all amounts near the heading, if they have one in common."""
        currencies = {currency for line in self._with_amounts for _, currency, _ in line.amounts}
        return currencies.pop() if len(currencies) == 1 else None

    def _is_old(self, line: Line, money: Money, following: Money | None) -> bool:
        """Whether an amount is struck through, called old, or before a lower one: "$224.99 $174.99"."""
        if (line.block, money.amount) in self._struck_amounts or self._is_called_old(line, money):
            return True
        between = line.text[money.place : following.place] if following else "-"
        return _ALONE.fullmatch(between) is not None and _is_lower(following, money)

    @cached_property
    def prices(self) -> list[Money]:
        """The amounts that are not struck through."""
        return [money for money, is_old in self._amounts if not is_old]

    @cached_property
    def list_prices(self) -> list[Money]:
        """The amounts that are struck through or called old."""
        return [money for money, is_old in self._amounts if is_old]

    def _is_called_old(self, line: Line, money: Money) -> bool:
        """Whether words such as "was" or "RRP" are before an amount, or fill the line before it."""
        before = line.text[: money.place].rstrip(" €£$¥₹:.")
        return (before or self._line_before(line.block).rstrip(" :.")).lower().endswith(BEFORE_EARLIER_PRICE)

    @cached_property
    def _struck_amounts(self) -> frozenset[tuple[int, str]]:
        """Block and amount of what is struck through."""
        page = self._page
        marked = [row for row in page.marked_rows(_struck_marks())[0] if int(page.elements.chars[row]) <= PRICE_CHARS]
        rows = [*(row for rows in page.rows_by_tag(_STRUCK) for row in rows), *marked][:MAX_STRUCK]
        return frozenset(page.amounts_of(rows))

    def codes(self) -> Iterator[Claim]:
        """The product's number: after a label, or else one that the address has too."""
        lines = [line for line in self._with_digits if line.codes]
        for line in lines:
            if code := _labelled_code(line.text, line.codes) or self._code_after_label(line):
                yield Claim("sku", code, "labelled text")
        for line in lines:
            for _, text in line.codes:
                code = text.rstrip("./_-")
                key = packed(code) if len(code) >= 6 and _n_digits(code) >= 4 else ""
                if len(key) >= 6 and key in self._address:
                    yield Claim("sku", code, "text in the address")

    @cached_property
    def _short_lines(self) -> list[tuple[int, str]]:
        """Number and text of the short lines of several words near the heading."""
        page, start, stop = self._page, self.heading, self.heading + STATES_WITHIN
        blocks = page.blocks
        is_short = (blocks.chars[start:stop] <= STATE_CHARS) & (blocks.words[start:stop] > 1)
        numbers = start + np.flatnonzero(is_short & (blocks.flags[start:stop] & UNSHOWN == 0))
        starts, stops = blocks.text_start[numbers].tolist(), blocks.text_stop[numbers].tolist()
        texts = (page.text[start:stop].decode(errors="replace") for start, stop in zip(starts, stops, strict=True))
        return list(zip(numbers.tolist(), texts, strict=True))

    def brand(self) -> Claim | None:
        """The value of a line near the heading such as "Brand: Usha"."""
        n_chars = self._page.blocks.chars.item
        for number, text in self._short_lines:
            label, mark, value = text.replace("：", ":").partition(":")
            if mark and value.strip() and n_chars(number) <= PRICE_CHARS and label_key(label) in LABELS["brand"]:
                return Claim("brand", value.strip(), "labelled text")
        return None

    def gtin(self) -> Claim | None:
        """The number of the trade after its label: "EAN: 6935364088101". Its last digit must be the right one."""
        long = (line for line in self._with_digits for _, code in line.codes if len(code) >= GTIN_DIGITS)
        for line in long:
            for match in _GTIN.finditer(line.text):
                if _has_label(line.text[: match.start()], "gtin") and is_gtin(match[0]):
                    return Claim("gtin", match[0], "labelled text")
        return None

    @cached_property
    def rating(self) -> Rating | None:
        """The mean rating that a line near the heading shows: "4.6 out of 5 stars 6,536 ratings"."""
        for line in self._with_digits:
            is_near = self.heading <= line.block <= self.heading + PRICES_WITHIN
            # Most lines with digits have no decimals.
            may_be = is_near and not line.is_link and not line.amounts and ("." in line.text or "," in line.text)
            match = _RATING.search(line.text.lower()) if may_be else None
            if match:
                count = _NO_DIGIT.sub("", match[3] or "")[:9]
                return Rating(match[1].replace(",", "."), match[2], int(count) if count else None)
        return None

    def _code_after_label(self, line: Line) -> str | None:
        """The code that fills a line after a line that is its label, as in two cells of a table."""
        code = line.codes[0][1]
        is_alone = code == line.text.strip()
        return code if is_alone and label_key(self._line_before(line.block)) in LABELS["sku"] else None

    def _line_before(self, block: int) -> str:
        """The beginning of the block before."""
        if block == 0:
            return ""
        start, stop = int(self._page.blocks.text_start[block - 1]), int(self._page.blocks.text_stop[block - 1])
        return self._page.text[start : min(stop, start + 80)].decode(errors="replace")

    @cached_property
    def unavailable(self) -> bool:
        """Whether a short line near the heading reads "out of stock"."""
        # No phrase has a line feed in it, so one search does.
        return _UNAVAILABLE.search("\n".join(text for _, text in self._short_lines).lower()) is not None


def _is_lower(one: Money | None, other: Money) -> bool:
    return one is not None and Decimal(one.amount) < Decimal(other.amount)


def _labelled_code(text: str, codes: list[tuple[int, str]]) -> str | None:
    """The first of the codes in a text that is after a label: "Product code: 83810610"."""
    # Most lines have no word that a label ends with.
    if _LABEL_ENDS.isdisjoint(_LETTERS.findall(text.casefold())):
        return None
    for place, code in codes:
        # The label may touch the number: "Art.1049084".
        start = 0 if code[0].isdigit() else next((i + 1 for i, char in enumerate(code) if char in ".-"), 0)
        for cut in (0, start):
            own = code[cut:].rstrip("./_-")
            if _n_digits(own) >= 3 and _has_label(text[: place + cut]):
                return own
    return None


def is_gtin(digits: str) -> bool:
    """Whether the last digit of a number of the trade fits the others.

    >>> is_gtin("6935364088101"), is_gtin("6935364088102"), is_gtin("12345")
    (True, False, False)
    """
    if len(digits) not in (8, 12, 13, 14):
        return False
    return sum(int(digit) * (3 if place % 2 else 1) for place, digit in enumerate(reversed(digits))) % 10 == 0


def _has_label(before: str, field: str = "sku") -> bool:
    """Whether a text ends with the label of a product's number."""
    if any(map(str.isdigit, before[-4:])):
        return False
    words = _LETTERS.findall(before[-30:].casefold())
    return bool(words) and any(" ".join(words[-n:]) in LABELS[field] for n in range(1, LABEL_WORDS + 1))


def label_key(text: str) -> str:
    """A label as `LABELS` has it.

    >>> label_key("Artikel-Nr.:"), label_key("SKU #")
    ('artikel nr', 'sku')
    """
    return " ".join(_LETTERS.findall(text.casefold()))


def _n_digits(text: str) -> int:
    return sum(map(str.isdigit, text))


def packed(text: str) -> str:
    """A text as its ASCII letters and digits alone, to compare numbers that are written in several ways."""
    small = text.lower()
    return small if small.isascii() and small.isalnum() else _NO_LETTER.sub("", small)


@lru_cache(maxsize=1)
def _struck_marks() -> _core.Marks:
    return _core.Marks([(_core.word_hash(word, "class"), 0) for word in STRUCK_CLASSES])
