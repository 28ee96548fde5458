"""The leaf paper's tables 1 to 3 and figure 5 on sites of CleanPortalEval and dragnet, and its readings.

The paper's ten Chinese news sites are not public. Sites here have at least ten pages; seven of ten are for training.
The paper's case is "sites seen": the test pages are of sites that the model was trained on. Figures are of leaves.
chinese_train has 39 pages of as many sites, so that it can only be measured on sites not seen.
"""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

import maintext
from benches.labels import literally
from benches.leaf_tables import (
    BY_SITE,
    LEARNERS,
    large_sites,
    measure_seen,
    measure_unseen,
    pages_of,
    shipped_choice,
    xgboost,
)
from benches.papers.records import keep_record
from maintext.corpus import LabelledPage
from maintext.extractors.papers import leaf
from maintext.train.labels import is_content
from maintext.train.leaf import Leaves, fit
from maintext.train.sites import site_of

N_TIMED = 200
"""Pages of figure 5."""
QUANTILES = (0, 5, 25, 50, 75, 95, 100)
Label = Callable[[Sequence[str], str], Sequence[bool] | NDArray[np.bool_]]


@dataclass(frozen=True, eq=False)
class UnweightedLeaves(Leaves):
    """Leaves that count one each, however many a page has."""

    @property
    def weights(self) -> NDArray[np.float64]:
        """One for every leaf."""
        return np.ones(len(self))

    def __getitem__(self, mask: NDArray[np.bool_]) -> "UnweightedLeaves":
        rows = super().__getitem__(mask)
        return UnweightedLeaves(rows.columns, rows.labels, rows.page, rows.site, rows.sites)


def collected(pages: Iterable[LabelledPage], as_printed: Sequence[str] = (), label: Label = is_content) -> Leaves:
    """The leaves of some pages by a reading of the paper."""
    columns, labels, numbers, sites = [], [], [], dict[str, int]()
    page_sites = []
    for number, row in enumerate(pages):
        page = maintext.parse(row.html)
        first = leaf.first_blocks(page, as_printed)
        is_leaf = leaf.is_leaf(page, as_printed) & (first == np.arange(len(first)))
        columns.append(leaf.features(page, as_printed)[is_leaf])
        labels.append(np.asarray(label(leaf_texts(page, first, is_leaf), row.gold), dtype=np.bool_))
        numbers.append(np.full(len(labels[-1]), number, dtype=np.int32))
        site = sites.setdefault(site_of(row, page.head.canonical), len(sites))
        page_sites.append(np.full(len(labels[-1]), site, dtype=np.int32))
    return Leaves(
        np.concatenate(columns),
        np.concatenate(labels),
        np.concatenate(numbers),
        np.concatenate(page_sites),
        tuple(sites),
    )


def leaf_texts(page: maintext.Page, first: NDArray[np.intp], is_leaf: NDArray[np.bool_]) -> list[str]:
    """The text of each leaf: that of all blocks which a reading joins."""
    texts: dict[int, list[str]] = {}
    for place, text in zip(first.tolist(), page.texts(), strict=True):
        texts.setdefault(place, []).append(text)
    return [" ".join(texts[place]) for place in np.flatnonzero(is_leaf).tolist()]


def counts(leaves: Leaves) -> dict[str, int]:
    """Table 1: pages, nodes, and how many of them are clean (content) and dirty."""
    n_clean = int(leaves.labels.sum())
    return {
        "pages": len(np.unique(leaves.page)),
        "nodes": len(leaves),
        "clean": n_clean,
        "dirty": len(leaves) - n_clean,
    }


def sites(leaves: Leaves) -> dict[str, dict[str, Any]]:
    """Tables 1 and 2: the counts of each site, and the figures of a model trained on it."""
    found = {}
    for site in np.unique(leaves.site):
        own = leaves[leaves.site == site]
        found[own.sites[site]] = {**counts(own), **measure_seen(xgboost, own)}
        print(own.sites[site], found[own.sites[site]], flush=True)
    return found


def fixed_xgboost(train: Leaves, columns: NDArray[np.float32]) -> NDArray[np.bool_]:
    """The parameters of the shipped model, so that readings differ in nothing else and take seconds."""
    return fit(train, shipped_choice()).probabilities(columns) >= 0.5


def readings() -> dict[str, dict[str, dict[str, float]]]:
    """All sites mixed, by each reading of the paper: sites seen, and not seen."""
    taken: dict[str, tuple[Sequence[str], Label]] = {"": ((), is_content), "weights": ((), is_content)}
    taken |= {name: ((name,), is_content) for name in leaf.READINGS}
    taken["labels"] = ((), literally)
    taken["PAPER"] = (leaf.PAPER, literally)
    found = {}
    for name, (as_printed, label) in taken.items():
        leaves = large_sites(collected(pages_of(*BY_SITE), as_printed, label))
        if name in ("weights", "PAPER"):
            leaves = UnweightedLeaves(leaves.columns, leaves.labels, leaves.page, leaves.site, leaves.sites)
        found[name] = {"seen": measure_seen(fixed_xgboost, leaves), "unseen": measure_unseen(fixed_xgboost, leaves)}
        print(name, found[name], flush=True)
    return found


def times() -> dict[str, Any]:
    """Figure 5 and the split of the time: milliseconds of processor time per page, and their quantiles."""
    model = leaf.shipped_model()
    steps: dict[str, list[float]] = {"parsing and features": [], "classification": []}
    for _, row in zip(range(N_TIMED), pages_of(*BY_SITE), strict=False):
        start = time.process_time()
        columns = leaf.features(maintext.parse(row.html))
        middle = time.process_time()
        model.probabilities(columns)
        steps["parsing and features"].append(1000 * (middle - start))
        steps["classification"].append(1000 * (time.process_time() - middle))
    steps["page"] = [sum(pair) for pair in zip(*steps.values(), strict=True)]
    return {
        name: {
            "mean": round(float(np.mean(values)), 3),
            "quantiles": dict(
                zip(map(str, QUANTILES), np.percentile(values, QUANTILES).round(3).tolist(), strict=True)
            ),
        }
        for name, values in steps.items()
    }


def main() -> None:
    measured_times = times()
    leaves = large_sites(collected(pages_of(*BY_SITE)))
    chinese = collected(pages_of("chinese_train"))
    figures = {
        "sites": sites(leaves),
        "mixed": {
            **counts(leaves),
            "seen": measure_seen(xgboost, leaves),
            "unseen": measure_unseen(xgboost, leaves),
        },
        "chinese": {**counts(chinese), "sites": len(chinese.sites), "unseen": measure_unseen(xgboost, chinese)},
        "learners": {
            name: {"seen": measure_seen(learner, leaves), "unseen": measure_unseen(learner, leaves)}
            for name, learner in LEARNERS.items()
            if name != "XGBoost"
        },
        "readings": readings(),
    }
    print(keep_record("leaf", figures, measured_times))


if __name__ == "__main__":
    main()
