"""Structures that are kept or dropped as a whole, whatever the scores."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import maintext
from maintext import _core
from maintext.explain.explained import explained
from maintext.model.predictor import STRUCTURES, shipped_model
from tests.extractors.pages import pages

ARTICLE = (
    "<p>The ferry was late again on Monday, and nobody on the pier was surprised by that, said the harbour.</p>" * 4
)


def decided(page: maintext.Page, probability: list[float], threshold: float = 0.5) -> NDArray[np.bool_]:
    keep, decided_with = _core.Model.decide_structures(page, np.array(probability), threshold, False)
    assert (decided_with < len(STRUCTURES)).all()
    overruled = keep != (np.array(probability) >= threshold)
    assert not decided_with[~overruled].any(), "a structure is named only where it overruled a score"
    return keep


@given(html=pages, seed=st.integers(0, 999), thresholds=st.tuples(st.floats(0.01, 1), st.floats(0.01, 1)))
@settings(max_examples=100, deadline=None)
def test_a_lower_threshold_keeps_at_least_as_much(html: str, seed: int, thresholds: tuple[float, float]) -> None:
    page = maintext.parse(html)
    probability = np.random.default_rng(seed).random(len(page.blocks)).round(2).tolist()
    if probability:
        low, high = sorted(thresholds)
        assert (decided(page, probability, high) <= decided(page, probability, low)).all()


@given(
    scores=st.lists(st.floats(0, 1), min_size=6, max_size=6),
    template=st.sampled_from(
        [
            "<p>{}</p><table><tr><th>{}<td>{}<tr><th>{}<td>{}</table><p>{}",
            "<p>{}</p><ul><li>{}<li>{}<li>{}<li>{}</ul><p>{}",
            "<p>{}</p><dl><dt>{}<dd>{}<dt>{}<dd>{}</dl><p>{}",
            "<p>{}</p><dl><div><dt>{}<dd>{}</div><div><dt>{}<dd>{}</div></dl><p>{}",
            "<p>{}</p><pre><div>{}</div><div>{}</div><div>{}</div><div>{}</div></pre><p>{}",
        ]
    ),
)
@settings(max_examples=150, deadline=None)
def test_the_parts_of_a_structure_are_kept_together(scores: list[float], template: str) -> None:
    page = maintext.parse(template.format(*"abcdef"))
    assert len(page.blocks) == 6
    inner = decided(page, scores)[1:5]
    assert inner.all() or not inner.any()


def test_links_to_other_products_are_not_kept_on_the_page_of_a_product() -> None:
    facts = "".join(f"<tr><th>{name}<td>{value}" for name, value in [("Volume", "1.7 l"), ("Power", "2,200 W")])
    card = "<div class=card><a href=/p{0}>Steel kettle number {0} with a whistle</a><p class=price>$ {0}9.90</div>"
    grid = "".join(card.format(number) for number in range(1, 9))
    html = (
        '<title>Kettle Meridian 200</title><script type="application/ld+json">{"@type": "Product", "name": "Kettle '
        'Meridian 200", "offers": {"price": "49.90"}}</script><div class=product><h1>Kettle Meridian 200</h1>'
        "<p class=price>$ 49.90<button class=add-to-cart>Add to cart</button><div class=description><p>The Meridian "
        "boils two cups in one minute, and its handle stays cool. The lid opens wide enough to clean it by hand.</div>"
        f"<table class=specification>{facts}</table></div><div class=product-grid>{grid}</div>"
    )
    page = maintext.parse(html)
    # A threshold below the probability of every card.
    found = shipped_model().predict(page, (0.04, 0.04, True))
    is_card = np.array(["number" in text for text in page.texts()])
    assert (found.probability[is_card] >= 0.04).all()
    assert not found.keep[is_card].any()
    assert {STRUCTURES[number] for number in found.decided_with[is_card]} == {"what is beside the product"}
    assert found.keep[[text.startswith(("The Meridian", "Volume")) for text in page.texts()]].all()
    listing = maintext.parse(f"<h1>Kettles</h1><div class=product-grid>{grid}</div>")
    scores = np.full(len(listing.blocks), 0.9)
    assert decided(listing, scores.tolist()).all(), "elsewhere structures decide by their scores alone"


def test_scores_of_another_page_are_an_error() -> None:
    with pytest.raises(ValueError, match="1 probabilities for 2 blocks"):
        _core.Model.decide_structures(maintext.parse("<p>one<p>two"), np.array([0.5]), 0.5, False)


def test_an_explanation_names_the_structure_that_decided() -> None:
    page = maintext.parse(f"<main><h1>Ferries</h1>{ARTICLE}<ul><li>Monday<li>Tuesday</ul></main>")
    answer = explained(page, "model")
    decided_with = np.zeros(len(page.blocks), dtype=np.uint8)
    decided_with[-1] = STRUCTURES.index("its list")
    decided_with[0] = STRUCTURES.index("the text below it")
    scores = maintext.Scores(answer.document.scores.score, np.arange(len(page.blocks)) > 0, decided_with=decided_with)
    overruled = type(answer)(maintext.Document(page, "model", scores), [])
    assert overruled.decisions[0] == "dropped with the text below it"
    assert overruled.decisions[-1] == "kept with its list"
    assert set(overruled.decisions[1:-1]) == {""}
