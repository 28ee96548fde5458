"""(Facts, first probabilities) -> columns about what the first stage thinks of each block's surroundings."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tests.features.twin.blocks import is_heading_block
from tests.features.twin.facts import LEVELS, Facts, Floats
from maintext.tags import TAGS

OFFSETS = (-4, -3, -2, -1, 1, 2, 3, 4)
WINDOWS = (2, 5, 12)
SIDES = (15, 40)
CONTAINER = ("mean", "plain_mean", "mass", "others")
SURE, SURE_WORDS = 0.6, 8
ITEM = (
    "item_mean",
    "item_log_words",
    "item_blocks",
    "item_link_share",
    "mean",
    "plain_mean",
    "deviation",
    "kept_share",
    "log_items",
    "share_of_page",
    "mass",
    "link_share",
    "log_words_per_item",
    "rank",
    "rank_in_item",
    "others",
    "heading",
    "heading_odds",
    "from_heading",
    "start",
    "column",
    "expected_f1",
)
CONTEXT = (
    "first",
    *(f"first_at{offset:+d}" for offset in OFFSETS),
    *(f"window{radius}_{name}" for radius in WINDOWS for name in ("mean", "plain_mean")),
    *(f"container{level}_{name}" for name in CONTAINER for level in range(LEVELS)),
    "template_mean",
    "template_plain_mean",
    "page_mean",
    "page_log_mass",
    "page_greatest",
    "page_sureness",
    "mass_before",
    "mass_after",
    "from_first_sure",
    "to_last_sure",
    "to_next_sure",
    "from_last_sure",
    *(f"group{number}_{name}" for number in range(2) for name in ITEM),
    "section_mean",
    "section_log_words",
    "section_link_share",
    "section_heading",
    "section_heading_odds",
    "chapter_mean",
    "chapter_log_words",
    "chapter_heading",
    "chapter_heading_odds",
    "to_next_heading",
    "next_heading",
    "least_container_mean",
    "in_best",
    "from_best",
    "best_expected_f1",
    "gap_log_words",
    "greatest_gap_log_words",
    "mass_before_gap",
    "n_h1",
    "n_titles",
    "since_title",
    "n_comments",
    "since_comment",
    "since_related",
    "since_author",
    "n_authors",
    "worst_heading_odds",
    "since_worst_heading",
    "worst_class_odds",
    "same_text_before",
    "same_text_elsewhere",
    *(f"before{side}_mean" for side in SIDES),
    *(f"after{side}_mean" for side in SIDES),
    "log_words_since_start",
    *(f"in_top{level}" for level in range(LEVELS)),
)


class Context:
    """The first probabilities of a page and sums of them."""

    def __init__(self, facts: Facts, first: Floats) -> None:
        self.facts = facts
        self.first = first.astype(np.float64)
        self.n_blocks = len(first)
        self.rank = np.arange(self.n_blocks)
        clipped = np.clip(self.first, 1e-4, 1 - 1e-4)
        self.logit = np.log(clipped / (1 - clipped))
        self.mass = facts.words * self.first
        sums = np.zeros((3, self.n_blocks + 1))
        np.cumsum([facts.words, self.mass, self.first], axis=1, out=sums[:, 1:])
        self.words_to, self.mass_to, self.first_to = sums
        self.total_mass = max(float(self.mass_to[-1]), 1e-6)
        self.sure = np.flatnonzero((self.first > SURE) & (facts.words >= SURE_WORDS))
        self.is_heading = is_heading_block(facts)
        elements = facts.page.elements
        f, s = elements.first_block, elements.stop_block
        self.e_words = self.words_to[s] - self.words_to[f]
        self.e_mass = self.mass_to[s] - self.mass_to[f]
        self.e_mean = self.e_mass / np.maximum(self.e_words, 1)

    def columns(self, template, tables_odds) -> Floats:
        rows = [
            *self._near(),
            *self._containers(),
            *self._template(template),
            *self._page(),
            *self._groups(template, tables_odds),
            *self._sections(tables_odds),
            *self._best(),
            *self._boundaries(tables_odds),
            *self._duplicates(),
            *self._sides(),
        ]
        out = np.empty((len(CONTEXT), self.n_blocks), dtype=np.float32)
        for number, row in enumerate(rows):
            out[number] = row
        assert len(rows) == len(CONTEXT), (len(rows), len(CONTEXT))
        return out

    def _near(self):
        margin = max(OFFSETS)
        padded = np.full(self.n_blocks + 2 * margin, np.nan)
        padded[margin : margin + self.n_blocks] = self.logit
        yield self.logit
        for offset in OFFSETS:
            yield padded[margin + offset : margin + offset + self.n_blocks]
        for radius in WINDOWS:
            low, high = np.maximum(self.rank - radius, 0), np.minimum(self.rank + radius + 1, self.n_blocks)
            yield (self.mass_to[high] - self.mass_to[low]) / (self.words_to[high] - self.words_to[low])
            yield (self.first_to[high] - self.first_to[low]) / (high - low)

    def _containers(self):
        chain, elements = self.facts.chain, self.facts.page.elements
        f, s = elements.first_block[chain], elements.stop_block[chain]
        words, mass = self.e_words[chain], self.e_mass[chain]
        plain = (self.first_to[s] - self.first_to[f]) / np.maximum(s - f, 1)
        others = (mass - self.mass) / np.maximum(words - self.facts.words, 1)
        columns = np.stack([mass / np.maximum(words, 1), plain, mass / self.total_mass, others])
        columns[:, ~self.facts.has_level] = np.nan
        return columns.reshape(-1, self.n_blocks)

    def _template(self, template):
        words = np.bincount(template, self.facts.words)
        yield (np.bincount(template, self.mass) / words)[template]
        yield (np.bincount(template, self.first) / np.bincount(template))[template]

    def _page(self):
        page_words = self.words_to[-1]
        yield self.mass_to[-1] / page_words
        yield np.log1p(self.mass_to[-1])
        yield self.first.max()
        yield (self.facts.words * np.abs(self.first - 0.5)).sum() / page_words
        yield self.mass_to[:-1] / self.total_mass
        yield 1 - self.mass_to[1:] / self.total_mass
        if not len(self.sure):
            for _ in range(4):
                yield np.nan
            return
        sure, rank = self.sure, self.rank
        yield np.clip(rank - sure[0], -60, 300)
        yield np.clip(sure[-1] - rank, -60, 300)
        after = np.searchsorted(sure, rank)
        yield np.where(after < len(sure), sure[np.minimum(after, len(sure) - 1)] - rank, 99)
        yield np.where(after > 0, rank - sure[np.maximum(after - 1, 0)], 99)

    def _groups(self, template, odds):
        """Items: elements with at least two more like them beside them. What holds for one often holds for all."""
        elements = self.facts.page.elements
        f, s = elements.first_block, elements.stop_block
        parents = elements.parent
        has_text = s > f
        key = parents.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15) ^ elements.signature
        key[~has_text] = 0
        _, group, count = np.unique(key, return_inverse=True, return_counts=True)
        is_item = has_text & (count[group] >= 3) & (parents >= 0)
        rows = np.arange(len(parents))
        nearest = np.where(is_item | (parents < 0), rows, parents)
        while True:
            further = nearest[nearest]
            if np.array_equal(further, nearest):
                break
            nearest = further
        items = np.flatnonzero(is_item)
        g = group[items]
        size = len(count)
        w, m = self.e_words[items], self.e_mass[items]
        mean = self.e_mean[items]
        n_items = np.maximum(np.bincount(g, minlength=size), 1)
        g_words, g_mass = np.bincount(g, w, size), np.bincount(g, m, size)
        links = self.facts.sums[1]
        item_links = links[s] - links[f]
        g_links = np.bincount(g, item_links[items], size)
        g_plain = np.bincount(g, mean, size) / n_items
        g_dev = np.sqrt(np.maximum(np.bincount(g, mean**2, size) / n_items - g_plain**2, 0))
        g_kept = np.bincount(g, mean > 0.5, size) / n_items
        order = np.argsort(g, kind="stable")
        starts = np.concatenate([[0], np.cumsum(np.bincount(g, minlength=size))])
        item_rank = np.zeros(len(parents))
        item_rank[items[order]] = np.arange(len(items)) - starts[g[order]]
        g_start = np.full(size, self.n_blocks)
        np.minimum.at(g_start, g, f[items])
        last_heading = np.maximum.accumulate(np.where(self.is_heading, self.rank, -1))
        e = nearest[self.facts.element]
        page_words = self.words_to[-1]
        for number in range(2):
            if number:
                up = parents[e]
                e = nearest[np.maximum(up, 0)]
            ok = is_item[e]
            q = group[e]
            words, mass = self.e_words[e], self.e_mass[e]
            heading = np.where(
                g_start[q] > 0, last_heading[np.minimum(np.maximum(g_start[q] - 1, 0), self.n_blocks - 1)], -1
            )
            has_heading = (heading >= 0) & ok
            col_key = q * 100003 + template
            _, col = np.unique(col_key, return_inverse=True)
            columns = np.stack(
                [
                    self.e_mean[e],
                    np.log1p(words),
                    s[e] - f[e],
                    item_links[e] / np.maximum(words, 1),
                    g_mass[q] / np.maximum(g_words[q], 1),
                    g_plain[q],
                    g_dev[q],
                    g_kept[q],
                    np.log1p(n_items[q]),
                    g_words[q] / page_words,
                    g_mass[q] / self.total_mass,
                    g_links[q] / np.maximum(g_words[q], 1),
                    np.log1p(g_words[q] / n_items[q]),
                    (item_rank[e] + 0.5) / n_items[q],
                    (self.rank - f[e]) / np.maximum(s[e] - f[e], 1),
                    (g_mass[q] - mass) / np.maximum(g_words[q] - words, 1),
                    np.where(has_heading, self.logit[heading], np.nan),
                    np.where(has_heading, odds[heading], np.nan),
                    np.where(has_heading, g_start[q] - heading, 99),
                    g_start[q] / self.n_blocks,
                    (np.bincount(col, self.mass) / np.bincount(col, self.facts.words))[col],
                    2 * g_mass[q] / (g_words[q] + self.total_mass),
                ]
            )
            columns[:, ~ok] = np.nan
            yield from columns

    def _sections(self, odds):
        rank, is_heading = self.rank, self.is_heading
        last = np.maximum.accumulate(np.where(is_heading, rank, -1))
        yield from self._section(last, odds, True)
        tags = self.facts.page.elements.tag[self.facts.element]
        big = (tags == TAGS["h1"]) | (tags == TAGS["h2"])
        yield from self._section(np.maximum.accumulate(np.where(big, rank, -1)), odds, False)
        after = np.minimum.accumulate(np.where(is_heading, rank, self.n_blocks + 99)[::-1])[::-1]
        yield np.minimum(after - rank, 99)
        yield np.where(after < self.n_blocks, self.logit[np.minimum(after, self.n_blocks - 1)], np.nan)

    def _section(self, last, odds, with_links):
        number = last + 1
        words = np.bincount(number, self.facts.words * ~self.is_heading) + 1e-3
        mass = np.bincount(number, self.mass * ~self.is_heading)
        yield (mass / words)[number]
        yield np.log1p(words)[number]
        if with_links:
            yield (np.bincount(number, self.facts.link_words) / words)[number]
        yield np.where(last >= 0, self.logit[last], np.nan)
        yield np.where(last >= 0, odds[last], np.nan)

    def _best(self):
        means = np.where(self.facts.has_level, self.e_mean[self.facts.chain], 1)
        yield means.min(axis=0)
        expected = 2 * self.e_mass / (self.e_words + self.total_mass)
        best = int(expected.argmax())
        start, stop = int(self.facts.page.elements.first_block[best]), int(self.facts.page.elements.stop_block[best])
        rank = self.rank
        yield (rank >= start) & (rank < stop)
        yield np.clip(np.where(rank < start, rank - start, np.where(rank >= stop, rank - stop + 1, 0)), -60, 60)
        yield expected[best]

    def _boundaries(self, odds):
        facts, rank = self.facts, self.rank
        start = self.sure[0] if len(self.sure) else self.n_blocks
        after = rank > start
        low = np.zeros(self.n_blocks + 1)
        np.cumsum(np.where(self.first < 0.3, facts.words, 0), out=low[1:])
        last_sure = np.maximum.accumulate(np.where((self.first > SURE) & (facts.words >= SURE_WORDS), rank, -1))
        gap = np.where(last_sure >= 0, np.maximum(low[:-1] - low[np.maximum(last_sure, 0)], 0), 0)
        greatest = np.maximum.accumulate(np.where(after, gap, 0))
        grew = np.concatenate([[False], np.diff(greatest) > 0])
        at_gap = np.maximum.accumulate(np.where(grew, rank, 0))
        yield np.log1p(gap)
        yield np.log1p(greatest)
        yield self.mass_to[at_gap] / self.total_mass
        is_h1 = facts.distances[:, -18 + 3] <= 1
        is_title = (facts.title_likeness > 0.5) & (facts.words > 2)
        yield np.cumsum(is_h1)
        yield np.cumsum(is_title)
        yield self._since(is_title, after)
        comments = facts.distances[:, facts.group("comment")] < 30
        yield np.log1p(np.cumsum(comments & after))
        yield self._since(comments, after)
        yield self._since(facts.distances[:, facts.group("related")] < 4, after)
        authors = facts.distances[:, facts.group("author")] <= 1
        yield self._since(authors, after)
        yield np.cumsum(authors)
        short = self.is_heading | ((facts.words <= 12) & (facts.has_bold))
        worst = np.minimum.accumulate(np.where(short & after, odds, 0))
        yield worst
        changed = np.concatenate([[True], worst[1:] < worst[:-1]])
        yield np.where(worst < 0, rank - np.maximum.accumulate(np.where(changed, rank, 0)), -1)
        sums = facts.class_folds[:, 0]
        level = np.median(sums[self.sure]) if len(self.sure) else 0
        yield np.minimum.accumulate(np.where(after, sums - level, 0))

    def _since(self, mask, after):
        last = np.maximum.accumulate(np.where(mask & after, self.rank, -1))
        return np.where(last >= 0, self.rank - last, -1)

    def _duplicates(self):
        hashes = self.facts.page.blocks.hash
        _, first_at, inverse, counts = np.unique(hashes, return_index=True, return_inverse=True, return_counts=True)
        long = self.facts.words >= 4
        yield (first_at[inverse] < self.rank) & long
        yield np.where(long, counts[inverse] - 1, 0)

    def _sides(self):
        rank = self.rank
        lows = [np.maximum(rank - side, 0) for side in SIDES]
        highs = [np.minimum(rank + side + 1, self.n_blocks) for side in SIDES]
        for low in lows:
            yield (self.mass_to[rank] - self.mass_to[low]) / np.maximum(self.words_to[rank] - self.words_to[low], 1)
        for high in highs:
            yield (self.mass_to[high] - self.mass_to[rank]) / np.maximum(self.words_to[high] - self.words_to[rank], 1)
        start = self.sure[0] if len(self.sure) else self.n_blocks
        yield np.where(rank > start, np.log1p(np.maximum(self.words_to[:-1] - self.words_to[start], 0)), -1)
        if not len(self.sure):
            for _ in range(LEVELS):
                yield 0
            return
        top = self.sure[np.argmax(self.mass[self.sure])]
        elements = self.facts.page.elements
        for level in range(LEVELS):
            row = self.facts.chain[level, top]
            if not self.facts.has_level[level, top]:
                yield 0
                continue
            yield (rank >= elements.first_block[row]) & (rank < elements.stop_block[row])
