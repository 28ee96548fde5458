"""Page -> its items: what each of the repeated elements shows."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from maintext import _core
from maintext.metadata.sources.address import absolute
from maintext.metadata.values.dates import read_day, shows_date
from maintext.page.flags import SVG, UNSHOWN
from maintext.page.tags import TAGS
from maintext.shapes.items.item import Item
from maintext.shapes.products.words import STRUCK_CLASSES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.page import Page

LIST_TYPES = ("listing", "collection")
"""The page types that have items."""
LEAST_PROBABILITY, LEAST_WITH_PRICES = 0.1, 0.03
"""That a page is one of them; the second one if at least half of the items and LEAST_PRICED or more have a price."""
LEAST_PRICED = 6
LEAST_MEAN = 0.5
"""Mean probability of the blocks of a list whose entries show neither price nor image nor date."""
NAME_CHARS = 200
SHORT_CHARS = 60
"""A line with a price or a date is at most so long."""
PASSED_CHARS = 24
"""The same for a date without a digit: an hour ago."""
_ROOT = re.compile(r"https?://[a-z0-9][a-z0-9.\-]*(?=[/?#]|$)")
_IS_PATH = re.compile(r"(?:/[A-Za-z0-9_\-~%][A-Za-z0-9_\-~%.]*)+/?(?:\?[A-Za-z0-9_\-~%.&=/]+)?")
"""A path that joining would not change."""
_STRUCK = tuple(TAGS[name] for name in ("del", "s", "strike") if name in TAGS)


def read_items(
    page: Page,
    url: str | None,
    keep: NDArray[np.bool_],
    page_types: Mapping[str, float] | None,
    probability: NDArray[np.float64] | None = None,
) -> tuple[Item, ...]:
    """The items of a listing or a collection; empty for pages that are probably of another type. `page_types` has the
    probability of each type, `probability` that of each block to be content; both are None if nothing is known."""
    of_lists = 1.0 if page_types is None else sum(page_types.get(name, 0.0) for name in LIST_TYPES)
    if of_lists < LEAST_WITH_PRICES:
        return ()
    lists = page.read_lists(keep)
    if not lists:
        return ()
    found = _Reader(page, url or page.head.canonical, keep).items(lists)
    own = [item for items in found if probability is None or not _is_menu(items, probability) for item in items]
    items = tuple(sorted(own, key=lambda item: item.blocks))
    has_prices = 2 * sum(item.price is not None for item in items) >= len(items) >= LEAST_PRICED
    return items if of_lists >= LEAST_PROBABILITY or has_prices else ()


def _is_menu(items: list[Item], probability: NDArray[np.float64]) -> bool:
    """Whether a list is rather a menu, a filter or a cloud of tags: its entries show neither price nor image nor date,
    and the extractor found them unlikely to be content by themselves. It keeps such blocks for what is around them."""
    n_plain = sum(item.price is None and item.image is None and item.date is None for item in items)
    blocks = [number for item in items for number in item.blocks]
    return bool(blocks) and 2 * n_plain > len(items) and float(probability[blocks].mean()) < LEAST_MEAN


class _Entry(NamedTuple):
    """What the page shows of an item, as the native core collects it."""

    shown: tuple[tuple[int, ...], list[str], list[tuple[int, list[tuple[str, str, int]]]]]
    """Its blocks, their texts, and those that have amounts of money, by number: amount, currency and place of each."""
    heading: str | None
    links: list[tuple[str, str | None, bool, bool]]
    """Text and address, whether the link is at the heading, and whether the text has an amount of money."""
    has_outer_link: bool
    """Whether the last link is around the entry."""
    image: str | None
    times: list[str]
    struck: list[str]
    """The amounts that are struck through."""


class _Reader:
    """Entries of a page -> its items."""

    def __init__(self, page: Page, base: str | None, keep: NDArray[np.bool_]) -> None:
        self._page = page
        self._base = base
        self._root = _root(base)
        self._language = page.head.language
        # Some pages are hidden until a script shows them: what the extractor keeps is read all the same.
        self._is_seen = (page.blocks.flags & (UNSHOWN | SVG) == 0) | keep
        # Most lines have no digit, so neither a price nor a date.
        self._has_digits = (page.blocks.digits > 0).tolist()

    def items(self, lists: list[list[tuple[int, int]]]) -> list[list[Item]]:
        """The items of each list that have a name."""
        page = self._page
        marked = page.marked_rows(_struck_marks())[0]
        struck = sorted({*marked, *(row for rows in page.rows_by_tag(_STRUCK) for row in rows)})
        spans = [span for own in lists for span in own]
        entries = iter(page.read_entries(spans, self._is_seen, struck, self._base or ""))
        found = [[self._item(_Entry(*next(entries))) for _ in own] for own in lists]
        return [[item for item in own if item.name] for own in found]

    def _item(self, entry: _Entry) -> Item:
        name, own_link = self._name(entry)
        (price, currency), price_line = self._price(entry)
        date, date_line = self._date(entry)
        used = {name, date_line, price_line}
        blocks, lines, _ = entry.shown
        return Item(
            name=name,
            link=self._link(entry, own_link),
            # Some pages have a line once for phones and once for other screens.
            text="\n".join(text for text in dict.fromkeys(lines) if text not in used),
            price=price,
            currency=currency,
            date=date,
            image=entry.image,
            blocks=blocks,
        )

    def _name(self, entry: _Entry) -> tuple[str | None, str | None]:
        """A heading, or else the longest text of a link, or else the first line; and the address of that link."""
        if entry.heading:
            return entry.heading[:NAME_CHARS], None
        links = entry.links[:-1] if entry.has_outer_link else entry.links
        # A link around the whole item has the text of all its lines.
        texts = [
            (text, address) for text, address, _, is_price in links if text and not is_price and len(text) <= NAME_CHARS
        ]
        if texts:
            longest = max(texts, key=lambda pair: len(pair[0]))
            # "Shop the Kettle K2" has the name in it.
            inside = [pair for pair in texts if len(longest[0]) < 2 * len(pair[0]) and pair[0] in longest[0]]
            return min(inside, key=lambda pair: len(pair[0]))
        _, lines, prices = entry.shown
        with_prices = {number for number, _ in prices}
        others = (text for number, text in enumerate(lines) if number not in with_prices)
        first = next((text for text in others if not shows_date(text)), None)
        return (first[:NAME_CHARS] if first else None), None

    def _link(self, entry: _Entry, own: str | None) -> str | None:
        """The link in, at or around the name; or else the first one of the item, or the one around it."""
        at_heading = (address for _, address, is_at_heading, _ in entry.links if is_at_heading)
        for address in chain((own,), at_heading, (address for _, address, _, _ in entry.links)):
            whole = self._absolute(address) if address else None
            if whole or (address and self._base is None and not address.startswith(("#", "javascript:"))):
                return whole or address
        return None

    def _absolute(self, address: str) -> str | None:
        # Most links are paths, and joining is slow.
        if self._root and _IS_PATH.fullmatch(address):
            return self._root + address
        return absolute(address, self._base)

    def _price(self, entry: _Entry) -> tuple[tuple[str | None, str | None], str | None]:
        """Amount and currency of the first price that is not struck through, and its line."""
        _, lines, prices = entry.shown
        for number, found in prices:
            left = [money for money in found if money[0] not in entry.struck]
            if left and len(lines[number]) <= SHORT_CHARS * 2:
                # "$129.37 $97.27 Save 25%": of two prices without a mark, the lower one is to be paid.
                is_pair = len(left) == len(found) == 2
                amount, currency, _ = min(left, key=lambda money: Decimal(money[0])) if is_pair else left[0]
                return (amount, currency), lines[number]
        return (None, None), None

    def _date(self, entry: _Entry) -> tuple[str | None, str | None]:
        """The day, and the line that shows it."""
        language = self._language
        blocks, lines, _ = entry.shown
        pairs = zip(blocks, lines, strict=True)
        short = (text for number, text in pairs if len(text) <= SHORT_CHARS and self._may_be_date(number, text))
        line = next(filter(shows_date, short), None)
        for time in entry.times:
            day = read_day(time, language)
            if day:
                return day, line
        return (read_day(line, language) or line, line) if line else (None, None)

    def _may_be_date(self, number: int, text: str) -> bool:
        # "an hour ago" has no digits.
        return self._has_digits[number] or len(text) <= PASSED_CHARS


def _root(address: str | None) -> str | None:
    """The beginning of a plain address, up to its path.

    >>> _root("https://example.org/tea?a=1"), _root("/tea")
    ('https://example.org', None)
    """
    match = _ROOT.match(address or "")
    return match[0] if match else None


@lru_cache(maxsize=1)
def _struck_marks() -> _core.Marks:
    return _core.Marks([(_core.word_hash(word, "class"), 0) for word in (*STRUCK_CLASSES, "old", "was")])
