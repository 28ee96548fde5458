"""Document -> HTML in which its posts, items and product are cards; all other kept text is as it is elsewhere.

The caller writes text (`write_blocks`: a mask over blocks -> HTML), so that the web page shows formatted text and a
report its marked blocks. Everything that comes from the page is escaped here; addresses are those of the web alone.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

import numpy as np

from maintext.metadata.sources.address import absolute
from maintext.shapes.products.money import amounts_in

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.document import Document
    from maintext.shapes.items import Item
    from maintext.shapes.posts import Post
    from maintext.shapes.products import Product

WriteBlocks = Callable[["NDArray[np.bool_]"], str]
MAX_CARDS = 300
"""Posts or items that are cards. The text of all others is below them."""
MAX_PAIRS = 60
"""Lines of a specification."""
_AVAILABILITY = {"InStock": "in stock", "OutOfStock": "out of stock", "PreOrder": "can be ordered in advance"}


@dataclass(frozen=True)
class CardWriter:
    """How cards are written."""

    write_blocks: WriteBlocks
    with_links: bool = True

    def document_html(self, document: Document, keep: NDArray[np.bool_]) -> str:
        """The kept text of a document, with a card per post or item, or the card of the product above it."""
        if document.posts:
            return self._posts_html(document, keep)
        if document.items:
            texts = document.page.texts()
            cards = [
                (item.blocks, self._item(document, item, {block: texts[block] for block in item.blocks}))
                for item in document.items[:MAX_CARDS]
            ]
            return self._around(keep, cards, "items")
        card = _product(document.product, document.title) if document.product else ""
        return card + self.write_blocks(keep)

    def _posts_html(self, document: Document, keep: NDArray[np.bool_]) -> str:
        posts = document.posts[:MAX_CARDS]
        inside = _mask(document, (block for post in posts for block in post.blocks))
        words = document.page.blocks.words
        is_main = bool(inside.any()) and 2 * int(words[inside & keep].sum()) >= int(words[inside].sum())
        texts = document.page.texts() if is_main else []
        # Names and dates that were kept are at the top of the cards.
        loose = (keep & ~inside).nonzero()[0].tolist() if is_main else []
        cards = []
        stop = 0
        for number, post in enumerate(posts):
            blocks = post.blocks or (stop,)
            near = {texts[block]: block for block in loose[bisect_left(loose, stop) : bisect_right(loose, blocks[-1])]}
            used, card = self._post(document, number, post, near)
            cards.append(((*post.blocks, *used), card))
            stop = blocks[-1]
        if is_main:
            return self._around(keep, cards, "posts")
        # Comments below an article are not part of its text.
        shown = "".join(card for _, card in cards)
        return (
            f"{self.write_blocks(keep)}<details class=mt-more><summary>Comments, not part of the text: "
            f'{len(document.posts)}</summary><div class="mt-cards mt-posts">{shown}</div></details>'
        )

    def _around(self, keep: NDArray[np.bool_], cards: list[tuple[tuple[int, ...], str]], kind: str) -> str:
        """Kept text before the cards, the cards, and other kept text after them."""
        inside = np.zeros(len(keep), dtype=bool)
        for blocks, _ in cards:
            inside[list(blocks)] = True
        first = int(inside.argmax()) if inside.any() else 0
        before = keep & ~inside
        before[first:] = False
        after = keep & ~inside & ~before
        rest = f'<div class="mt-rest">{self.write_blocks(after)}</div>' if after.any() else ""
        shown = "".join(card for _, card in cards)
        return f'{self.write_blocks(before)}<div class="mt-cards mt-{kind}">{shown}</div>{rest}'

    def _post(self, document: Document, number: int, post: Post, near: dict[str, int]) -> tuple[tuple[int, ...], str]:
        """The card of a post, and those of the blocks near it that are its name and its date."""
        date = post.date_shown or post.date or ""
        used = tuple(near[text] for text in (post.author, date) if text and text in near)
        name = self._linked(document, escape(post.author or "somebody"), post.author_link)
        mark = f"#{number + 1}"
        facts = [
            _marked("span", date, near.get(date)) if date else "",
            "" if post.kind == "post" else escape(post.kind),
            "" if post.votes is None else f"{post.votes:,} {'vote' if abs(post.votes) == 1 else 'votes'}",
            "" if post.reply_to is None else f"answers #{post.reply_to + 1}",
            "" if mark in date and not post.link else self._linked(document, mark, post.link),
        ]
        text = self.write_blocks(_mask(document, post.blocks)) if post.blocks else _paragraphs(post.text)
        is_accepted = " data-accepted" if post.kind == "accepted answer" else ""
        number_of_name = f' data-block="{near[post.author]}"' if post.author and post.author in near else ""
        return used, (
            f'<section class="mt-card"{is_accepted} aria-label="Post {number + 1}"><p class="mt-facts">'
            f"<b{number_of_name}>{name}</b> {' · '.join(filter(None, facts))}</p>{text}</section>"
        )

    def _item(self, document: Document, item: Item, texts: dict[int, str]) -> str:
        written = set(item.text.split("\n"))
        name_block = next((block for block, text in texts.items() if text == item.name), None)
        other = {block: text for block, text in texts.items() if text not in written and block != name_block}
        price_block = next((block for block, text in other.items() if amounts_in(text)), None)
        date_block = next((block for block in other if block != price_block), None)
        facts = [
            _marked("b", f"{item.price} {item.currency or ''}".strip(), price_block) if item.price else "",
            _marked("span", item.date, date_block) if item.date else "",
        ]
        used = {name_block, price_block if item.price else None, date_block if item.date else None}
        lines = "".join(_marked("p", text, block) for block, text in texts.items() if block not in used)
        name = self._linked(document, escape(item.name or ""), item.link)
        block = "" if name_block is None else f' data-block="{name_block}"'
        shown = " · ".join(filter(None, facts))
        return (
            f'<section class="mt-card" aria-label="Item"><h3{block}>{name}</h3>'
            f"{f'<p class=mt-facts>{shown}</p>' if shown else ''}{lines}</section>"
        )

    def _linked(self, document: Document, html: str, address: str | None) -> str:
        """HTML as a link, if the address is one of the web."""
        whole = absolute(address, document.url) if address and self.with_links else None
        return f'<a href="{escape(whole)}" rel="noopener noreferrer">{html}</a>' if whole else html


def _product(product: Product, headline: str | None) -> str:
    price = f"{product.price} {product.currency or ''}".strip() if product.price else ""
    before = f" <s>{escape(product.list_price)}</s>" if product.list_price else ""
    rating = ""
    if product.rating:
        best = f" of {product.rating.best}" if product.rating.best else ""
        count = f" by {product.rating.count:,}" if product.rating.count else ""
        rating = f"{product.rating.value}{best}{count}"
    available = _AVAILABILITY.get(product.availability or "", product.availability)
    facts = {
        "brand": product.brand,
        "availability": available,
        "number": product.sku,
        "GTIN": product.gtin,
        "maker's number": product.mpn,
        "rating": rating,
    }
    shown = "".join(f"<dt>{name}</dt><dd>{escape(value)}</dd>" for name, value in facts.items() if value)
    pairs = product.specification[:MAX_PAIRS]
    rows = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in pairs)
    count = f"{len(product.specification)} {'line' if len(product.specification) == 1 else 'lines'}"
    table = f"<details><summary>Specification: {count}</summary><dl>{rows}</dl></details>" if rows else ""
    name = f'<p class="mt-name">{escape(product.name)}</p>' if product.name and product.name != headline else ""
    cost = f'<p class="mt-price"><b>{escape(price)}</b>{before}</p>' if price else ""
    return f'<section class="mt-card mt-product" aria-label="The product">{name}{cost}<dl>{shown}</dl>{table}</section>'


def _mask(document: Document, blocks: Iterable[int]) -> NDArray[np.bool_]:
    mask = np.zeros(len(document.page.blocks), dtype=bool)
    mask[list(blocks)] = True
    return mask


def _paragraphs(text: str) -> str:
    return "".join(f"<p>{escape(line)}</p>" for line in text.split("\n") if line.strip())


def _marked(tag: str, text: str, block: int | None) -> str:
    number = "" if block is None else f' data-block="{block}"'
    return f"<{tag}{number}>{escape(text)}</{tag}>"
