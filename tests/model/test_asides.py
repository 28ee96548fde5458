"""On pages of shops, the price counts more and what is not about the things they sell less when blocks are chosen."""

from __future__ import annotations

import numpy as np
import pytest

import maintext
from maintext.model.predictor import PAGE_TYPES, STRUCTURES, shipped_model

DESCRIPTION = (
    "<div class=description><p>The Meridian boils two cups in one minute, and its handle stays cool. The lid "
    "opens wide enough to clean it by hand.</div>"
    "<table class=specification><tr><th>Volume<td>1.7 l<tr><th>Power<td>2,200 W</table>"
)
TERMS = "<p>Orders that reach us before noon leave our warehouse in Bremen on the same day, by tracked parcel."


def product_page(more: str) -> maintext.Page:
    """The page of a kettle that has more below its description."""
    return maintext.parse(
        '<title>Kettle Meridian 200</title><script type="application/ld+json">{"@type": "Product", "name": "Kettle '
        'Meridian 200", "offers": {"price": "49.90"}}</script><div class=product><h1>Kettle Meridian 200</h1>'
        f"<p class=price>$ 49.90</p><div><button class=add-to-cart>Add to cart</button></div>{DESCRIPTION}{more}</div>"
    )


def dropped(page: maintext.Page, **types: float) -> set[str]:
    """The texts that are dropped if all blocks of a page of these types are content with a probability of one half."""
    shares = [types.get(name, 0.0) for name in PAGE_TYPES]
    features = shipped_model().tables.features(page)
    keep, _ = features.decide(shares, np.full(len(page.blocks), 0.5), (0.4, 0.4, True))
    return {text for text, kept in zip(page.texts(), keep, strict=True) if not kept}


@pytest.mark.parametrize(
    "heading",
    ["Delivery & returns", "Versand", "Livraison", "Доставка и оплата", "送料について", "배송 안내", "משלוחים"],
)
def test_a_section_under_a_heading_about_delivery_counts_less_in_any_language(heading: str) -> None:
    page = product_page(f"<h3>{heading}</h3>{TERMS}<h3>Care</h3><p>Wipe it dry.")
    assert dropped(page, product=0.9) == {"Add to cart", heading, *maintext.parse(TERMS).texts()}


def test_texts_about_the_shop_count_less_on_the_page_of_a_product_alone() -> None:
    page = product_page(f"<h3>Delivery</h3>{TERMS}")
    assert "Delivery" in dropped(page, product=0.9)
    assert dropped(page, article=0.9) == set()


def test_labels_of_buttons_count_less_on_every_page_of_a_shop() -> None:
    page = product_page("")
    for kind in ("product", "collection", "listing"):
        assert dropped(page, **{kind: 0.9}) == {"Add to cart"}
    assert dropped(page, service=0.9) == set()


def test_controls_of_a_list_count_less_on_lists() -> None:
    page = product_page(
        "<div><h3>Kettle Orion</h3><button>Add Kettle Orion to compare</button>"
        "<p>39.90</p><button>(1794)</button></div>"
        "<label><input type=checkbox>Steel kettles</label><fieldset><legend>Colour</legend><p>Red kettles</fieldset>"
        "<h3><button>How to choose a kettle</button></h3>"
    )
    controls = {"Add to cart", "Add Kettle Orion to compare", "Steel kettles", "Colour", "Red kettles"}
    assert dropped(page, listing=0.3) == controls
    assert dropped(page, collection=0.2, listing=0.15) == controls
    assert dropped(page, listing=0.2) == set()
    assert dropped(page, article=0.9) == set()


def test_a_price_in_payments_or_beside_a_button_is_a_price() -> None:
    more = "<p>$ 49.90 or 4 payments of $ 12.48<p>Payment by instalments<p>49.90 <button>Buy now</button>"
    assert dropped(product_page(more), product=0.9) == {"Add to cart", "Payment by instalments"}


def test_the_price_is_kept_and_quantities_are_dropped() -> None:
    page = product_page("<select><option>1<option>2<option>Red</select>")
    shares = [float(name == "product") for name in PAGE_TYPES]
    low = np.where([text == "$ 49.90" for text in page.texts()], 0.1, 0.5)
    keep, _ = shipped_model().tables.features(page).decide(shares, low, (0.4, 0.4, True))
    found = {text for text, kept in zip(page.texts(), keep, strict=True) if not kept}
    assert found == {"Add to cart", "1", "2"}


def test_an_aside_is_dropped_and_the_decision_names_it() -> None:
    page = product_page(f"<h3>Delivery & returns</h3>{TERMS}")
    # A threshold below the probability of the section, which is kept without the rule.
    found = shipped_model().predict(page, (0.06, 0.06, True))
    is_terms = np.array([text.startswith("Orders that") for text in page.texts()])
    assert (found.probability[is_terms] >= 0.06).all()
    assert not found.keep[is_terms].any()
    assert {STRUCTURES[number] for number in found.decided_with[is_terms]} == {"what is beside the product"}
    assert found.keep[[text.startswith("The Meridian") for text in page.texts()]].all()


def test_probabilities_of_another_page_are_an_error() -> None:
    page = product_page("")
    features = shipped_model().tables.features(page)
    with pytest.raises(ValueError, match=f"1 probabilities for {len(page.blocks)} blocks"):
        features.decide([0.0] * len(PAGE_TYPES), np.array([0.5]), (0.4, 0.4, True))
