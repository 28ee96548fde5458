"""Cheap tests before patterns change no answer: each is compared with the patterns alone."""

from urllib.parse import urljoin

from hypothesis import example, given
from hypothesis import strategies as st

import maintext
from maintext import _core
from maintext.metadata.values.dates import shows_date
from maintext.shapes.items.reading import _IS_PATH, _root
from maintext.shapes.verdicts import read_verdict
from maintext.shapes.verdicts.reading import verdict_of
from maintext.shapes.verdicts.signs import read_signs
from tests.shapes.twin import money
from tests.shapes.twin.posts import anchors

PARTS = (
    "5 14 2019 19 2026 1,599.00 2.433 49,90 0 th st nd de of . , - / : | ago Ago vor einem Tagen il y a hace una há um "
    "May mai März Sept Juil octobre listopada out set September blahMay thMay today Yesterday at gestern um 10:30 fa "
    "giorni 分钟前 3日前 年 月 日 € $ £ US$ R$ kr Kr. Ft lei zł Kč CHF chf Rs. р. тг ر.س ft² crs usdx Save 25%"
).split()
texts = st.lists(st.sampled_from([*PARTS, " ", " ", "\u00a0"]), max_size=10).map("".join)


@given(texts)
@example("5thMay")
@example("posted on 5 May")
@example("an hour ago")
@example("il y a un an")
def test_dates_are_those_of_the_patterns(text: str) -> None:
    assert shows_date(text) == anchors.shows_date(text)


@given(texts)
@example("49,90 € 39,90 €")
@example("statt 4.50 CHF 2.25")
def test_amounts_are_those_of_the_patterns(text: str) -> None:
    assert [tuple(found) for found in _core.amounts_in(text)] == [tuple(found) for found in money.amounts_in(text)]
    assert _core.bare_amount(text) == money.bare_amount(text)
    assert _core.currency_code(text) == money.currency_code(text)


paths = st.text(st.sampled_from("/ab.-_~%2?&=#:; "), max_size=12)


@given(paths)
@example("/a?")
@example("/a/../b")
def test_paths_are_joined_as_urljoin_does(address: str) -> None:
    base = "https://example.org/tea/cups?x=1#y"
    if _IS_PATH.fullmatch(address):
        assert f"{_root(base)}{address}" == urljoin(base, address)


def test_a_page_of_many_words_is_content_by_all_signs_too() -> None:
    html = "<title>404 not found</title><h1>Log in</h1>" + "<p>Some words about tea and errors.</p>" * 40
    doc = maintext.extract(html, by="all")
    signs = read_signs(doc.page, None, doc.keep, ())
    assert verdict_of(signs) == read_verdict(doc.page, None, doc.keep, ())
    assert signs.n_kept > 150
