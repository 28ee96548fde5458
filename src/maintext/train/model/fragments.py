"""Examples -> smaller examples: the element around the content of a page, without the rest of the page.

People also give an article that they cut out of a page, a snippet, or a page of a few paragraphs. The pages of the data
sets are whole pages of the web, and the small ones among them are log-in forms. Trees that see nothing else learn that
a small page has no content.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from hashlib import md5
from html import escape

import numpy as np

from maintext.corpus.block_labels import AlignedLabels
from maintext.page.flags import IMPLIED
from maintext.page.parsing import parse
from maintext.train.coverage import letter_shares
from maintext.train.model.data import Example, bags_of

FRAGMENT = "fragment"
"""Takes the place of the page's type: what a fragment is a part of can't be seen."""
_EVERY = 2
"""Every second page with labels makes a fragment."""
_WORDS = (40, 80, 150, 300)
"""A fragment is cut after so many words."""
_LEAST_WORDS = 30
_WITHOUT_FRAGMENTS = ("form",)
_MOST_OF_CONTENT = 0.95
"""The share of a page's content that the element has to hold."""


def fragments(examples: Sequence[Example]) -> list[Example]:
    """One for every second page that was labelled block by block, the same ones each time."""
    return [fragment for example in examples for fragment in _fragments_of(example)]


def _fragments_of(example: Example) -> Iterator[Example]:
    labels, page = example.labelled.labels, example.page
    number = int.from_bytes(md5(example.labelled.id.encode(), usedforsecurity=False).digest()[:8], "big")
    if labels is None or example.labelled.kind in _WITHOUT_FRAGMENTS or number % _EVERY:
        return
    row = _around_content(example, labels.letters)
    if not row or page.elements.flags[row] & IMPLIED:
        return
    first, stop = int(page.elements.first_block[row]), int(page.elements.stop_block[row])
    words_to = np.cumsum(example.n_words[first:stop])
    cut = min(stop, first + int(np.searchsorted(words_to, _WORDS[number // _EVERY % len(_WORDS)])) + 1)
    end = page.blocks.stop[cut - 1] if cut < stop else page.elements.stop[row]
    title = page.head.title if number // _EVERY // len(_WORDS) % 2 else ""
    source = page.source[int(page.elements.start[row]) : int(end)].decode()
    html = f"<title>{escape(title)}</title><body>{source}" if title else source
    texts, letters = parse(html).texts(), labels.letters[first:cut]
    # What stood open around the element may have changed how its text is cut into blocks.
    if [text.split() for text in texts] != [text.split() for text in page.texts()[first:cut]] or "C" not in letters:
        return
    gold = "\n\n".join(text for text, letter in zip(texts, letters, strict=True) if letter == "C")
    own = letter_shares(texts, letters)
    labelled = replace(
        example.labelled,
        id=f"{example.labelled.id}#{FRAGMENT}",
        kind=FRAGMENT,
        html=html.encode(),
        gold=gold,
        labels=AlignedLabels(letters, len(letters), len(letters)),
        published_gold=None,
    )
    yield Example(
        labelled,
        parse(html),
        *(own.shares, own.n_words, own.n_gold),
        example.site,
        example.fold,
        bags_of(texts, gold),
        is_by_labels=True,
    )


def _around_content(example: Example, letters: str) -> int:
    """The row of the innermost element that holds nearly all of the content; 0 if there is too little content."""
    elements = example.page.elements
    n_words = example.n_words * np.array([letter == "C" for letter in letters])
    if n_words.sum() < _LEAST_WORDS:
        return 0
    words_to = np.concatenate([[0], np.cumsum(n_words)])
    held = words_to[np.maximum(elements.stop_block, elements.first_block)] - words_to[elements.first_block]
    return int(np.flatnonzero(held >= _MOST_OF_CONTENT * n_words.sum())[-1])
