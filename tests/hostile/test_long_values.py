"""Values of megabytes in the metadata, and values inside each other: each is read up to a limit, and once."""

import json
import time
from collections.abc import Callable

import pytest

import maintext
from benches.growth import MAX_TRIES, TIMES, Growth
from maintext.metadata.order import ORDER
from tools.limits import value_of

MAX_VALUE = int(value_of("query/element_text.rs:MAX_VALUE_BYTES"))
MAX_ADDRESS = int(value_of("metadata/reading.rs:MAX_ADDRESS_BYTES"))
LONG = "Ann &amp; Bob, \u8336 2020 " * 9_000
NAMES = dict.fromkeys(source.key for sources in ORDER.values() for source in sources if source.kind == "meta")
KEYS = dict.fromkeys(source.key for sources in ORDER.values() for source in sources if source.kind == "json-ld")
MARKED = "author creator headline description datePublished articleSection keywords license publisher".split()
PAGES = {
    "meta": "".join(f'<meta name="{name}" content="{LONG}">' for name in NAMES),
    "json-ld": "<script type=application/ld+json>"
    + json.dumps({"@type": "Article"} | {key: LONG for key in KEYS if key.isalpha()})
    + "</script>",
    "microdata": "<div itemscope>" + "".join(f"<p itemprop={name}>{LONG}" for name in MARKED),
    "microdata in attributes": "<div itemscope>" + "".join(f'<i itemprop={name} content="{LONG}">' for name in MARKED),
    "rdfa": f"<p property=author>{LONG}<p property=dc:date>{LONG}",
    "title and headings": f"<title>{LONG}</title><h1>{LONG}</h1><h2>{LONG}</h2>",
    "links": "".join(f"<a rel={name} href=/x>{LONG}</a>" for name in ("author", "tag", "category", "license")),
    "language": f'<html lang="{LONG}"><p>x',
}


@pytest.mark.parametrize("name", PAGES)
def test_no_value_of_the_metadata_is_longer_than_the_limit(name: str) -> None:
    found = maintext.extract(PAGES[name] + "<p>Tea", by="all").metadata
    one = (found.title, found.date, found.sitename, found.description, found.language_declared, found.license)
    values = [value for value in (*one, *found.authors, *found.tags, *found.categories) if value]
    assert all(len(value.encode()) <= MAX_VALUE for value in values)
    assert sum(len(value) for value in values) <= 20 * MAX_VALUE


def test_the_beginning_of_a_longer_value_is_kept() -> None:
    def tags(n_chars: int) -> tuple[str, ...]:
        return maintext.extract(f"<a rel=tag href=/x>{'é' * n_chars}</a><p>x", by="all").tags

    assert tags(MAX_VALUE // 2) == ("é" * (MAX_VALUE // 2),)
    assert tags(MAX_VALUE // 2 + 1) == ("é" * (MAX_VALUE // 2),)


def test_a_longer_address_is_left_out_and_the_next_source_is_read() -> None:
    def image(n_chars: int) -> str | None:
        address = "https://example.org/".ljust(n_chars, "y")
        other = "<meta name=twitter:image content=https://example.org/small>"
        return maintext.extract(f"<meta property=og:image content='{address}'>{other}<p>x", by="all").image

    assert len(image(MAX_ADDRESS) or "") == MAX_ADDRESS
    for n_chars in (MAX_ADDRESS + 1, MAX_VALUE, 10 * MAX_VALUE):
        assert image(n_chars) == "https://example.org/small"


# The text inside of n elements was read n times.
NESTED: dict[str, tuple[str, Callable[[int], str]]] = {
    "microdata": ("metadata", lambda n: "<div itemscope>" + "<i itemprop=author>" * n + "Ann Lee " * 50 * n),
    "rdfa": ("metadata", lambda n: "<i property=author>" * n + "Ann Lee " * 50 * n),
    "times": ("metadata", lambda n: "<h1>Tea</h1>" + "<time>" * n + "2020 tea " * 50 * n),
    "times of posts": ("posts", lambda n: "<h1>Tea</h1>" + "<time>" * n + "2020-01-02 tea " * 50 * n),
    "struck prices": (
        "items",
        lambda n: ("<li><a href=x><h3>Pot</h3></a>$9" * 4) + "<del>" * n + "$12 tea " * 50 * n,
    ),
}


@pytest.mark.parametrize("name", NESTED)
def test_values_inside_each_other_are_not_read_again_and_again(name: str) -> None:
    part, build = NESTED[name]
    # Elements are at most 512 deep: so many are inside each other in the large page.
    small, large = seconds(part, build(120)), seconds(part, build(120 * TIMES))
    found = Growth(name, part, small, large)
    for _ in range(MAX_TRIES):
        if found.is_linear:
            break
        small, large = min(small, seconds(part, build(120))), min(large, seconds(part, build(120 * TIMES)))
        found = Growth(name, part, small, large)
    assert found.is_linear, str(found)


def seconds(part: str, html: str) -> float:
    document = maintext.extract(html, by="all")
    assert document.text
    start = time.process_time()
    getattr(document, part)
    return time.process_time() - start
