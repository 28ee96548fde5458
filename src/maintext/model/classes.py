"""Page -> which of its blocks are the headline, facts about the content, and readers' comments, by the model's classes.

None of them is content, and people differ on which they want, so the modes of the extractor and `Document.comments` ask
for them. The classes were learned from labels of blocks; an element named for comments has comments whatever was
learned. A model that was trained without such labels knows no headlines or facts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from maintext.model.headline import title_block

if TYPE_CHECKING:
    from maintext.model.predictor import Model
    from maintext.page import Page

MIN_COMMENT = 0.2
MIN_HEADLINE = 0.3
MIN_FACT = 0.4
"""The lowest probability of a block that counts as one of the class."""


def find_comments(model: Model, page: Page, *, is_forum: bool) -> NDArray[np.bool_]:
    """The blocks that readers wrote below the text. On a forum, what readers wrote is the content."""
    if is_forum:
        return np.zeros(len(page.blocks), dtype=np.bool_)
    return np.asarray(model.predict_classes(page)["comments"] >= MIN_COMMENT)


def headline_block(page: Page, probability: NDArray[np.float32], first_kept: int) -> int | None:
    """The block with the headline: the most probable one, or, if none is probable, an h1 or a block like the title."""
    best = int(probability.argmax())
    return best if probability[best] >= MIN_HEADLINE else title_block(page, first_kept)
