"""Facts -> numbers about the page as a whole, the same for each of its blocks."""

from __future__ import annotations

import numpy as np

from tests.features.twin.facts import Facts, Floats
from maintext.features.word_tables import TAG_GROUPS
from maintext.tags import TAGS

_SHARES = ("p", "li", "cell", "nav", "pre")
_WITHIN = (1, 3, 3, 30, 2)
"""Steps up within which the element must be for the block's words to count."""
_COUNTED_TAGS = (
    "article",
    "h1",
    "h2",
    "h3",
    "table",
    "form",
    "section",
    "li",
    "p",
    "pre",
    "button",
    "blockquote",
    "dl",
    "main",
    "details",
    "time",
    "img",
    "input",
)
_MARKS = (
    b'"Product"',
    b'Article"',
    b'"BlogPosting"',
    b"DiscussionForumPosting",
    b'"QAPage"',
    b'"ItemList"',
    b'"CollectionPage"',
    b'"FAQPage"',
    b'"LocalBusiness"',
    b'"Recipe"',
)
"""Types of schema.org, as JSON-LD writes them."""
PAGE = (
    "page_log_blocks",
    "page_log_words",
    "page_link_share",
    "page_long_share",
    "page_log_longest",
    "page_log_words_per_block",
    "page_greatest_template",
    "page_currencies",
    *(f"page_{name}_share" for name in _SHARES),
    *(f"page_log_{name}" for name in _COUNTED_TAGS),
    *(f"page_group{number}" for number in range(64 - len(TAG_GROUPS))),
    *(f"page_says_{number}" for number in range(len(_MARKS))),
)


def page_numbers(facts: Facts, greatest_template: float) -> Floats:
    """In the order of PAGE."""
    page = facts.page
    n_blocks = len(facts.words)
    words, links, _, _, long, _, _ = facts.sums[:, -1]
    groups = list(TAG_GROUPS)
    columns = [64 - len(groups) + groups.index(name) for name in _SHARES]
    is_inside = facts.distances[:, columns] < _WITHIN
    shares = facts.words @ is_inside / words
    counts = np.bincount(page.elements.tag, minlength=256)[[TAGS[name] for name in _COUNTED_TAGS]]
    from tests.features.twin.published import described

    data = described(page)[1].encode()
    marks = [mark in data for mark in _MARKS]
    currencies = page.text.count(b"$") + page.text.count(b"\xe2\x82\xac") + page.text.count(b"\xc2\xa3")
    return np.concatenate(
        [
            [
                np.log1p(n_blocks),
                np.log1p(words),
                links / words,
                long / words,
                np.log1p(facts.words.max()),
                np.log1p(words / n_blocks),
                greatest_template,
                np.log1p(currencies),
            ],
            shares,
            np.log1p(counts),
            np.log1p(facts.group_counts[: 64 - len(groups)]),
            marks,
        ]
    )
