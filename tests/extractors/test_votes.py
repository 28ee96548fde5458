"""FE and KFE, which choose blocks by what is in them, and the ensemble that votes."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import maintext
from maintext.errors import UnknownExtractorError
from maintext.extractors.baselines.fe import FeatureExtractor
from maintext.extractors.baselines.kfe import KFeatureExtractor, lowest_of_the_top
from maintext.extractors.by import get_extractor
from maintext.extractors.combine import Combine
from maintext.extractors.measures.block_features import text_probability
from tests.extractors.pages import pages

TEXT = "<p>Boil the water, and wait.</p><p>Pour it slowly, on all of the leaves.</p>"


def test_pictures_and_links_make_a_block_less_of_a_text() -> None:
    page = maintext.parse(
        f"{TEXT}<p>Boil the water, <img><img>and wait.</p><p><a href=/>Boil</a> the water, and wait.</p>"
    )
    probability = text_probability(page)
    assert probability[0] == probability[1] == 1
    assert probability[2] < 0.5
    assert probability[3] < 0.5


def test_the_feature_extractor_keeps_one_block() -> None:
    page = maintext.parse(TEXT)
    assert FeatureExtractor()(page).keep.tolist() == [False, True]


def test_its_successor_keeps_them_all() -> None:
    page = maintext.parse(f"<p><a href=/>Home</a></p>{TEXT}<p><img>Tea</p>")
    assert KFeatureExtractor()(page).keep.tolist() == [False, True, True, False]


@given(st.lists(st.floats(0, 1), min_size=1, max_size=30), st.integers(1, 4))
def test_the_top_cluster_is_settled(numbers: list[float], n_clusters: int) -> None:
    values = np.array(numbers)
    least = lowest_of_the_top(values, n_clusters, 100)
    assert least in values
    top, rest = values[values >= least], values[values < least]
    if len(rest):
        assert abs(least - top.mean()) <= abs(least - rest.mean()) + 1e-9


def test_the_majority_decides() -> None:
    page = maintext.parse(f"<p><a href=/>Home</a></p>{TEXT}<div>All rights reserved</div>")
    members = ("bte", "kfe", "econ")
    votes = sum(get_extractor(name)(page).keep.astype(int) for name in members)
    scores = get_extractor("combine:members=bte+kfe+econ")(page)
    assert (scores.keep == (np.asarray(votes) >= 2)).all()
    assert scores.score.tolist() == (np.asarray(votes) / 3).tolist()


def test_members_are_named_and_an_unknown_one_is_refused() -> None:
    with pytest.raises(UnknownExtractorError, match="nonsense"):
        get_extractor("combine:members=bte+nonsense")


def test_an_ensemble_may_be_a_member() -> None:
    assert Combine((Combine(),))(maintext.parse(TEXT)).keep.all()


def test_nobody_voting_keeps_nothing() -> None:
    assert not Combine(())(maintext.parse(TEXT)).keep.any()


@given(pages)
def test_a_probability_is_one(html: str) -> None:
    probability = text_probability(maintext.parse(html))
    assert ((probability >= 0) & (probability <= 1)).all()
