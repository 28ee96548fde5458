"""Structured data of a page as one list of things."""

import json

import maintext
from maintext.shapes.structured import Thing, read_structured


def things_of(html: str) -> tuple[Thing, ...]:
    return read_structured(maintext.parse(html))


def script(*values: object) -> str:
    return "".join(f'<script type="application/ld+json">{json.dumps(value)}</script>' for value in values)


def test_members_of_a_graph_are_things_and_references_are_not() -> None:
    graph = {"@context": "https://schema.org", "@graph": [
        {"@type": "Recipe", "name": "Tea", "recipeIngredient": ["water", "leaves"], "author": {"@id": "#me"}},
        {"@type": "Person", "@id": "#me"},
        {"@type": ["Organization", "schema:Store"], "name": "Tea Times"},
    ]}  # fmt: skip
    recipe, store = things_of(script(graph))
    assert recipe.types == ("Recipe",)
    assert recipe.properties == {"name": "Tea", "recipeIngredient": ["water", "leaves"], "author": {"@id": "#me"}}
    assert store.types == ("Organization", "Store")


def test_broken_json_is_read_as_far_as_it_goes() -> None:
    html = '<script type="application/ld+json">{"@type": "Event", "name": "Tea "time"", "startDate": "2026-05-04",}'
    (event,) = things_of(html + "</script>")
    assert event.properties == {"name": 'Tea "time"', "startDate": "2026-05-04"}


def test_microdata_nests_items_and_reads_values_where_they_are() -> None:
    html = """<div itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">Kettle</h1>
        <img itemprop="image" src="/k.png"><a itemprop="url" href="/k">more</a>
        <time itemprop="releaseDate" datetime="2026-05-04">May</time>
        <div itemprop="offers" itemscope itemtype="http://schema.org/Offer"><meta itemprop="price" content="9.90">
        <link itemprop="availability" href="https://schema.org/InStock"></div>
        <span itemprop="color">red</span><span itemprop="color">blue</span></div>
        <p itemprop="name">Outside of any item</p>"""
    (product,) = things_of(html)
    assert product.sources == ("microdata",)
    assert product.properties == {
        "name": "Kettle",
        "image": "/k.png",
        "url": "/k",
        "releaseDate": "2026-05-04",
        "offers": {"@type": "Offer", "price": "9.90", "availability": "https://schema.org/InStock"},
        "color": ["red", "blue"],
    }


def test_an_item_takes_the_properties_that_itemref_names() -> None:
    html = """<div itemscope itemtype="https://schema.org/Product" itemref="more"><b itemprop="name">Kettle</b></div>
        <p id="more">Made by <i itemprop="brand">Potts</i></p>"""
    (product,) = things_of(html)
    assert product.properties == {"name": "Kettle", "brand": "Potts"}


def test_rdfa_is_read_without_the_tags_of_open_graph() -> None:
    html = """<meta property="og:title" content="Not a thing"><div vocab="https://schema.org/" typeof="Event">
        <h1 property="name">Tea time</h1><div property="location" typeof="Place"><b property="name">Hall</b></div>
        </div>"""
    (event,) = things_of(html)
    assert (event.types, event.sources) == (("Event",), ("rdfa",))
    assert event.properties == {"name": "Tea time", "location": {"@type": "Place", "name": "Hall"}}


def test_a_thing_in_two_kinds_of_markup_is_one_thing_with_two_sources() -> None:
    html = script({"@type": "Recipe", "name": "Tea", "cookTime": "PT4M"}) + (
        '<div itemscope itemtype="https://schema.org/Recipe"><h1 itemprop="name">Tea</h1></div>'
    )
    (recipe,) = things_of(html)
    assert recipe.sources == ("json-ld", "microdata")
    assert recipe.properties == {"name": "Tea", "cookTime": "PT4M"}


def test_different_things_of_a_type_stay_apart() -> None:
    assert len(things_of(script({"@type": "Offer", "price": "1"}, {"@type": "Offer", "price": "2"}))) == 2


def test_names_of_items_in_items_do_not_double_with_every_level() -> None:
    depth = 200
    html = '<div itemscope itemtype="T" itemprop="a b">' * depth + "x" + "</div>" * depth
    assert sum(len(json.dumps(thing.to_dict())) for thing in things_of(html)) < 10_000


def test_deep_json_is_cut_and_can_be_written() -> None:
    deep = "{" + '"a": {' * 500 + '"b": 1' + "}" * 501
    (thing,) = things_of(f'<script type="application/ld+json">{{"@type": "T", "name": "x", "deep": {deep}}}</script>')
    assert len(json.dumps(thing.to_dict())) < 1_000


def test_a_page_without_structured_data_has_none() -> None:
    assert maintext.extract("<p>Boil the water.</p>").structured == ()
