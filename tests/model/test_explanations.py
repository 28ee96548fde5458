"""Why the learned model gives a block its probability: reasons in words, compared with asking the trees by hand."""

from fnmatch import fnmatchcase

import numpy as np
import pytest
from numpy.typing import NDArray

import maintext
from maintext import _core
from maintext.model.explanations import (
    COLUMNS,
    END,
    REASONS,
    columns_digest,
    reason_of,
    reasons,
    typical_blocks,
)
from maintext.model.extractor import ModelExtractor
from maintext.model.feature_names import CONTEXT, FEATURES
from maintext.model.predictor import MAX_BLOCKS, PAGE_TYPES, shipped_model
from maintext.trained.files import shipped
from tests.shared_data import ROOT

LEAST_PROBABILITY = _core.Model.SETTINGS[2]
DEMO = (ROOT / "demo" / "html" / "harbour-news.html").read_bytes()


def test_every_column_has_a_reason_but_what_the_first_stage_thinks_of_the_block() -> None:
    assert [column for column in COLUMNS if reason_of(column) is None] == ["first"]


def test_every_pattern_of_a_reason_names_a_column_of_it() -> None:
    unused = [
        (name, pattern)
        for name, patterns in REASONS.items()
        for pattern in patterns.split()
        if not any(fnmatchcase(column, pattern) and reason_of(column) == name for column in COLUMNS)
    ]
    assert unused == []


def first_probabilities(page: maintext.Page) -> NDArray[np.float32]:
    """Those of the first stage, from the column that the second one has of them."""
    model = shipped_model()
    log_odds = model.features(page)[1][:, len(model.chosen)]
    return np.asarray(1 / (1 + np.exp(-log_odds)), dtype=np.float32)


def log_odds_by_hand(page: maintext.Page, row: int, name: str, other: int) -> float:
    """Those of one block that has a reason's columns from a typical block, one number at a time.

    The block is one that the model asks about to the end, and stays so.
    """
    model = shipped_model()
    first, second = model.features(page)
    ours, theirs = first[row].copy(), second[row].copy()
    typical = dict(zip(COLUMNS, typical_blocks()[other], strict=True))
    for number, column in enumerate(FEATURES):
        if reason_of(column) == name:
            ours[number] = typical[column]
    names = [*(FEATURES[number] for number in model.chosen), *COLUMNS[len(FEATURES) :]]
    for place, column in enumerate(names):
        if reason_of(column) == name:
            theirs[place] = typical[column]
    probabilities = first_probabilities(page)
    probabilities[row] = model.first.probabilities(ours[None])[0]
    assert probabilities[row] > LEAST_PROBABILITY
    types = np.array(model.predict(page).page_types, dtype=np.float32)
    changed = model.tables.features(page).second(probabilities, np.array(model.chosen), types)
    theirs[names.index("first")] = changed[row, names.index("first")]
    p = model.second.probabilities(theirs[None])[0]
    p *= 1 - theirs[-len(PAGE_TYPES)] * model.end.probabilities(theirs[None])[0] ** 3
    return float(np.log(p / (1 - p)))


@pytest.mark.parametrize("name", ["the words in it", "how likely its containers are", "blocks of the same form"])
def test_a_push_is_the_mean_difference_to_typical_blocks(name: str) -> None:
    page = maintext.parse(DEMO)
    row = int(page.blocks.words.argmax())
    probability = shipped_model().predict(page).probability[row]
    own = np.log(probability / (1 - probability))
    others = [log_odds_by_hand(page, row, name, number) for number in range(len(typical_blocks()))]
    push = dict(reasons(shipped_model(), page)[row])[name]
    assert push == pytest.approx(own - np.mean(others), abs=0.002)
    assert abs(push) > 0.05


def test_the_end_of_the_text_pushes_down_what_comes_after_it() -> None:
    text = "".join(
        f"<p>The ferry ran again on day {n}, and the old pontoon had been mended by six men.</p>" for n in range(8)
    )
    replies = "".join(
        f"<li><p>I have lived there for {n} years, so well done, and thank you all.</p></li>" for n in range(7)
    )
    page = maintext.parse(
        f"<title>Ferry</title><main><article><h1>Ferry</h1>{text}</article><section class=comments><ol>{replies}</ol>"
        "</section><h3>More news</h3><ul><li><a href=/a>Seal count</a><li><a href=/b>Crane sold</a></ul></main>"
    )
    pushes = [dict(pushes)[END] for pushes in ModelExtractor().explain(page)]
    assert min(pushes[9:]) < -0.5
    assert min(pushes[:9]) > min(pushes[9:]) / 4


def test_where_the_first_stage_decides_it_alone_is_asked() -> None:
    page = maintext.parse(DEMO)
    unasked = np.flatnonzero(first_probabilities(page) < LEAST_PROBABILITY)
    assert len(unasked) > 3
    context = {reason_of(column) for column in CONTEXT} - {reason_of(column) for column in FEATURES}
    for row in unasked.tolist():
        pushes = dict(ModelExtractor().explain(page)[row])
        assert pushes[END] == 0
        assert all(pushes[name] == 0 for name in context if name)
        assert any(pushes.values())


def test_a_page_whose_blocks_the_early_trees_rule_out_has_their_reasons() -> None:
    items = "".join(f"<li class=menu-item><a href=/{number}>Section {number}</a>" for number in range(40))
    html = f"<nav class=menu><ul>{items}</ul></nav><footer class=footer><a href=/c>Contact</a></footer>"
    page = maintext.parse(html)
    assert first_probabilities(page).max() < LEAST_PROBABILITY
    explained = ModelExtractor().explain(page)
    assert len(explained) == len(page.blocks)
    assert all(any(push for _, push in pushes) for pushes in explained)


def test_a_page_without_blocks_and_one_that_is_judged_by_another_have_no_reasons() -> None:
    assert ModelExtractor().explain(maintext.parse("")) == []
    n_blocks = MAX_BLOCKS + 1
    assert ModelExtractor().explain(maintext.parse("<p>a" * n_blocks)) == [[]] * n_blocks


@pytest.mark.slow
def test_a_page_of_very_many_blocks_is_compared_with_fewer_but_has_all_reasons() -> None:
    explained = ModelExtractor().explain(maintext.parse("<p>Some text, here." * 9_000))
    assert len(explained) == 9_000
    assert {name for name, _ in explained[4_000]} == {END, *REASONS}


def test_the_typical_blocks_that_ship_are_of_this_list_of_features() -> None:
    assert str(shipped("typical")["columns"]) == columns_digest(), (
        "make typical, and put what it writes into src/maintext/trained/"
    )
    first = typical_blocks()[:, COLUMNS.index("first")]
    # Content and other in turn: the first stage sees it much the same way.
    assert first[::2].mean() > 1
    assert first[1::2].mean() < -1
