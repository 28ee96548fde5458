"""`leaf`: every text leaf of the tree is classified by nine numbers about it, with boosted trees.

Hong, Li, Wang, Weng: "Intelligent Web Robot for Content Extraction", 2019. A page is cleaned (head, scripts,
styles, comments and images go; inline tags go but leave their text), the leaves that hold text are described
by four numbers of their text and five of their place in the tree, the numbers are standardised, and XGBoost
predicts for each leaf whether it is main content. The content is the text of the kept leaves.

    text        length, sentences, white space, punctuation marks
    structure   depth, tag, parent's tag, siblings of the same tag, relative position on the page

A leaf is a block of the page table: with the inline tags gone, the text up to the nearest tag that is left
is one text node, and that is what a block is. Training is `maintext train leaf`, in train/leaf.py; it uses
the same function for the features.

Departures from the paper:
* `<li>`, which the paper lists among the inline tags, still parts leaves: a list item is a block. `as_printed=items`
  makes one leaf of a list.
* White space is counted after runs of it have become one space; the indentation of the source says how the
  page was written, not what it says. `as_printed=spaces` counts that of the source.
* Two line breaks in a row part leaves, as they part paragraphs. `as_printed=breaks` joins them.
* Leaves that a browser does not show are left out, before the position is counted. `as_printed=hidden` keeps them.
* In training the leaves of a page count as one page together, or pages that list a thousand things would
  outvote articles.
* A leaf's label, see train/labels.py, forgives gold text that differs from the page a little.

The paper published no model. `as_printed` is for models that were trained with the same features, so `PAPER` is the
readings alone; docs/papers.md has what they and the last two departures change.

>>> import maintext
>>> page = maintext.parse("<ul><li>Home</li><li>News</li></ul><p>The rain, at last, stopped. People came out.</p>")
>>> dict(zip(FEATURES, features(page)[2].tolist()))["sentences"]
2.0
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from maintext.errors import ModelError
from maintext.extractors.parameters import Share, check_readings
from maintext.extractors.protocol import Scores, empty_scores
from maintext.page import flags
from maintext.page.tags import TAGS
from maintext.trained.files import numbers, read_arrays, shipped
from maintext.trained.trees import Trees

if TYPE_CHECKING:
    from maintext.page import Page

FEATURES = (
    "chars",
    "sentences",
    "spaces",
    "punctuation",
    "depth",
    "tag",
    "parent_tag",
    "siblings",
    "position",
)
"""The columns of `features`, in order: the paper's four of the text and five of the structure."""


READINGS = {
    "spaces": "white space is counted as the source has it",
    "hidden": "leaves that a browser does not show are leaves, too",
    "items": "the items of a list are one leaf",
    "breaks": "two line breaks in a row do not separate leaves",
}
"""What the paper says where this module does something else: the values of `as_printed`."""
PAPER = tuple(READINGS)
"""The paper's features."""


def features(page: Page, as_printed: Sequence[str] = ()) -> NDArray[np.float32]:
    """One row per block, one column per feature; not standardised. Blocks that are not shown have rows, too.

    Blocks that a reading joins to one leaf have the same row.
    """
    blocks, elements = page.blocks, page.elements
    columns = np.empty((len(blocks), len(FEATURES)), dtype=np.float32)
    element = _holders(page) if "items" in as_printed else blocks.element
    parent = elements.parent[element]
    columns[:, 0] = blocks.chars
    columns[:, 1] = blocks.sentences
    columns[:, 2] = _source_spaces(page) if "spaces" in as_printed else _spaces(page)
    columns[:, 3] = blocks.punctuation
    columns[:, 4] = elements.depth[element]
    columns[:, 5] = elements.tag[element]
    # The root's parent is row -1, the last one: any tag will do, but it must be the same on every page.
    columns[:, 6] = np.where(parent < 0, 0, elements.tag[parent])
    columns[:, 7] = _siblings(page, element)
    leaves, first = is_leaf(page, as_printed), first_blocks(page, as_printed)
    columns[:, 8] = _positions(leaves & (first == np.arange(len(blocks))))
    if "items" in as_printed or "breaks" in as_printed:
        for column in range(4):
            columns[:, column] = np.bincount(first, columns[:, column] * leaves, minlength=len(blocks))[first]
        columns[:, 4:] = columns[first, 4:]
    return columns


def first_blocks(page: Page, as_printed: Sequence[str] = ()) -> NDArray[np.intp]:
    """For each block the first one of its leaf: itself, unless a reading joins blocks of one element or one list."""
    blocks = page.blocks
    is_first = np.ones(len(blocks), dtype=np.bool_)
    if "breaks" in as_printed:
        is_first[1:] &= np.diff(blocks.element) != 0
    if "items" in as_printed:
        holder = _holders(page)
        is_item = holder != blocks.element
        is_first[1:] &= ~(is_item[1:] & is_item[:-1] & (np.diff(holder) == 0))
    # A leaf begins with a block that is a leaf itself, so that hidden text before it does not stand for it.
    leaves = is_leaf(page, as_printed)
    is_first[1:] |= leaves[1:] != leaves[:-1]
    return np.maximum.accumulate(np.where(is_first, np.arange(len(blocks)), 0))


def _holders(page: Page) -> NDArray[np.int32]:
    """The element that holds each block's text if the tags of list items are removed."""
    elements = page.elements
    holder = page.blocks.element.copy()
    while True:
        is_item = (elements.tag[holder] == TAGS["li"]) & (elements.parent[holder] >= 0)
        if not is_item.any():
            return holder
        holder[is_item] = elements.parent[holder[is_item]]


def is_shown(page: Page) -> NDArray[np.bool_]:
    """Which blocks are leaves: those that a browser shows."""
    shown: NDArray[np.bool_] = page.blocks.flags & (flags.UNSHOWN | flags.SVG) == 0
    return shown


def is_leaf(page: Page, as_printed: Sequence[str] = ()) -> NDArray[np.bool_]:
    """Which blocks are leaves by a reading of the paper."""
    return np.ones(len(page.blocks), dtype=np.bool_) if "hidden" in as_printed else is_shown(page)


def _source_spaces(page: Page) -> NDArray[np.intp]:
    """White space of the source between the first and the last character of each block, that between tags included."""
    places = np.flatnonzero(np.isin(np.frombuffer(page.source, dtype=np.uint8), list(b" \t\n\r\f")))
    return np.searchsorted(places, page.blocks.stop) - np.searchsorted(places, page.blocks.start)


def _spaces(page: Page) -> NDArray[np.intp]:
    """Spaces and line breaks inside each block's text."""
    places = np.flatnonzero(np.frombuffer(page.text, dtype=np.uint8) <= ord(" "))
    return np.searchsorted(places, page.blocks.text_stop) - np.searchsorted(places, page.blocks.text_start)


def _siblings(page: Page, element: NDArray[np.int32]) -> NDArray[np.intp]:
    """Children of the parent that have the tag of each of some elements, itself counted."""
    # One number for parent and tag; sorted, equal ones are adjacent. Wide enough for 2^31 parents.
    kinds = page.elements.parent.astype(np.int64) * 256 + page.elements.tag
    wanted = kinds[element]
    kinds.sort()
    return np.searchsorted(kinds, wanted, side="right") - np.searchsorted(kinds, wanted)


def _positions(shown: NDArray[np.bool_]) -> NDArray[np.float64]:
    """0 for the first leaf that is shown, towards 1 for the last one."""
    ranks = np.cumsum(shown)
    positions: NDArray[np.float64] = (ranks - 1) / max(1, int(ranks[-1]) if len(ranks) else 1)
    return positions


@dataclass(frozen=True, eq=False)
class LeafModel:
    """What training makes: the standardisation and the trees."""

    mean: NDArray[np.float32]
    std: NDArray[np.float32]
    trees: Trees

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> LeafModel:
        """The model of a file's arrays; ModelError says what is wrong with them."""
        trees = Trees.from_arrays(arrays, float(numbers(arrays, "base", ())), len(FEATURES))
        std = numbers(arrays, "std", (len(FEATURES),))
        if not (std > 0).all():
            raise ModelError(f"std has {np.count_nonzero(std <= 0)} numbers that are not above 0")
        return cls(numbers(arrays, "mean", (len(FEATURES),)), std, trees)

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """The arrays of the model's file."""
        base = np.array(self.trees.base, dtype=np.float32)
        return {"mean": self.mean, "std": self.std, "base": base, **self.trees.to_arrays()}

    def probabilities(self, columns: NDArray[np.float32]) -> NDArray[np.float64]:
        """How likely each row of features is main content."""
        return self.trees.probabilities((columns - self.mean) / self.std)

    def contributions(self, columns: NDArray[np.float32]) -> NDArray[np.float32]:
        """How far each feature moves the log odds of each row, against the mean leaf."""
        return self.trees.contributions((columns - self.mean) / self.std, np.zeros_like(self.mean))


@cache  # the files of an installed package do not change
def shipped_model() -> LeafModel:
    """The model that comes with the package."""
    return LeafModel.from_arrays(shipped("leaf"))


@dataclass(frozen=True)
class LeafClassifier:
    """Keeps the leaves that are more likely content than not."""

    name: ClassVar[str] = "leaf"
    threshold: Share = 0.5
    """The least probability of a leaf that is kept."""
    as_printed: tuple[str, ...] = ()
    """The paper's readings with which the model was trained: names of `READINGS`, joined by + on the command line."""
    model: LeafModel = field(default_factory=shipped_model)

    def __post_init__(self) -> None:
        check_readings(self.name, self.as_printed, READINGS)

    @classmethod
    def load(cls, path: str | Path) -> LeafClassifier:
        """The extractor with a model that `maintext train leaf` has written."""
        return cls(model=LeafModel.from_arrays(read_arrays(Path(path), "leaf")))

    def __call__(self, page: Page) -> Scores:
        """Judges every block of a page."""
        if not len(page.blocks):
            return empty_scores(page, "the page has no text")
        score = self.model.probabilities(features(page, self.as_printed))
        shown = is_leaf(page, self.as_printed)
        score[~shown] = 0
        return Scores(score, shown & (score >= self.threshold), reason=f"no leaf is likelier than {self.threshold:.0%}")

    def explain(self, page: Page) -> list[list[tuple[str, float]]]:
        """For each block, the features and how far they push its log odds up or down."""
        contributions = self.model.contributions(features(page, self.as_printed))
        return [list(zip(FEATURES, row, strict=True)) for row in contributions.tolist()]
