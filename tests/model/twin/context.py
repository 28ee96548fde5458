"""(Facts, first probabilities) -> columns about what the first stage thinks of each block's surroundings."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from maintext.page import flags
from maintext.page.tags import TAGS
from tests.model.twin.around import shifted, window
from tests.model.twin.blocks import last_marked
from tests.model.twin.facts import FAR, Columns, Facts, Floats, running
from tests.model.twin.names import LEVELS
from tests.model.twin.published import steps_from

OFFSETS = (-4, -3, -2, -1, 1, 2, 3, 4)
WINDOWS = (2, 5, 12)
SIDES = (15, 40)
SURE, SURE_WORDS = 0.6, 8
UNLIKELY = 0.3


class Context:
    """The first probabilities of a page and sums of them."""

    def __init__(self, facts: Facts, columns: Columns, first: NDArray[np.float32]) -> None:
        self.facts, self.rank, self.n_blocks = facts, facts.rank, len(first)
        # As the core reads them: from its own columns, which are of single precision.
        self.odds = columns["odds_mean"].astype(np.float32).astype(np.float64)
        self._title_likeness = np.nan_to_num(columns["title_likeness"])
        self._has_bold = columns["has_bold"]
        self.first = first.astype(np.float64)
        clipped = np.clip(self.first, 1e-4, 1 - 1e-4)
        self.logit = np.log(clipped / (1 - clipped))
        self.mass = facts.words * self.first
        self._words_to, self._mass_to, self._first_to = facts.sums.words, running(self.mass), running(self.first)
        self.total_mass = max(float(self._mass_to[-1]), 1e-6)
        self._is_sure = (self.first > SURE) & (facts.words >= SURE_WORDS)
        self._sure = np.flatnonzero(self._is_sure)
        self.held_words, self.held_mass = facts.held(self._words_to), facts.held(self._mass_to)
        self.held_mean = self.held_mass / np.maximum(self.held_words, 1)

    @property
    def page_words(self) -> float:
        return float(self._words_to[-1])

    @property
    def _is_after_start(self) -> NDArray[np.bool_]:
        """After the first sure block."""
        return self.rank > (self._sure[0] if len(self._sure) else self.n_blocks)

    def near(self) -> Iterator[Floats]:
        yield self.logit
        for offset in OFFSETS:
            yield shifted(self.logit, offset)
        for radius in WINDOWS:
            low, high = window(self.n_blocks, radius)
            yield (self._mass_to[high] - self._mass_to[low]) / (self._words_to[high] - self._words_to[low])
            yield (self._first_to[high] - self._first_to[low]) / (high - low)

    def containers(self) -> Iterator[Floats]:
        facts, chain = self.facts, self.facts.chain
        elements = facts.page.elements
        words, mass = self.held_words[chain], self.held_mass[chain]
        n_blocks = np.maximum(elements.stop_block - elements.first_block, 1)
        numbers = (
            self.held_mean[chain],
            (facts.held(self._first_to) / n_blocks)[chain],
            mass / self.total_mass,
            (mass - self.mass) / np.maximum(words - facts.words, 1),
        )
        for number in numbers:
            yield from np.where(facts.has_level, number, np.nan)

    def templates(self, template: NDArray[np.intp]) -> Iterator[Floats]:
        yield (np.bincount(template, self.mass) / np.bincount(template, self.facts.words))[template]
        yield (np.bincount(template, self.first) / np.bincount(template))[template]

    def whole_page(self) -> Iterator[Floats | float]:
        yield self._mass_to[-1] / self.page_words
        yield np.log1p(self._mass_to[-1])
        yield self.first.max()
        yield (self.facts.words * np.abs(self.first - 0.5)).sum() / self.page_words
        yield self._mass_to[:-1] / self.total_mass
        yield 1 - self._mass_to[1:] / self.total_mass
        yield from self._from_sure() if len(self._sure) else [np.nan] * 4

    def _from_sure(self) -> Iterator[Floats]:
        sure, rank = self._sure, self.rank
        yield np.clip(rank - sure[0], -60, 300)
        yield np.clip(sure[-1] - rank, -60, 300)
        following = [sure[sure >= at] for at in rank]
        yield np.array([rows[0] - at if len(rows) else 99 for at, rows in zip(rank, following, strict=True)])
        preceding = [sure[sure < at] for at in rank]
        yield np.array([at - rows[-1] if len(rows) else 99 for at, rows in zip(rank, preceding, strict=True)])

    def sections(self) -> Iterator[Floats]:
        is_heading = self.facts.is_heading
        tag = self.facts.page.elements.tag[self.facts.element]
        mean, log_words, link_share, *heading = self._section(last_marked(is_heading))
        yield from (mean, log_words, link_share, *heading)
        mean, log_words, _, *heading = self._section(last_marked(np.isin(tag, [TAGS["h1"], TAGS["h2"]])))
        yield from (mean, log_words, *heading)
        following = self.n_blocks - 1 - last_marked(is_heading[::-1])[::-1]
        has_next = following < self.n_blocks
        yield np.where(has_next, np.minimum(following - self.rank, 99), 99)
        yield np.where(has_next, self.logit[following * has_next], np.nan)

    def _section(self, heading: NDArray[np.intp]) -> list[Floats]:
        """Of all blocks that follow the same heading: mean, words, links; and what the heading is like."""
        number = heading + 1
        is_text = ~self.facts.is_heading
        words = np.bincount(number, self.facts.words * is_text) + 1e-3
        return [
            (np.bincount(number, self.mass * is_text) / words)[number],
            np.log1p(words)[number],
            (np.bincount(number, self.facts.link_words) / words)[number],
            np.where(heading >= 0, self.logit[heading], np.nan),
            np.where(heading >= 0, self.odds[heading], np.nan),
        ]

    def best_element(self) -> Iterator[Floats | float]:
        facts = self.facts
        yield np.where(facts.has_level, self.held_mean[facts.chain], 1).min(axis=0)
        expected = 2 * self.held_mass / (self.held_words + self.total_mass)
        best = int(expected.argmax())
        start = int(facts.page.elements.first_block[best])
        stop = max(start, int(facts.page.elements.stop_block[best]))
        yield (self.rank >= start) & (self.rank < stop)
        yield np.clip(steps_from(facts, start, stop), -60, 60)
        yield expected[best]

    def boundaries(self) -> Iterator[Floats]:
        facts, is_after = self.facts, self._is_after_start
        yield from self._gaps()
        yield np.cumsum(facts.steps_to("<h1>") <= 1)
        is_title = (self._title_likeness > 0.5) & (facts.words > 2)
        yield np.cumsum(is_title)
        yield self._since(is_title & is_after)
        is_comment = facts.steps_to("comment") < FAR
        yield np.log1p(np.cumsum(is_comment & is_after))
        yield self._since(is_comment & is_after)
        yield self._since((facts.steps_to("related") < 4) & is_after)
        is_author = facts.steps_to("author") <= 1
        yield self._since(is_author & is_after)
        yield np.cumsum(is_author)
        yield from self._worst_headings()
        around = facts.class_folds[:, 0].astype(np.float64)
        level = np.median(around[self._sure]) if len(self._sure) else 0
        yield np.minimum.accumulate(np.where(is_after, np.minimum(around - level, 0), 0))

    def _gaps(self) -> Iterator[Floats]:
        """Words that are no content since the last sure block, the most of that so far, and what stands before it."""
        unlikely = running(np.where(self.first < UNLIKELY, self.facts.words, 0))
        last_sure = last_marked(self._is_sure)
        gap = np.where(last_sure >= 0, unlikely[:-1] - unlikely[last_sure], 0)
        greatest = np.maximum.accumulate(np.where(self._is_after_start, gap, 0))
        grew = np.concatenate([[False], np.diff(greatest) > 0])
        yield np.log1p(gap)
        yield np.log1p(greatest)
        yield self._mass_to[np.maximum(last_marked(grew), 0)] / self.total_mass

    def _worst_headings(self) -> Iterator[Floats]:
        is_head = self.facts.is_heading | ((self.facts.words <= 12) & (self._has_bold > 0))
        worst = np.minimum.accumulate(np.where(is_head & self._is_after_start, np.minimum(self.odds, 0), 0))
        fell = np.concatenate([[False], np.diff(worst) < 0])
        yield worst
        yield np.where(worst < 0, self.rank - last_marked(fell), -1)

    def _since(self, is_marked: NDArray[np.bool_]) -> Floats:
        last = last_marked(is_marked)
        return np.where(last >= 0, self.rank - last, -1)

    def duplicates(self) -> Iterator[Floats]:
        hashes = self.facts.page.blocks.hash.tolist()
        is_long = self.facts.words >= 4
        yield np.array([text in hashes[:at] for at, text in enumerate(hashes)]) & is_long
        yield np.where(is_long, [hashes.count(text) - 1 for text in hashes], 0)

    def sides(self) -> Iterator[Floats | float]:
        rank = self.rank
        for side in SIDES:
            yield self._mean_between(window(self.n_blocks, side)[0], rank)
        for side in SIDES:
            yield self._mean_between(rank, window(self.n_blocks, side)[1])
        if not len(self._sure):
            yield -1.0
            yield from [0.0] * len(LEVELS)
            return
        since = np.log1p(np.maximum(self._words_to[:-1] - self._words_to[self._sure[0]], 0))
        yield np.where(self._is_after_start, since, -1)
        top = self._sure[np.argmax(self.mass[self._sure])]
        elements = self.facts.page.elements
        for level in LEVELS:
            row = self.facts.chain[level, top]
            is_inside = (rank >= elements.first_block[row]) & (rank < elements.stop_block[row])
            yield is_inside & self.facts.has_level[level, top]

    def copies(self) -> Iterator[Floats | float]:
        """Text that stands in more than one element."""
        texts, parents, words = self.facts.page.blocks.hash.tolist(), self.facts.parent.tolist(), self.facts.words
        margins, is_copied, is_doubled = [], [], []
        for at, (text, parent) in enumerate(zip(texts, parents, strict=True)):
            others = [n for n in self.rank.tolist() if texts[n] == text and parents[n] != parent]
            margins.append(max((self.first[n] for n in others), default=np.nan) - self.first[at])
            is_copied.append(any(n < at for n in others))
            is_doubled.append(len({p for t, p in zip(texts, parents, strict=True) if t == text}) > 1)
        yield np.array(margins)
        low, high = window(self.n_blocks, 10)
        elements = self.facts.page.elements
        sums = [running(np.where(marked, words, 0)) for marked in (is_copied, is_doubled)]
        for marked in sums:
            yield (marked[high] - marked[low]) / np.maximum(self._words_to[high] - self._words_to[low], 1)
            for level in range(3):
                row = self.facts.chain[level]
                start = elements.first_block[row]
                stop = np.maximum(start, elements.stop_block[row])
                share = (marked[stop] - marked[start]) / np.maximum(self._words_to[stop] - self._words_to[start], 1)
                yield np.where(self.facts.has_level[level], share, np.nan)
        for marked in sums:
            yield marked[-1] / max(self._words_to[-1], 1)

    def unseen(self) -> Iterator[Floats | float]:
        """What browsers or screen readers leave out."""
        masks = (flags.HIDDEN, flags.ARIA_HIDDEN, flags.TEMPLATE | flags.NOSCRIPT)
        kinds = [self.facts.page.blocks.flags & mask > 0 for mask in masks]
        is_unseen = np.any(kinds, axis=0)
        # Every block that is shown begins a new stretch.
        stretch = np.cumsum(~is_unseen)
        mass, words = (np.bincount(stretch, np.where(is_unseen, n, 0)) for n in (self.mass, self.facts.words))
        yield np.where(is_unseen, mass[stretch] / self.total_mass, np.nan)
        yield np.where(is_unseen, np.log1p(words[stretch]), np.nan)
        for marked in (*kinds, is_unseen, self.facts.is_hidden_by_style):
            yield float(self.mass[marked].sum() / self.total_mass)

    def _mean_between(self, low: NDArray[np.intp], high: NDArray[np.intp]) -> Floats:
        words = self._words_to[high] - self._words_to[low]
        return np.asarray((self._mass_to[high] - self._mass_to[low]) / np.maximum(words, 1))
