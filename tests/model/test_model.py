"""The learned extractor from the outside: its modes, what it says of pages, and models that do not fit."""

from __future__ import annotations

import pickle
import random
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from numpy.typing import NDArray

import maintext
from maintext import _core
from maintext.corpus import open_corpus
from maintext.errors import ModelError, ModelMismatchError, OptionError
from maintext.model.extractor import ModelExtractor
from maintext.model.predictor import N_KNOTS, PAGE_TYPES, Model, shipped_model
from maintext.page.kinds import KINDS
from maintext.trained.files import write_arrays
from tests.extractors.pages import pages
from tests.shared_data import ROOT, shared

NEWS = (ROOT / "demo" / "html" / "harbour-news.html").read_bytes()
FAVOURS = ("precision", "balanced", "recall")
MENU = "<ul>" + "".join(f"<li><a href=/{word}>{word}</a>" for word in "home news sport shop help".split()) + "</ul>"
ARTICLE = (
    "<p>The ferry was late again on Monday, and nobody on the pier was surprised by that, said the harbour.</p>" * 4
)


def kept(html: str | bytes, **modes: Any) -> NDArray[np.bool_]:
    return maintext.extract(html, **modes).keep


def test_recall_keeps_what_balance_keeps_and_balance_what_precision_keeps() -> None:
    n_more = 0
    for path in sorted((ROOT / "demo" / "html").glob("*.html")):
        precision, balanced, recall = (kept(path.read_bytes(), favor=favour) for favour in FAVOURS)
        assert (precision <= balanced).all()
        assert (balanced <= recall).all()
        n_more += int(recall.sum() - precision.sum())
    assert n_more > 0


@given(html=pages)
@settings(max_examples=100, deadline=None)
def test_the_order_of_modes_holds_on_any_page(html: str) -> None:
    precision, balanced, recall = (kept(html, favor=favour) for favour in FAVOURS)
    assert (precision <= balanced).all()
    assert (balanced <= recall).all()


def test_the_headline_is_added_where_it_is_asked_for() -> None:
    headline = next(block.text for block in maintext.extract(NEWS).blocks if block.xpath.endswith("/h1[1]"))
    assert headline not in maintext.extract(NEWS).text
    assert maintext.extract(NEWS, include_title=True).text.startswith(headline)
    assert maintext.extract(NEWS, content="all").text.startswith(headline)


def test_comments_are_added_where_they_are_asked_for_and_known_where_not() -> None:
    plain, added = maintext.extract(NEWS), maintext.extract(NEWS, include_comments=True)
    comments = [block.text for block in plain.blocks if block.is_comment]
    assert comments
    assert not any(text in plain.text for text in comments)
    assert any(text in added.text for text in comments)
    assert (plain.keep <= added.keep).all()
    assert {dropped.reason for dropped in plain.dropped if dropped.block.is_comment} == {"comment"}


def test_all_content_is_the_article_with_its_headline_and_comments() -> None:
    both, everything = kept(NEWS, include_title=True, include_comments=True), kept(NEWS, content="all")
    assert (both <= everything).all()
    assert both.sum() > kept(NEWS).sum()
    within = np.flatnonzero(kept(NEWS, include_title=True))
    added = np.flatnonzero(everything & ~both)
    assert all(within[0] < rank < within[-1] for rank in added), "what is added is between headline and end"
    assert "By Ines Aldous" in maintext.extract(NEWS, content="all").text


def test_nothing_is_added_to_a_page_without_main_content() -> None:
    menus = f"<title>home</title><nav class=menu>{MENU}</nav><footer>{MENU}</footer>"
    empty = maintext.extract(menus, content="all")
    assert not empty.keep.any()


@pytest.mark.parametrize(
    ("modes", "message"),
    [
        ({"favor": "speed"}, "favor must be one of precision, balanced, recall, got 'speed'"),
        ({"content": "comments"}, "content must be one of article, all, got 'comments'"),
        ({"include_title": "yes"}, "include_title must be true or false, got 'yes'"),
        ({"include_pictures": True}, "model has no parameter 'include_pictures'"),
        ({"model": None}, "model has no parameter 'model'"),
    ],
)
def test_a_mode_that_makes_no_sense_is_an_error(modes: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        maintext.extract(NEWS, **modes)


@pytest.mark.parametrize("by", ["econ", "cetr", "all"])
def test_extractors_without_modes_say_so(by: str) -> None:
    with pytest.raises(OptionError, match=f"{by} has no parameter 'favor'"):
        maintext.extract(NEWS, by=by, favor="recall")


def test_a_model_takes_modes_as_the_extractor_does() -> None:
    by_model = maintext.extract(NEWS, by=shipped_model(), favor="recall", include_title=True)
    assert by_model.by == "model:favor=recall,include_title=true"
    assert np.array_equal(by_model.keep, kept(NEWS, favor="recall", include_title=True))


def test_what_it_says_of_a_page_is_a_set_of_probabilities() -> None:
    document = maintext.extract(NEWS)
    assert document.page_types is not None
    assert tuple(document.page_types) == PAGE_TYPES
    assert sum(document.page_types.values()) == pytest.approx(1)
    assert document.page_type == "article"
    assert document.confidence is not None
    assert document.confidence > 0.7
    assert document.has_main_text
    assert document.p_value > 0


@given(html=pages)
@settings(max_examples=100, deadline=None)
def test_what_it_says_of_any_page_lies_between_0_and_1(html: str) -> None:
    document = maintext.extract(html)
    assert ((document.scores.score >= 0) & (document.scores.score <= 1)).all()
    if len(document.page.blocks):
        assert document.confidence is not None
        assert 0 <= document.confidence <= 1
        assert sum((document.page_types or {}).values()) == pytest.approx(1)
    assert bool(document.reason) == (not document.keep.any())


@pytest.mark.parametrize("html", ["", "<p> </p>", "<script>var x = 'text';</script>", "<img src=x>"])
def test_a_page_without_text_has_no_main_text_and_says_why(html: str) -> None:
    document = maintext.extract(html)
    assert document.text == ""
    assert document.reason == "the page has no text"
    assert not document.has_main_text
    assert (document.page_type, document.confidence) == (None, None)


def test_a_page_of_links_has_no_main_text_and_says_how_far_it_was_from_it() -> None:
    links = "".join(f"<li><a href=/{word}>{word}</a>" for word in "home news sport login help privacy".split())
    document = maintext.extract(f"<nav><ul>{links}</ul></nav><footer><a href=/legal>legal</a></footer>")
    assert document.text == ""
    assert not document.has_main_text
    assert "blocks has a probability of 0." in str(document.reason)


def test_every_block_has_its_score_kind_and_place() -> None:
    document = maintext.extract(NEWS)
    assert len(document.blocks) == len(document.page.blocks)
    for block, score, keep in zip(document.blocks, document.scores.score, document.keep, strict=True):
        assert (block.score, block.is_kept) == (score, keep)
        assert block.kind in KINDS
        assert block.xpath.startswith("/html[1]/body[1]")
        source = unescape(document.page.source[block.start : block.stop].decode())
        assert source.startswith(block.text.split()[0])
    assert {block.kind for block in document.blocks} >= {"paragraph", "heading", "list item"}
    assert document.text == "\n\n".join(block.text for block in document.blocks if block.is_kept)


def test_the_answer_is_the_same_from_many_threads() -> None:
    others = [ARTICLE.encode(), MENU.encode(), b"<p>x", (ROOT / "demo" / "hostile-soup.html").read_bytes()]
    alone = [maintext.extract(html).scores.score for html in [NEWS, *others]]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda html: maintext.extract(html).scores.score, [NEWS, *others] * 20))
    for number, scores in enumerate(together):
        assert np.array_equal(scores, alone[number % len(alone)])


def test_the_best_threshold_is_that_of_trying_all() -> None:
    random_numbers = np.random.default_rng(1)
    for _ in range(50):
        n_blocks = int(random_numbers.integers(1, 12))
        probability, words = random_numbers.random(n_blocks), random_numbers.integers(1, 60, n_blocks).astype(float)
        mass = probability * words
        promises = {
            float(t): 2 * mass[probability >= t].sum() / (words[probability >= t].sum() + mass.sum())
            for t in probability
        }
        keep, promise = _core.Model.choose_blocks(probability, words, (0.0, 1.0, True))
        assert promise == pytest.approx(max(promises.values()))
        assert promises[float(probability[keep].min())] == pytest.approx(promise)


@pytest.mark.parametrize(
    ("probability", "words", "is_kept"),
    [
        ([0.3, 0.01], [200, 50], True),  # nothing is likely, but sixty words are expected
        ([0.3, 0.01], [20, 50], False),
        ([0.5, 0.01], [20, 50], True),
        ([0.9, 0.01], [5, 200], False),  # a likely block, but of a few words on a page of many
        ([0.9, 0.01], [5, 20], True),
    ],
)
def test_a_page_on_which_nothing_is_likely_keeps_what_many_words_are_expected_of(
    probability: list[float], words: list[int], is_kept: bool
) -> None:
    keep, _ = _core.Model.choose_blocks(np.array(probability), np.array(words, dtype=float), (0.0, 1.0, False))
    assert keep.tolist() == [is_kept, False]


@given(html=pages)
@settings(max_examples=60, deadline=None)
def test_the_model_in_one_pass_says_what_its_stages_say(html: str) -> None:
    model, page = shipped_model(), maintext.parse(html)
    if not len(page.blocks):
        return
    predicted, (features, columns) = model.predict(page), model.features(page)
    # Blocks that the first stage rules out keep its probability.
    first = 1 / (1 + np.exp(-model.first.margins(features, early_exit=True).astype(float)))
    end = 1 / (1 + np.exp(-model.end.margins(columns).astype(float)))
    article = predicted.page_types[0]
    second = model.second.probabilities(columns) * (1 - (article if article > 0.05 else 0) * end**3)
    expected = np.where(first < _core.Model.SETTINGS[2], first, second)
    np.testing.assert_allclose(predicted.probability, expected, atol=1e-5)
    assert sum(predicted.page_types) == pytest.approx(1)


def test_a_model_survives_its_file(tmp_path: Path) -> None:
    shipped_model().save(tmp_path / "m.npz")
    loaded = Model.load(str(tmp_path / "m.npz"))
    assert np.array_equal(maintext.extract(NEWS, by=loaded).scores.score, maintext.extract(NEWS).scores.score)
    loaded.save(tmp_path / "again.npz")
    assert (tmp_path / "again.npz").read_bytes() == (tmp_path / "m.npz").read_bytes()
    assert "first" in repr(loaded)


def test_a_model_of_other_features_is_refused_and_the_error_can_travel(tmp_path: Path) -> None:
    write_arrays(tmp_path / "m.npz", "model", {**shipped_model().to_arrays(), "features": np.array("0123456789abcdef")})
    with pytest.raises(ModelMismatchError, match="features 0123456789abcdef, this version has") as caught:
        Model.load(tmp_path / "m.npz")
    again = pickle.loads(pickle.dumps(caught.value))  # noqa: S301 - our own bytes
    assert (str(again), again.found, again.needed) == (str(caught.value), caught.value.found, caught.value.needed)


def test_a_model_that_does_not_say_its_features_is_refused() -> None:
    arrays = shipped_model().to_arrays()
    del arrays["features"]
    with pytest.raises(ModelMismatchError, match="features none"):
        Model.from_arrays(arrays)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("chosen", np.array([100_000])),
        ("chosen", np.array([-1])),
        ("chosen", np.zeros((2, 2), dtype=np.int16)),
        ("chosen", np.array(3)),
        ("curve", np.zeros(3)),
        ("curve", np.full(N_KNOTS, np.nan)),
        ("curve", np.linspace(0, 1.5, N_KNOTS)),
        ("curve", np.linspace(-0.5, 1, N_KNOTS)),
        ("curve", np.linspace(1, 0, N_KNOTS)),
        ("chosen", np.array([1.5])),
        ("first.value", np.full(shipped_model().first.value.shape, np.inf)),
        ("class_odds", np.zeros(7, dtype=np.int8)),
        ("text_odds", np.zeros(2**16)),
        ("is_common", np.zeros(2**16, dtype=np.int8)),
        ("tag_odds", np.zeros((256, 1), dtype=np.int8)),
        ("class_groups", np.zeros(5, dtype=np.uint64)),
        ("first.base", np.array(np.inf)),
        ("second.base", np.zeros(2)),
        ("first.feature", np.array([30_000])),
        ("end.right", np.zeros(0, dtype=np.int32)),
        ("type6.first", np.array([5])),
    ],
)
def test_a_model_with_a_broken_array_is_refused(name: str, value: NDArray[Any]) -> None:
    with pytest.raises(ModelError):
        Model.from_arrays({**shipped_model().to_arrays(), name: value})


@pytest.mark.parametrize(
    "name", ["chosen", "curve", "class_odds", "is_common", "first.value", "type0.base", "end.first"]
)
def test_a_model_that_lacks_an_array_is_refused(name: str) -> None:
    arrays = shipped_model().to_arrays()
    del arrays[name]
    with pytest.raises(ModelError):
        Model.from_arrays(arrays)


def test_confidence_tells_good_answers_from_bad_ones() -> None:
    from maintext.evaluate.metrics.bag_of_words import BagOfWords
    from maintext.evaluate.metrics.pair import Pair

    pages = list(open_corpus(shared("corpora", "gn1.tar.xz")).pages())
    pairs = []
    for page in random.Random(2).sample(pages, 120):
        document = maintext.extract(page.html)
        outcome = BagOfWords().of_corpus([BagOfWords().of_page(Pair.of(document.text, page.gold))])
        pairs.append((document.confidence or 0.0, outcome["f1"]))
    pairs.sort()
    unsure, sure = np.mean([f1 for _, f1 in pairs[:40]]), np.mean([f1 for _, f1 in pairs[-40:]])
    assert sure > unsure


def test_the_shipped_model_is_small() -> None:
    folder = ROOT / "src" / "maintext" / "trained"
    assert sum(path.stat().st_size for path in folder.glob("model.*")) < 1_500_000
    assert ModelExtractor().model is shipped_model()
