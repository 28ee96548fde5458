"""Page -> which of its blocks are the headline, facts about the content, and readers' comments, by the model's classes.

None of them is content, and people differ on which they want, so the modes of the extractor and `Document.comments` ask
for them. The classes were learned from labels of blocks; an element named for comments has comments whatever was
learned. A model that was trained without such labels knows no headlines or facts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maintext.extractors.protocol import no_blocks
from maintext.model.predictor import CLASSES, MAX_BLOCKS, shipped_model
from maintext.page import flags
from maintext.page.head import read_title
from maintext.page.tags import TAGS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from maintext.extractors.protocol import Mask
    from maintext.model.predictor import Model
    from maintext.page import Page

MIN_COMMENT = 0.2
MIN_HEADLINE = 0.3
MIN_FACT = 0.4
"""The lowest probability of a block that counts as one of the class."""
MIN_TITLE_SIMILARITY = 0.5
"""Of a headline that is not an h1."""
MAX_BLOCKS_TO_TEXT = 30
"""From a headline that the model does not know to the first kept block."""


def find_comments(model: Model, page: Page, *, is_forum: bool) -> Mask:
    """The blocks that readers wrote below the text. On a forum, what readers wrote is the content."""
    if is_forum:
        return no_blocks(page)
    return model.native.class_blocks(page, CLASSES.index("comments"), MIN_COMMENT)


def headline_block(page: Page, probability: NDArray[np.float32], first_kept: int) -> int | None:
    """The block with the headline: the most probable one, or, if none is probable, an h1 or a block like the title."""
    best = int(probability.argmax())
    return best if probability[best] >= MIN_HEADLINE else _title_block(page, first_kept)


def _title_block(page: Page, first_kept: int) -> int | None:
    """The block with the headline: an h1 or a block like the page's title, the nearest before the text."""
    import numpy as np

    start = max(0, first_kept - MAX_BLOCKS_TO_TEXT)
    blocks, elements = page.blocks, page.elements
    is_h1 = elements.tag[blocks.element[start : first_kept + 1]] == TAGS["h1"]
    title = read_title(page) or ""
    groups = np.full(len(blocks), -1, dtype=np.int32)
    groups[start : first_kept + 1] = np.arange(first_kept + 1 - start)
    likeness = page.title_cosines(groups, title)
    best = np.where(likeness >= MIN_TITLE_SIMILARITY, likeness, 0) + is_h1
    if not best.any():
        return None
    # The last one of the best: a logo with the site's name may come before it.
    return start + len(best) - 1 - int(best[::-1].argmax())


def probable_headline(page: Page) -> str | None:
    """The text of the block that the shipped model takes for the headline; None if none is probable."""
    if not 0 < page.n_blocks <= MAX_BLOCKS:
        return None
    native = shipped_model().native
    best = native.best_of_class(page, CLASSES.index("headline"), MIN_HEADLINE, flags.APART)
    return None if best is None else page.block_text(best)
