"""Labelled pages -> a few blocks of them, content and other in turn: what the learned model compares a block with to
explain its prediction (`model.explanations`). One row per block, with every column that the model reads."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from maintext.corpus import LabelledPage
from maintext.errors import CorpusError
from maintext.model.explanations import COLUMNS, columns_digest
from maintext.model.predictor import Model
from maintext.page.parsing import parse
from maintext.train.card import Card
from maintext.train.coverage import block_shares
from maintext.trained.files import Arrays

KIND = "typical"
N_BLOCKS = 12
"""Enough that one odd block does not count for much, few enough that a page is explained at once."""
_SEED = 1


def typical_blocks(
    pages: Sequence[LabelledPage], model: Model, progress: Callable[[], object] = lambda: None
) -> NDArray[np.float32]:
    """Each block from another page, the pages spread over all that were given. `progress` is called once per block."""
    chance = np.random.default_rng(_SEED)
    rows: list[NDArray[np.float32]] = []
    for number in chance.permutation(len(pages)).tolist():
        # In turn, so that whoever takes the first few has as many of each.
        block = _block(pages[number], model, wants_content=len(rows) % 2 == 0, chance=chance)
        if block is not None:
            rows.append(block)
            progress()
        if len(rows) == N_BLOCKS:
            return np.stack(rows)
    raise CorpusError(f"{len(pages)} pages have but {len(rows)} of the {N_BLOCKS} blocks that are needed")


def _block(
    labelled: LabelledPage, model: Model, *, wants_content: bool, chance: np.random.Generator
) -> NDArray[np.float32] | None:
    """The columns of a block of the page; None if it has no such block."""
    page = parse(labelled.html)
    shares = block_shares(page.texts(), labelled.gold).shares
    rows = np.flatnonzero(shares >= 0.5 if wants_content else shares == 0)
    if not len(rows):
        return None
    first, second = model.features(page)
    columns = np.concatenate([first, second[:, len(model.chosen) :]], axis=1)
    return np.asarray(columns[chance.choice(rows)])


def typical_arrays(blocks: NDArray[np.float32]) -> Arrays:
    """The arrays of the file."""
    return {"columns": np.array(columns_digest()), "blocks": blocks}


def typical_card(command: str) -> Card:
    """What there is to know about the blocks."""
    return Card(
        kind=KIND,
        description="Blocks of real pages, content and other in turn, that a block is compared with when `model` "
        "says why. Numbers alone, no text.",
        command=command,
        features=COLUMNS,
        parameters={"blocks": N_BLOCKS, "seed": _SEED},
        scores={},
    )
