"""Labelled pages -> the model of `mss`: how often each trigram and tag lies in the main content.

The content is one stretch of the page, as the method will look for it: of all stretches the one with the
most words of content leaves less words of others. Every token within it counts as content, tags too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from maintext.corpus import LabelledPage
from maintext.errors import CorpusError
from maintext.evaluate.metrics.figures import Figures, means, precision_recall
from maintext.extractors.baselines.mss import STEPS_PER_NAT, NaiveBayes, best_stretch, buckets_of
from maintext.extractors.measures.mss_tokens import N_TAG_CODES, Tokens, tokens_of
from maintext.page import Page
from maintext.page.parsing import parse
from maintext.train.card import Card
from maintext.train.labels import is_content
from maintext.train.sites import site_of

N_BITS = 16
"""Of the table of trigrams. The file stays under 100 KB."""
N_FOLDS = 5
_SMOOTHING = 1.0


def fit(pages: Iterable[LabelledPage], n_bits: int = N_BITS) -> NaiveBayes:
    """The model that these pages teach."""
    trigrams = np.zeros((2, 2**n_bits))
    tags = np.zeros((2, N_TAG_CODES))
    for labelled in pages:
        page = parse(labelled.html)
        tokens = tokens_of(page)
        is_inside = inside(page, tokens, labelled.gold)
        # A page counts as one, however long it is.
        weight = 1000 / max(1, len(is_inside))
        for side, mask in enumerate([~is_inside, is_inside]):
            trigrams[side] += weight * np.bincount(buckets_of(tokens.code, n_bits)[mask], minlength=2**n_bits)
            tags[side] += weight * np.bincount(tokens.tag[mask], minlength=N_TAG_CODES)
    n_outside, n_inside = tags.sum(axis=1)
    if not n_inside or not n_outside:
        raise CorpusError("training needs pages with both content and other text")
    steps = np.clip(np.rint(_log_odds(trigrams) * STEPS_PER_NAT), -127, 127)
    return NaiveBayes(float(np.log(n_inside / n_outside)), steps.astype(np.int8), _log_odds(tags).astype(np.float32))


def cross_validate(pages: Sequence[LabelledPage], progress: Callable[[], None] = lambda: None) -> Figures:
    """The mean figures of five folds of sites. `progress` is called once per page."""
    sites: dict[str, int] = {}
    of_page = []
    for page in pages:
        of_page.append(sites.setdefault(site_of(page, parse(page.html).head.canonical), len(sites)))
        progress()
    folds = (np.random.default_rng(1).permutation(len(sites)) % N_FOLDS)[of_page]
    return means([_measure_fold(pages, folds == fold) for fold in np.unique(folds)])


def _measure_fold(pages: Sequence[LabelledPage], is_apart: NDArray[np.bool_]) -> Figures:
    model = fit(page for page, apart in zip(pages, is_apart, strict=True) if not apart)
    return measure(model, (page for page, apart in zip(pages, is_apart, strict=True) if apart))


def mss_card(model: NaiveBayes, scores: Figures, command: str) -> Card:
    """The card of a model."""
    return Card(
        kind="mss",
        description="Naive Bayes over tokens of a page; scores are of tokens in the stretch, on sites not seen.",
        command=command,
        features=("trigram", "tag"),
        parameters={"trigram_places": len(model.trigrams), "prior": model.prior},
        scores=scores,
    )


def measure(model: NaiveBayes, pages: Iterable[LabelledPage]) -> Figures:
    """Precision, recall and F1 of the tokens that the model's stretches hold, on pages it has not seen."""
    n_common, n_kept, n_gold = 0, 0, 0
    for labelled in pages:
        page = parse(labelled.html)
        tokens = tokens_of(page)
        start, stop = best_stretch(model.probabilities(tokens) - 0.5)
        is_inside = inside(page, tokens, labelled.gold)
        n_common += int(is_inside[start:stop].sum())
        n_kept += stop - start
        n_gold += int(is_inside.sum())
    return precision_recall(n_common, n_kept, n_gold)


def inside(page: Page, tokens: Tokens, gold: str) -> NDArray[np.bool_]:
    """Which tokens lie in the content's stretch."""
    block = tokens.block
    signs = np.where(is_content(page.texts(), gold), 1.0, -1.0)
    scores = np.where(block >= 0, signs[block] if len(signs) else 0.0, 0.0)
    start, stop = best_stretch(scores)
    is_inside = np.zeros(len(block), dtype=np.bool_)
    is_inside[start:stop] = True
    return is_inside


def _log_odds(counts: NDArray[np.float64]) -> NDArray[np.float64]:
    """Of what was counted outside and inside: how much likelier inside it is than outside."""
    shares = (counts + _SMOOTHING) / (counts + _SMOOTHING).sum(axis=1, keepdims=True)
    odds: NDArray[np.float64] = np.log(shares[1] / shares[0])
    return odds
