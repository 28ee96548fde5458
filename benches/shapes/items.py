"""Items of listings and collections against the labelled boundaries of labels/items.

An item is right if it has the same content blocks (letters T, C and M of labels/) as a labelled item: controls such as
"Read more" may be on either side of a boundary. Sites are split into two halves by a hash of their name: rules were
chosen on the first one, and the second one is reported.
"""

import json
import lzma
from collections.abc import Iterator
from statistics import median
from typing import NamedTuple

import numpy as np

import maintext
from benches.corpora import ROOT
from benches.shapes.data import half_of, labelled, milliseconds
from maintext.corpus.block_labels import HASH_DIGITS, BlockLabels, align
from maintext.corpus.label_files import read_labels
from maintext.shapes.products.money import amounts_in

LABELS = ROOT / "labels"
_AS_LETTERS = str.maketrans("BIO", "TCO")
"""The alignment knows the letters of labels/; what they mean does not matter to it."""


class LabelledPage(NamedTuple):
    """A page, its labelled items and the blocks that are content."""

    html: bytes
    url: str
    items: list[frozenset[int]]
    """The content blocks of each item."""
    content: frozenset[int]

    @property
    def is_reported(self) -> bool:
        """Whether the page is in the half that nothing was chosen on."""
        return half_of(self.url) == 1


def labelled_pages() -> Iterator[LabelledPage]:
    """The pages that have labelled items, with the labels as they fit the blocks of today."""
    for file in sorted((LABELS / "items").glob("*.jsonl.xz")):
        source = file.name.removesuffix(".jsonl.xz")
        records = {record["id"]: record for record in map(json.loads, lzma.decompress(file.read_bytes()).splitlines())}
        letters = read_labels(LABELS / file.name)
        for page in labelled(source):
            record = records.get(page.gold["id"])
            if record:
                texts = maintext.parse(page.html).texts()
                blocks = align(letters[f"{source}/{record['id']}"].labels, texts).letters
                content = frozenset(row for row, letter in enumerate(blocks) if letter in "TCM")
                yield LabelledPage(page.html, record["url"], _items(record, texts, content), content)


def _items(record: dict[str, str], texts: list[str], content: frozenset[int]) -> list[frozenset[int]]:
    digits = record["hashes"]
    hashes = tuple(digits[start : start + HASH_DIGITS] for start in range(0, len(digits), HASH_DIGITS))
    marks = align(BlockLabels(record["items"].translate(_AS_LETTERS), hashes), texts).letters
    found: list[set[int]] = []
    for row, mark in enumerate(marks):
        if mark == "T":
            found.append(set())
        if mark in "TC" and found:
            found[-1].add(row)
    sets = (frozenset(rows & content) for rows in found)
    return [rows for rows in sets if rows]


def compare(page: LabelledPage, document: maintext.Document) -> dict[str, int]:
    """How many items are labelled, found and right, and how many of the right ones lost a price that they show."""
    texts = document.page.texts()
    wanted = set(page.items)
    found = [(frozenset(item.blocks) & page.content, item) for item in document.items]
    right = [item for blocks, item in found if blocks in wanted]
    n_without = sum(
        item.price is None and any(len(texts[row]) <= 60 and amounts_in(texts[row]) for row in item.blocks)
        for item in right
    )
    return {"wanted": len(wanted), "found": len(found), "right": len(right), "without price": n_without}


def measure() -> dict[str, float]:
    """Figures of both halves, pooled over items and as means over pages, and milliseconds."""
    rows: dict[bool, list[dict[str, int]]] = {False: [], True: []}
    times = []
    for page in labelled_pages():
        document = maintext.extract(page.html, url=page.url)
        times.append(milliseconds(document, "items"))
        rows[page.is_reported].append(compare(page, document))
    figures: dict[str, float] = {}
    for is_reported, name in ((False, "chosen on"), (True, "reported")):
        totals = {key: sum(row[key] for row in rows[is_reported]) for key in rows[is_reported][0]}
        shares = [row["right"] / row["wanted"] for row in rows[is_reported] if row["wanted"]]
        figures |= {
            f"pages {name}": len(rows[is_reported]),
            f"items {name}": totals["wanted"],
            f"right {name}": round(totals["right"] / totals["wanted"], 3),
            f"precision {name}": round(totals["right"] / max(1, totals["found"]), 3),
            f"right by page {name}": round(float(np.mean(shares)), 3),
            f"names without their price {name}": totals["without price"],
        }
    return {**figures, "median ms": round(median(times), 2)}
