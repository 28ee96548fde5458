"""Items of listings and collections against the labelled boundaries of labels/items.

An item is right if it has the same content blocks (letters T, C and M of labels/) as a labelled item: controls such as
"Read more" may be on either side of a boundary. The sites of the first round of labels are split into two halves by a
hash of their name. The pages of the second round were chosen at random and labelled later. The rules have since been
changed while looking at all three groups, so expect a little less on other pages.
"""

import json
import lzma
from collections.abc import Iterator
from statistics import mean, median
from typing import NamedTuple

import numpy as np

import maintext
from benches.corpora import ROOT
from benches.shapes.data import HALVES, half_of, labelled, milliseconds
from maintext.corpus.block_labels import HASH_DIGITS, BlockLabels, align
from maintext.corpus.label_files import read_labels
from maintext.page.flags import UNSHOWN
from maintext.shapes.products.money import amounts_in

LABELS = ROOT / "labels"
_AS_LETTERS = str.maketrans("BIO", "TCO")
"""The alignment knows the letters of labels/; what they mean does not matter to it."""


GROUPS = (*HALVES, "second round")


class LabelledPage(NamedTuple):
    """A page, its labelled items and the blocks that are content."""

    html: bytes
    url: str
    items: list[frozenset[int]]
    """The content blocks of each item."""
    content: frozenset[int]
    group: str
    """One of `GROUPS`."""


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
                group = GROUPS[2 if record.get("round") else half_of(record["url"])]
                yield LabelledPage(page.html, record["url"], _items(record, texts, content), content, group)


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
    # Labels were made from all texts of a page; items hold those that readers see.
    is_seen = (document.page.blocks.flags & UNSHOWN == 0) | document.keep
    content = page.content.intersection(np.flatnonzero(is_seen).tolist())
    wanted = {rows & content for rows in page.items} - {frozenset()}
    found = [(frozenset(item.blocks) & content, item) for item in document.items]
    right = [item for blocks, item in found if blocks in wanted]
    n_without = sum(
        item.price is None and any(len(texts[row]) <= 60 and amounts_in(texts[row]) for row in item.blocks)
        for item in right
    )
    return {"wanted": len(wanted), "found": len(found), "right": len(right), "without price": n_without}


def measure() -> dict[str, float]:
    """Figures of each group of pages, pooled over items and as means over pages, and milliseconds."""
    rows: dict[str, list[dict[str, int]]] = {group: [] for group in GROUPS}
    times = []
    for page in labelled_pages():
        document = maintext.extract(page.html, url=page.url)
        times.append(milliseconds(document, "items"))
        rows[page.group].append(compare(page, document))
    figures: dict[str, float] = {}
    for group, own in rows.items():
        totals = {key: sum(row[key] for row in own) for key in own[0]}
        shares = [row["right"] / row["wanted"] for row in own if row["wanted"]]
        figures |= {
            f"pages, {group}": len(own),
            f"items, {group}": totals["wanted"],
            f"right, {group}": round(totals["right"] / totals["wanted"], 3),
            f"precision, {group}": round(totals["right"] / max(1, totals["found"]), 3),
            f"right by page, {group}": round(float(np.mean(shares)), 3),
            f"names without their price, {group}": totals["without price"],
        }
    return {**figures, "median ms": round(median(times), 2), "mean ms": round(mean(times), 2)}
