"""JSON-LD as it is found: broken, huge, deep."""

import json
import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import maintext
from maintext.metadata import read_metadata
from maintext.metadata.sources.json_reader import MAX_DEPTH, read_json


@pytest.mark.parametrize(
    "source",
    [
        '{"a": "b", "c": ["d"]}',
        '{"a": "b", "c": ["d",],}',
        '{"a": "b" "c": ["d"]}',
        "{a: \"b\", c: ['d']}",
        "{'a': 'b', 'c': ['d']}",
        '/* one */ {"a": "b", // two\n "c": ["d"]}',
        '<!-- {"a": "b", "c": ["d"]} -->',
        '//<![CDATA[\n{"a": "b", "c": ["d"]}\n//]]>',
        "{&quot;a&quot;: &quot;b&quot;, &quot;c&quot;: [&quot;d&quot;]}",
        '{"a": "b", "c": ["d"]};',
        '\ufeff{"a": "b", "c": ["d"]}',
        '{"a": "b", "c": ["d"',
        '{"a": "b", "c": ["d"}',
        '{"a": "b", "c": ["d"]}}]]',
    ],
)
def test_json_that_people_write_is_read(source: str) -> None:
    assert read_json(source) == [{"a": "b", "c": ["d"]}]


def test_raw_line_breaks_and_unescaped_quotes_are_part_of_a_text() -> None:
    assert read_json('{"a": "one\ntwo"}') == [{"a": "one\ntwo"}]
    assert read_json('{"a": "the "best" tea", "b": "x"}') == [{"a": 'the "best" tea', "b": "x"}]


def test_values_one_after_the_other_are_all_read() -> None:
    assert read_json('{"a": "b"}{"c": "d"}\n{"e": "f"}') == [{"a": "b"}, {"c": "d"}, {"e": "f"}]


def test_numbers_without_end_and_no_numbers_do_no_harm() -> None:
    (value,) = read_json('{"a": NaN, "b": -Infinity, "c": ' + "9" * 100_000 + "}")
    assert isinstance(value, dict)
    assert (value["a"], value["b"], value["c"]) == (None, None, "9" * 100_000)


@pytest.mark.parametrize("source", ["", "  ", ";", "null", "//", "{", '"', "]", "\\", "{{{{", '{"a"', ":,:,"])
def test_nothing_much_is_read_without_an_error(source: str) -> None:
    assert read_json(source) in ([], [None], [{}], [""], ["\\"])


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(st.text(alphabet="{}[]\",:\\ab/*\n '", max_size=60))
def test_no_text_makes_the_reader_fail(source: str) -> None:
    read_json(source)


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(st.recursive(st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=20))
def test_good_json_is_read_as_the_standard_library_does(value: object) -> None:
    # A lone text may look like a comment or a margin; metadata is never one.
    assert read_json(json.dumps([value])) == [[value]]


def article(source: str) -> str:
    return f'<script type="application/ld+json">{source}</script><h2>Nothing</h2>'


GOOD = '"@type": "Article", "headline": "Found", "author": "Jane Doe"'
HOSTILE = {
    "deep lists": "[" * 100_000,
    "deep objects": '{"a":' * 100_000,
    "deep, then good": '{"x": ' + "[" * 100_000 + "]" * 100_000 + ", " + GOOD + "}",
    "10 MB of articles": "[" + ",".join(f'{{{GOOD}, "n": "{n}"}}' for n in range(140_000)) + "]",
    "10 MB of articles, broken": "[" + ",".join(f'{{{GOOD}, "n": "{n}",}}' for n in range(140_000)),
    "10 MB of text": f'{{{GOOD}, "text": "' + "x" * 10_000_000,
    "10 MB of quotes": f'{{{GOOD}, "text": "' + '" ' * 5_000_000,
    "10 MB of escapes": f'{{{GOOD}, "text": "' + "\\" * 10_000_000,
    "10 MB of brackets": "[" * 60 + "}" * 10_000_000,
    "10 MB of comments": "/*" * 5_000_000,
    "10 MB of margins": "//" + " " * 10_000_000 + "<",
    "authors that refer to one another": '{"@graph": [{"@id": "#a", "@type": "Article", "author": {"@id": "#a"}}]}',
    "half a character": '{"@type": "Article", "headline": "\\ud800", "author": "\\udfff"}',
}
MAX_SECONDS = 20
"""Of the processor, and far above what it takes: a machine may be slow, but a reader that is not linear takes hours."""


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_json_ld_is_survived(name: str) -> None:
    page = maintext.parse(article(HOSTILE[name]))
    start = time.thread_time()
    found = read_metadata(page)
    assert time.thread_time() - start < MAX_SECONDS
    str(found).encode()
    if GOOD in HOSTILE[name]:
        assert (found.title, found.authors) == ("Found", ("Jane Doe",))


def test_what_stands_too_deep_is_left_out_and_the_rest_kept() -> None:
    deep = "[" * (MAX_DEPTH + 5) + '"lost"' + "]" * (MAX_DEPTH + 5)
    (value,) = read_json('{"deep": ' + deep + ', "near": "kept",,}')
    assert isinstance(value, dict)
    assert value["near"] == "kept"
    assert "lost" not in json.dumps(value)
