"""Pages with labelled blocks -> the word tables: the share of content in the blocks that have a word.

Every site has one vote on a word, however many pages it has: templates repeat, and a word that one site uses for its
articles says little about other sites. A word that fewer than four sites use says nothing.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from maintext import _core
from maintext.model.feature_names import class_group_lines
from maintext.model.word_tables import (
    CLASS_BITS,
    TEXT_BITS,
    WordTables,
    class_numbers,
    quantised,
)
from maintext.page import Page
from maintext.trained.stored_arrays import StoredArray

_WORDS = 12
"""Words at the beginning of a block that are looked up; the native core looks at as many."""
_LEAST_SITES = 4
_PRIOR_SITES = 5.0
"""So many sites of average content are added to every word's own."""
_SHORT_WORDS = 25
"""Text words are learned from blocks of up to so many: titles, bylines, captions. The rest the other columns know."""
_COMMON_SHARE = 0.08
_LONG_WORDS = 15
_Kind = Literal["class", "id", "role", "itemprop"]
_KINDS: tuple[_Kind, ...] = ("class", "id", "role", "itemprop")
_SIZES = {"class": 2**CLASS_BITS, "text": 2**TEXT_BITS, "tag": 256}


@dataclass
class _Votes:
    """Sums over the sites of one part of the data."""

    shares: dict[str, NDArray[np.float64]] = field(default_factory=lambda: {k: np.zeros(n) for k, n in _SIZES.items()})
    sites: dict[str, NDArray[np.float64]] = field(default_factory=lambda: {k: np.zeros(n) for k, n in _SIZES.items()})
    long_sites: NDArray[np.float64] = field(default_factory=lambda: np.zeros(2**TEXT_BITS))
    n_sites: int = 0

    def add(self, pages: Sequence[tuple[Page, NDArray[np.float32]]]) -> None:
        """The votes of one site."""
        for kind, (numbers, shares, weights) in _evidence(pages).items():
            size = _SIZES[kind]
            total = np.bincount(numbers, weights, size)
            voted = total > 0
            self.shares[kind][voted] += np.bincount(numbers, weights * shares, size)[voted] / total[voted]
            self.sites[kind] += voted
        self.long_sites += _in_long_blocks(page for page, _ in pages)
        self.n_sites += 1


def fold_tables(
    pages: Sequence[tuple[Page, NDArray[np.float32]]], sites: Sequence[str], folds: Sequence[int]
) -> dict[int, WordTables]:
    """For every fold the tables that the other folds teach, and for -1 those of all."""
    votes: dict[int, _Votes] = defaultdict(_Votes)
    of_site: dict[tuple[int, str], list[int]] = defaultdict(list)
    for number, key in enumerate(zip(folds, sites, strict=True)):
        of_site[key].append(number)
    for (fold, _), numbers in of_site.items():
        votes[fold].add([pages[number] for number in numbers if len(pages[number][0].blocks)])
    groups = class_groups(page for page, _ in pages)
    return {left_out: _tables(votes, left_out, groups) for left_out in [-1, *sorted(set(folds))]}


def _tables(votes: dict[int, _Votes], left_out: int, groups: NDArray[np.uint64]) -> WordTables:
    used = [vote for fold, vote in votes.items() if fold != left_out]
    odds = {}
    for kind in _SIZES:
        shares = np.sum([vote.shares[kind] for vote in used], axis=0)
        sites = np.sum([vote.sites[kind] for vote in used], axis=0)
        odds[kind] = _log_odds(shares, sites)
    n_sites = sum(vote.n_sites for vote in used)
    is_common = np.sum([vote.long_sites for vote in used], axis=0) >= _COMMON_SHARE * n_sites
    is_common[0] = False
    own = {"class_odds": odds["class"], "text_odds": odds["text"], "tag_odds": odds["tag"]}
    tables = {**own, "class_groups": groups, "is_common": is_common}
    return WordTables.from_arrays({name: StoredArray.of(table) for name, table in tables.items()})


def _log_odds(shares: NDArray[np.float64], sites: NDArray[np.float64]) -> NDArray[np.int8]:
    # Kept off 0 and 1, which have no odds: a few pages may have no class words at all, or none around their text.
    average = np.clip(shares.sum() / max(sites.sum(), 1), 1e-3, 1 - 1e-3)
    own = (shares + _PRIOR_SITES * average) / (sites + _PRIOR_SITES)
    odds = np.log(own / (1 - own + 1e-9) + 1e-9) - np.log(average / (1 - average))
    # As a model file keeps them, so that training sees what use will see.
    return quantised(np.where(sites >= _LEAST_SITES, odds, 0))


def _evidence(
    pages: Sequence[tuple[Page, NDArray[np.float32]]],
) -> dict[str, tuple[NDArray[np.intp], NDArray[np.float64], NDArray[np.float64]]]:
    """For each kind of word: its numbers, the share of content in their blocks, and the weight of each."""
    found: dict[str, list[tuple[NDArray[np.intp], NDArray[np.float64], NDArray[np.float64]]]] = {k: [] for k in _SIZES}
    for page, shares in pages:
        found["class"].append(_class_evidence(page, shares))
        found["text"].append(_text_evidence(page, shares))
        words = np.log1p(page.blocks.words).astype(np.float64)
        found["tag"].append((page.elements.tag[page.blocks.element].astype(np.intp), shares.astype(np.float64), words))
    return {
        kind: (np.concatenate(numbers), np.concatenate(values), np.concatenate(weights))
        for kind, rows in found.items()
        if rows
        for numbers, values, weights in [zip(*rows, strict=True)]
    }


def _class_evidence(
    page: Page, shares: NDArray[np.float32]
) -> tuple[NDArray[np.intp], NDArray[np.float64], NDArray[np.float64]]:
    elements = page.elements
    words = page.blocks.words + 0.1
    sums = np.zeros((2, len(words) + 1))
    np.cumsum([words, words * shares], axis=1, out=sums[:, 1:])
    held, content = sums[:, elements.stop_block] - sums[:, elements.first_block]
    counts = np.diff(elements.first_word, append=len(page.words))
    rows = np.repeat(np.arange(len(elements)), counts)
    has_text = held[rows] > 0
    rows = rows[has_text]
    return class_numbers(page.words)[has_text], content[rows] / held[rows], np.log1p(held[rows])


def _text_evidence(
    page: Page, shares: NDArray[np.float32]
) -> tuple[NDArray[np.intp], NDArray[np.float64], NDArray[np.float64]]:
    blocks = page.blocks
    is_short = blocks.words <= _SHORT_WORDS
    numbers = page.first_words(np.flatnonzero(is_short), _WORDS)
    values = np.repeat(shares[is_short], _WORDS).astype(np.float64)
    is_word = numbers.ravel() > 0
    return numbers.ravel()[is_word].astype(np.intp), values[is_word], np.ones(int(is_word.sum()))


def _in_long_blocks(pages: Iterable[Page]) -> NDArray[np.bool_]:
    """Which text words begin a long block of these pages."""
    seen = np.zeros(2**TEXT_BITS, dtype=np.bool_)
    for page in pages:
        blocks = page.blocks
        is_long = blocks.words >= _LONG_WORDS
        seen[page.first_words(np.flatnonzero(is_long), _WORDS)] = True
    return seen


def class_groups(pages: Iterable[Page]) -> NDArray[np.uint64]:
    """The groups of every class word of these pages, as class_groups.txt says."""
    table = np.zeros(2**CLASS_BITS, dtype=np.uint64)
    patterns = _patterns()
    for word, kind in _vocabulary(pages):
        bits = sum(1 << bit for bit, pattern in enumerate(patterns) if pattern.match(word))
        if bits:
            number = class_numbers(np.array([_core.word_hash(word, kind)], dtype=np.uint64))
            table[number] |= np.uint64(bits)
    return table


def _vocabulary(pages: Iterable[Page]) -> set[tuple[str, _Kind]]:
    """The words of class, id, role and itemprop attributes, as the native core cuts them."""
    words: set[tuple[str, _Kind]] = set()
    for page in pages:
        rows = np.arange(len(page.elements))
        for kind in _KINDS:
            values = {value for value in page.attribute(rows, kind) if value}
            for value in values:
                words.update((word, kind) for word in split_words(value))
    return words


def split_words(value: str) -> list[str]:
    """The words of an attribute.

    >>> split_words("post-17 articleBody MAIN x")
    ['post', 'article', 'body', 'main']
    """
    spaced = re.sub(r"([a-z\x80-\U0010ffff])([A-Z])", r"\1 \2", value)
    return [word.lower() for word in re.findall(r"[^\W\d_]+", spaced, re.ASCII) if len(word) > 1]


def _patterns() -> list[re.Pattern[str]]:
    """One a group, in the order of the names."""
    patterns = []
    for _, *stems in class_group_lines():
        whole = [re.escape(stem.strip('"')) + "$" if stem.startswith('"') else re.escape(stem) for stem in stems]
        patterns.append(re.compile("|".join(whole)))
    return patterns
