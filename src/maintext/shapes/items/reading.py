"""Page -> its items: what each of the repeated elements shows."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping
from decimal import Decimal
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from maintext import _core
from maintext.metadata.sources.address import absolute
from maintext.metadata.values.dates import read_day
from maintext.page.flags import SVG, UNSHOWN
from maintext.page.tags import TAGS
from maintext.shapes.items.groups import Span, item_lists
from maintext.shapes.items.item import Item
from maintext.shapes.posts.anchors import shows_date
from maintext.shapes.products.money import Money, amounts_in
from maintext.shapes.products.words import STRUCK_CLASSES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.page import Page

LIST_TYPES = ("listing", "collection")
"""The page types that have items."""
LEAST_PROBABILITY, LEAST_WITH_PRICES = 0.15, 0.05
"""That a page is one of them; the second one if at least half of the items and LEAST_PRICED or more have a price."""
LEAST_PRICED = 6
LEAST_MEAN = 0.5
"""Mean probability of the blocks of a list whose entries show neither price nor image nor date."""
NAME_CHARS = 200
SHORT_CHARS = 60
"""A line with a price or a date is at most so long."""
PASSED_CHARS = 24
"""The same for a date without a digit: an hour ago."""
_HEADINGS = tuple(TAGS[f"h{level}"] for level in range(1, 7))
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
    lists = item_lists(page, keep)
    if not lists:
        return ()
    reader = _Reader(page, url or page.head.canonical, keep)
    found = [[item for item in map(reader.item, spans) if item.name] for spans in lists]
    own = [item for items in found if probability is None or not _is_menu(items, probability) for item in items]
    items = tuple(sorted(own, key=lambda item: item.blocks))
    has_prices = 2 * sum(item.price is not None for item in items) >= len(items) >= LEAST_PRICED
    return items if of_lists >= LEAST_PROBABILITY or has_prices else ()


def _is_menu(items: list[Item], probability: NDArray[np.float64]) -> bool:
    """Whether a list is rather a menu, a filter or a cloud of tags: its entries show neither price nor image nor date,
    and the extractor found them unlikely to be content by themselves. It keeps such blocks for what is around them."""
    n_plain = sum(item.price is None and item.image is None and item.date is None for item in items)
    blocks = [number for item in items for number in item.blocks]
    return 2 * n_plain > len(items) and float(probability[blocks].mean()) < LEAST_MEAN


class _Reader:
    """The elements of a page that items are read from, found once."""

    def __init__(self, page: Page, base: str | None, keep: NDArray[np.bool_]) -> None:
        self._page = page
        self._base = base
        self._root = _root(base)
        elements = page.elements
        self._end_of, self._first_block_of = elements.end.item, elements.first_block.item
        self._stop_block_of = elements.stop_block.item
        self._language = page.head.language
        # Some pages are hidden until a script shows them: what the extractor keeps is read all the same.
        self._is_seen = (page.blocks.flags & (UNSHOWN | SVG) == 0) | keep
        self._texts = page.texts()
        # Most lines have no digit, so neither a price nor a date.
        self._has_digits = (page.blocks.digits > 0).tolist()
        by_tag = page.rows_by_tag([*_HEADINGS, TAGS["a"], TAGS["img"], TAGS["time"], *_STRUCK])
        self._headings = sorted(row for rows in by_tag[:6] for row in rows)
        self._links, self._images, self._times = by_tag[6:9]
        marked = page.marked_rows(_struck_marks())[0]
        self._struck = sorted({*marked, *(row for rows in by_tag[9:] for row in rows)})

    def _inside(self, rows: list[int], span: Span) -> list[int]:
        """Those of some elements that are in a span."""
        return rows[bisect_left(rows, span[0]) : bisect_left(rows, self._end_of(span[1]))] if rows else rows

    def item(self, span: Span) -> Item:
        first, stop = self._first_block_of(span[0]), self._stop_block_of(span[1])
        numbers = (first + self._is_seen[first:stop].nonzero()[0]).tolist()
        lines = {number: self._texts[number] for number in numbers}
        name, name_row = self._name(span, lines)
        money = self._price(span, lines)
        date, date_line = self._date(span, lines)
        used = {name, date_line, lines[money.place] if money else None}
        return Item(
            name=name,
            link=self._link(span, name_row),
            text="\n".join(text for text in lines.values() if text not in used),
            price=money.amount if money else None,
            currency=money.currency if money else None,
            date=date,
            image=self._image(span),
            blocks=tuple(numbers),
        )

    def _name(self, span: Span, lines: dict[int, str]) -> tuple[str | None, int | None]:
        """A heading, or else the longest text of a link, or else the first line; and its element."""
        page = self._page
        for heading in self._inside(self._headings, span):
            text = page.element_text(heading, " ")
            if text:
                return text[:NAME_CHARS], heading
        texts = [(page.element_text(link, " "), link) for link in self._inside(self._links, span)]
        # A link around the whole item has the text of all its lines.
        texts = [(text, link) for text, link in texts if text and len(text) <= NAME_CHARS and not amounts_in(text)]
        if texts:
            longest = max(texts, key=lambda pair: len(pair[0]))
            # "Shop the Kettle K2" has the name in it.
            inside = [pair for pair in texts if len(longest[0]) < 2 * len(pair[0]) and pair[0] in longest[0]]
            return min(inside, key=lambda pair: len(pair[0]))
        first = next((text for text in lines.values() if not amounts_in(text) and not shows_date(text)), None)
        return (first[:NAME_CHARS] if first else None), None

    def _link(self, span: Span, name_row: int | None) -> str | None:
        """The link in, at or around the name; or else the first one of the item, or the one around it."""
        elements = self._page.elements
        links = self._inside(self._links, span)
        if name_row is not None:
            inside = self._inside(self._links, (name_row, name_row))
            around = [link for link in links if link <= name_row < self._end_of(link)]
            links = inside + around + links
        parent = elements.parent.item(span[0])
        if parent >= 0 and elements.tag.item(parent) == TAGS["a"]:
            links = [*links, parent]
        # The first link nearly always has an address.
        for some in (links[:1], links[1:]):
            for address in self._page.attribute(some, "href") if some else []:
                whole = self._absolute(address) if address else None
                if whole or (address and self._base is None and not address.startswith(("#", "javascript:"))):
                    return whole or address
        return None

    def _absolute(self, address: str) -> str | None:
        # Most links are paths, and joining is slow.
        if self._root and _IS_PATH.fullmatch(address):
            return self._root + address
        return absolute(address, self._base)

    def _price(self, span: Span, lines: dict[int, str]) -> Money | None:
        """The first amount that is not struck through; `place` is its block."""
        others = [self._page.element_text(other, " ") for other in self._inside(self._struck, span)]
        struck = {money.amount for text in others for money in amounts_in(text)}
        for number, text in lines.items():
            found = amounts_in(text) if self._has_digits[number] and len(text) <= SHORT_CHARS * 2 else []
            left = [money for money in found if money.amount not in struck]
            if left:
                # "$129.37 $97.27 Save 25%": of two prices without a mark, the lower one is to be paid.
                now = (
                    min(left[:2], key=lambda money: Decimal(money.amount)) if len(left) == len(found) == 2 else left[0]
                )
                return now._replace(place=number)
        return None

    def _date(self, span: Span, lines: dict[int, str]) -> tuple[str | None, str | None]:
        """The day, and the line that shows it."""
        language = self._language
        short = (text for number, text in lines.items() if len(text) <= SHORT_CHARS and self._may_be_date(number, text))
        line = next(filter(shows_date, short), None)
        for time in self._inside(self._times, span):
            day = read_day(self._page.attributes(time).get("datetime", ""), language)
            if day:
                return day, line
        return (read_day(line, language) or line, line) if line else (None, None)

    def _may_be_date(self, number: int, text: str) -> bool:
        # "an hour ago" has no digits.
        return self._has_digits[number] or len(text) <= PASSED_CHARS

    def _image(self, span: Span) -> str | None:
        images = self._inside(self._images, span)
        # The first image nearly always is that of the item.
        for some in (images[:1], images[1:]):
            found = self._page.images(some, self._base or "") if some else []
            for address, _, is_decorative in found:
                if address and not is_decorative:
                    return address
        return None


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
