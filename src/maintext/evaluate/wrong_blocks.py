"""A labelled page and an extractor -> the blocks that it judged wrongly, the longest first."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from maintext.api import extract
from maintext.corpus import LabelledPage
from maintext.errors import MaintextError
from maintext.evaluate.peers import PEERS
from maintext.train.coverage import block_shares

N_BLOCKS = 12
"""Blocks per page; the longest show best what went wrong."""


@dataclass(frozen=True)
class WrongBlock:
    """A block that was kept but is not content, or is content but was not kept."""

    text: str
    xpath: str
    score: float
    is_kept: bool
    content: float
    """The share of its words that the gold text has."""


@dataclass(frozen=True, eq=False)
class BlockFates:
    """What became of every block of a page, and what should have."""

    chars: NDArray[np.int32]
    keep: NDArray[np.bool_]
    gold: NDArray[np.bool_]
    """Blocks at least half of whose words the gold text has."""


class JudgedBlocks(NamedTuple):
    """What an extractor did to the blocks of a page."""

    wrong: tuple[WrongBlock, ...] = ()
    fates: BlockFates | None = None


def judged_blocks(page: LabelledPage, by: str) -> JudgedBlocks:
    """Empty for candidates that do not judge by block: peers, and extractors that fail on the page."""
    if by in PEERS:
        return JudgedBlocks()
    try:
        document = extract(page.html, by=by)
    except MaintextError:
        return JudgedBlocks()
    blocks = document.blocks
    shares = block_shares([block.text for block in blocks], page.gold).shares
    pairs = zip(blocks, shares.tolist(), strict=True)
    wrong = [(block, share) for block, share in pairs if block.is_kept != (share >= 0.5)]
    wrong.sort(key=lambda pair: -len(pair[0].text))
    longest = tuple(
        WrongBlock(block.text, block.xpath, float(block.score), block.is_kept, share)
        for block, share in islice(wrong, N_BLOCKS)
    )
    return JudgedBlocks(longest, BlockFates(document.page.blocks.chars, document.keep, np.asarray(shares >= 0.5)))
