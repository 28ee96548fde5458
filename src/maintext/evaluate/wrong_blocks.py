"""A labelled page and an extractor -> the blocks that it judged wrongly, the longest first."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

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


def wrong_blocks(page: LabelledPage, by: str) -> tuple[WrongBlock, ...]:
    """Empty for candidates that do not judge by block: peers, and extractors that fail on the page."""
    if by in PEERS:
        return ()
    try:
        blocks = extract(page.html, by=by).blocks
    except MaintextError:
        return ()
    shares = block_shares([block.text for block in blocks], page.gold).shares
    pairs = zip(blocks, shares.tolist(), strict=True)
    wrong = [(block, share) for block, share in pairs if block.is_kept != (share >= 0.5)]
    wrong.sort(key=lambda pair: -len(pair[0].text))
    return tuple(
        WrongBlock(block.text, block.xpath, float(block.score), block.is_kept, share)
        for block, share in islice(wrong, N_BLOCKS)
    )
