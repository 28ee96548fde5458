"""Page -> its items: what each of the repeated elements shows.

The native core finds the elements and reads each (`crates/pagetable/src/query/lists`). Here is decided which of them
are items."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from maintext.metadata.sources.address import absolute
from maintext.metadata.values.months import native_months
from maintext.page.head import MAX_ADDRESS_CHARS
from maintext.shapes.items.item import Item
from maintext.shapes.products.words import native_words, struck_marks

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from maintext.page import Page

LIST_TYPES = ("listing", "collection")
"""The page types that have items."""
LEAST_PROBABILITY, LEAST_WITH_PRICES = 0.1, 0.03
"""That a page is one of them; the second one if at least half of the items and LEAST_PRICED or more have a price."""
LEAST_PRICED = 6
LEAST_MEAN = 0.5
"""Mean probability of the blocks of a list whose entries show neither price nor image nor date."""
OLD = ("old", "was")
"""Class words of earlier prices in lists. On the page of a product they are as often something else."""
MAX_LINK_CHARS = 1_000_000
"""Of the links of all items together, and four times the page: its own address would be repeated in every link."""
_ROOT = re.compile(r"https?://[a-z0-9][a-z0-9.\-]*(?=[/?#]|$)")
_IS_PATH = re.compile(r"(?:/[A-Za-z0-9_\-~%][A-Za-z0-9_\-~%.]*)+/?(?:\?[A-Za-z0-9_\-~%.&=/]+)?")
"""A path that joining would not change."""


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
    base = url or page.head.canonical
    words = native_words(), struck_marks(*OLD)
    read = page.read_items(lists, keep, words, (native_months(), page.head.language), base or "")
    first = _Addresses(base, MAX_LINK_CHARS + 4 * len(page.source)).first
    found = [
        [
            Item(name, first(written), text, price, currency, date, image, blocks)
            for name, written, text, price, currency, date, image, blocks in items
        ]
        for items in read
    ]
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


class _Addresses:
    """Addresses of links as written -> whole ones."""

    def __init__(self, base: str | None, most_chars: int) -> None:
        self._base = base
        self._root = _root(base)
        self._n_chars_left = most_chars

    def first(self, written: list[str]) -> str | None:
        """The first of the addresses that is one of the web; as written if the page's own address is unknown."""
        for address in written:
            whole = self._absolute(address)
            if whole is None and self._base is None and not address.startswith(("#", "javascript:")):
                whole = address
            if whole and len(whole) <= min(MAX_ADDRESS_CHARS, self._n_chars_left):
                self._n_chars_left -= len(whole)
                return whole
        return None

    def _absolute(self, address: str) -> str | None:
        # Most links are paths, and joining is slow.
        if self._root and _IS_PATH.fullmatch(address):
            return self._root + address
        return absolute(address, self._base)


def _root(address: str | None) -> str | None:
    """The beginning of a plain address, up to its path.

    >>> _root("https://example.org/tea?a=1"), _root("/tea")
    ('https://example.org', None)
    """
    match = _ROOT.match(address or "")
    return match[0] if match else None
