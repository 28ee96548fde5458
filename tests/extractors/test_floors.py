"""Quality on a fixed sample of the corpora. The whole of them is for `maintext evaluate`."""

from functools import cache

import numpy as np
import pytest

from benches.labelled import ParsedPage, bag_scores, parsed_pages
from maintext.extractors import get_extractor
from tests.shared_data import shared

NAMES = ("cetr-tm", "cetr-km", "cetr", "pvalue", "qread", "xpath-blocks")
EVERY = {"cleaneval_final": 5, "gn1": 2, "dragnet": 12, "portal": 1}
# What a plain reading of the papers reached on whole corpora; the last column is our own.
FLOORS = {
    "cleaneval_final": (0.919, 0.910, 0.915, 0.905, 0.490, 0.88),
    "gn1": (0.822, 0.790, 0.741, 0.831, 0.657, 0.87),
    "dragnet": (0.649, 0.612, 0.561, 0.746, 0.547, 0.77),
    "portal": (0.773, 0.722, 0.624, 0.864, 0.580, 0.89),
}


@cache
def sample_of(corpus: str) -> tuple[ParsedPage, ...]:
    return tuple(parsed_pages(shared("corpora", f"{corpus}.tar.xz"), EVERY[corpus]))


@pytest.mark.parametrize("corpus", FLOORS)
@pytest.mark.parametrize("name", NAMES)
def test_f1_on_a_corpus_is_at_least_that_of_a_plain_reading(name: str, corpus: str) -> None:
    extractor = get_extractor(name)
    pages = sample_of(corpus)
    scores = [bag_scores("\n\n".join(row.page.texts(extractor(row.page).keep)), row.gold).f1 for row in pages]
    # A sample's mean is a little off that of the corpus.
    assert np.mean(scores) >= FLOORS[corpus][NAMES.index(name)] - 0.01
