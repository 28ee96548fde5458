"""What was learned -> figures out of fold: by data set, by page type, by stage; how well confidence ranks pages; what
each group of features is worth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from maintext.corpus import LabelledPage
from maintext.metadata.values.language import detect_language
from maintext.model.feature_names import FEATURE_GROUPS, FEATURES, WHOLE
from maintext.model.predictor import N_KNOTS, PAGE_TYPES
from maintext.train.model.classes import class_scores
from maintext.train.model.data import Example
from maintext.train.model.fits import Rows, fit
from maintext.train.model.learn import Judge, Plan, TrainingResult, learn_inputs

_N_TREES, _LEARNING_RATE, _N_ROWS = 80, 0.25, 150_000
"""For telling what features are worth: a third of the trees, on a third of the rows, come close to the same F1."""
_MIN_PAGES_OF_LANGUAGE = 8
"""The mean of fewer pages says nothing."""


@dataclass(frozen=True)
class Measured:
    """Mean F1 and the like, on sites that were not seen."""

    f1: dict[str, float] = field(default_factory=dict)
    """By data set, and by page type where a data set has several: `wcxb_train`, `wcxb_train/forum`; the pages that have
    labels of their blocks also under `wcxb_train by labels`."""
    half_intervals: dict[str, float] = field(default_factory=dict)
    """By the names of `f1`: half of its 95 % interval, over pages."""
    findable_f1: dict[str, float] = field(default_factory=dict)
    """By data set, of the pages that have text and a gold text."""
    first_f1: dict[str, float] = field(default_factory=dict)
    """By data set, with the first stage alone."""
    types_right: dict[str, float] = field(default_factory=dict)
    """For data sets with several page types: the share of pages with the right type, of all and of each type."""
    languages: dict[str, tuple[float, float, int]] = field(default_factory=dict)
    """By the language of the content, where there are enough pages: mean F1 by labels or else by gold text, half of its
    95 % interval, and how many pages there are."""
    classes: dict[str, float] = field(default_factory=dict)
    """Of pages that have labels: how well headline, facts and comments are found; see `class_scores`."""
    confidence: dict[str, float] = field(default_factory=dict)
    """Rank correlation of confidence and F1, mean difference, and F1 of the surest 80 % of pages and of the rest."""
    reliability: list[tuple[float, float, int]] = field(default_factory=list)
    """For tenths of the pages by confidence: mean confidence, mean F1, pages."""


def measure(learned: TrainingResult, examples: Sequence[Example], textless: Sequence[LabelledPage]) -> Measured:
    """The figures of all pages. A page without text is right only if its gold text is empty."""
    decided = learned.kept(examples)
    found = [(example, keep) for example, (keep, _) in zip(examples, decided, strict=True)]
    by_first = learned.kept(examples, learned.first_probabilities)
    firsts = [(example, keep) for example, (keep, _) in zip(examples, by_first, strict=True)]
    scores = np.array([example.bags.f1(keep) for example, keep in found])
    confidences = np.interp([f1 for _, f1 in decided], np.linspace(0, 1, N_KNOTS), learned.model.curve)
    by_convention = _scored(found, textless)
    return Measured(
        f1={**_by_corpus(by_convention), **_by_type(by_convention)},
        half_intervals={**_by_corpus(by_convention, half_interval), **_by_type(by_convention, half_interval)},
        findable_f1=_by_corpus(_scored([(example, keep) for example, keep in found if example.n_gold], [])),
        first_f1=_by_corpus(_scored(firsts, textless)),
        types_right=_types_right(learned, examples),
        languages=_by_language(examples, scores),
        classes=class_scores(examples, learned.classes),
        confidence=_ranking(confidences, scores),
        reliability=_reliability(confidences, scores),
    )


def _scored(
    found: Sequence[tuple[Example, NDArray[np.bool_]]], textless: Sequence[LabelledPage]
) -> list[tuple[str, str, float]]:
    """Data set, page type and F1 of every page: against the gold text of the data set, under its name, and against
    labels of blocks, under its name and `by labels`. A page may have both."""
    rows = []
    for example, keep in found:
        page = example.labelled
        if page.labels is not None:
            rows.append((f"{page.corpus} by labels", page.kind, example.bags.f1(keep)))
        published = example.bags if page.labels is None else example.published
        if published is not None:
            rows.append((page.corpus, page.kind, published.f1(keep)))
    return [*rows, *((page.corpus, page.kind, float(not page.gold.strip())) for page in textless)]


def mean(values: Sequence[float]) -> float:
    """The mean of some scores."""
    return float(np.mean(values))


def half_interval(values: Sequence[float]) -> float:
    """Half of the 95 % interval of their mean; 0 of a single score, which has none."""
    return 1.96 * float(np.std(values, ddof=1)) / len(values) ** 0.5 if len(values) > 1 else 0.0


def _by_corpus(
    rows: Sequence[tuple[str, str, float]], summary: Callable[[Sequence[float]], float] = mean
) -> dict[str, float]:
    groups: dict[str, list[float]] = {}
    for corpus, _, score in rows:
        groups.setdefault(corpus, []).append(score)
    return {name: summary(values) for name, values in groups.items()}


def _by_type(
    rows: Sequence[tuple[str, str, float]], summary: Callable[[Sequence[float]], float] = mean
) -> dict[str, float]:
    groups: dict[str, dict[str, list[float]]] = {}
    for corpus, kind, score in rows:
        groups.setdefault(corpus, {}).setdefault(kind, []).append(score)
    return {
        f"{corpus}/{kind}": summary(values)
        for corpus, kinds in groups.items()
        if len(kinds) > 1
        for kind, values in kinds.items()
    }


def _by_language(examples: Sequence[Example], scores: NDArray[np.float64]) -> dict[str, tuple[float, float, int]]:
    """The languages with most pages first."""
    groups: dict[str, list[float]] = {}
    for example, score in zip(examples, scores.tolist(), strict=True):
        found = detect_language(example.labelled.gold)
        if found is not None:
            groups.setdefault(found.language, []).append(score)
    by_size = sorted(groups.items(), key=lambda item: (-len(item[1]), item[0]))
    return {
        language: (mean(own), half_interval(own), len(own))
        for language, own in by_size
        if len(own) >= _MIN_PAGES_OF_LANGUAGE
    }


def _types_right(learned: TrainingResult, examples: Sequence[Example]) -> dict[str, float]:
    predicted = learned.page_types.argmax(axis=1).tolist()
    is_right = [float(example.page_type == number) for example, number in zip(examples, predicted, strict=True)]
    pages = [(example.labelled.corpus, example.labelled.kind) for example in examples]
    rows = [(corpus, kind, right) for (corpus, kind), right in zip(pages, is_right, strict=True) if kind in PAGE_TYPES]
    by_type = _by_type(rows)
    varied = {name.split("/")[0] for name in by_type}
    of_all = {name: share for name, share in _by_corpus(rows).items() if name in varied}
    return {**of_all, **by_type}


def _ranking(confidences: NDArray[np.float64], scores: NDArray[np.float64]) -> dict[str, float]:
    order = np.argsort(-confidences, kind="stable")
    n_sure = int(0.8 * len(order))
    return {
        "spearman": _spearman(confidences, scores),
        "mean_difference": float(np.abs(confidences - scores).mean()),
        "f1_of_surest_80_percent": float(scores[order[:n_sure]].mean()),
        "f1_of_the_rest": float(scores[order[n_sure:]].mean()) if n_sure < len(order) else float("nan"),
    }


def _spearman(one: NDArray[np.float64], two: NDArray[np.float64]) -> float:
    if np.ptp(one) == 0 or np.ptp(two) == 0:
        # Where all are alike there is nothing to rank.
        return 0.0
    return float(np.corrcoef(_ranks(one), _ranks(two))[0, 1])


def _ranks(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Ranks from 0; equal values share the mean of theirs."""
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    means = np.cumsum(counts) - (counts + 1) / 2
    return np.asarray(means[inverse])


def _reliability(confidences: NDArray[np.float64], scores: NDArray[np.float64]) -> list[tuple[float, float, int]]:
    parts = np.array_split(np.argsort(confidences, kind="stable"), 10)
    return [(float(confidences[p].mean()), float(scores[p].mean()), len(p)) for p in parts if len(p)]


def ablate(examples: Sequence[Example], plan: Plan, progress: Callable[[], object] = lambda: None) -> dict[str, float]:
    """What the first stage's mean F1 loses without each group of its features. `progress` is called once per fit."""
    columns, weights, parts = learn_inputs(examples)
    rows = Rows(columns, parts.labels, weights, parts.folds)
    short = replace(plan.first, n_trees=_N_TREES, learning_rate=_LEARNING_RATE, n_rows=_N_ROWS)
    recipe = replace(short, n_members=1, has_early_exit=False)
    # The first stage knows no page types, so no rule that needs one applies.
    judge, no_types = Judge(parts.learn_tables()[-1]), np.zeros(len(PAGE_TYPES), dtype=np.float32)

    def f1_without(names: Sequence[str]) -> float:
        seen = [number for number, name in enumerate(FEATURES) if name not in {*names, *WHOLE}]
        few = np.ascontiguousarray(columns[:, seen])
        answers = fit(replace(rows, columns=few), recipe, plan.jobs, progress).out_of_fold
        split = parts.split(answers.astype(np.float64))
        return mean([e.bags.f1(judge.kept(e, p, no_types)[0]) for e, p in zip(examples, split, strict=True)])

    whole = f1_without(())
    return {"none": whole, **{group: whole - f1_without(names) for group, names in ablated_groups().items()}}


def ablated_groups() -> dict[str, Sequence[str]]:
    """The groups of features that the first stage sees."""
    return {group: names for group, names in FEATURE_GROUPS.items() if not set(names) <= set(WHOLE)}
