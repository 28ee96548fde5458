"""Facts -> numbers about the page as a whole, the same for each of its blocks."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from maintext.page.tags import TAGS
from tests.model.twin.facts import Columns, Facts, Floats
from tests.model.twin.names import WHOLE
from tests.model.twin.said import Said

STEPS = {"p": 1, "li": 3, "cell": 3, "nav": 30, "pre": 2}
"""A block is inside such an element if it is fewer steps away."""
TYPES = (
    '"Product"',
    'Article"',
    '"BlogPosting"',
    "DiscussionForumPosting",
    '"QAPage"',
    '"ItemList"',
    '"CollectionPage"',
    '"FAQPage"',
    '"LocalBusiness"',
    '"Recipe"',
)
"""Types of schema.org, as JSON-LD writes them."""


def whole_numbers(facts: Facts, said: Said, columns: Columns) -> Iterator[Floats | float]:
    """In the order of WHOLE."""
    words = facts.sums.words[-1]
    yield np.log1p(len(facts.words))
    yield np.log1p(words)
    yield facts.sums.link_words[-1] / words
    yield facts.sums.long[-1] / words
    yield np.log1p(facts.words.max())
    yield np.log1p(words / len(facts.words))
    yield columns["template_share_of_page"].max()
    yield np.log1p(sum(facts.page.text.decode().count(sign) for sign in "$€£"))
    for name, steps in STEPS.items():
        yield facts.words[facts.steps_to(f"<{name}>") < steps].sum() / words
    for name in WHOLE:
        if name.removeprefix("page_log_") in TAGS:
            yield np.log1p(np.count_nonzero(facts.page.elements.tag == TAGS[name.removeprefix("page_log_")]))
    yield from np.log1p(facts.class_counts)
    for name in TYPES:
        yield name.encode() in said.data
