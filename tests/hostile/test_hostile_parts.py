"""Input made to be expensive for what stands around the core: Markdown as input, data of scripts, selectors, microdata,
chunks. Each takes time in proportion to its size, and becomes no more than a multiple of it.

Times are compared as in test_growth: two doublings, in processor time, with room between linear and quadratic.
"""

import gzip
import json
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import maintext
from benches.growth import MAX_TRIES, SLACK_SECONDS, TIMES, Growth
from maintext.cli.inputs import MAX_UNZIPPED_BYTES
from maintext.cli.main import commands
from maintext.data_text.prose import as_html, longest_text
from maintext.data_text.scripts import MAX_SCRIPT_CHARS, read_script_data
from maintext.document.parts.long_pieces import split_sentences
from maintext.document.parts.text_fragments import KeptBlocks
from maintext.errors import SelectorError
from maintext.input_formats.markdown import MAX_ADDED_CHARS, markdown_to_html
from maintext.input_formats.markdown import MAX_DEPTH as MAX_BLOCK_DEPTH
from maintext.input_formats.markdown_inline import MAX_DEPTH as MAX_LINK_DEPTH
from maintext.input_formats.markdown_inline import MAX_LABEL_CHARS
from maintext.selectors.matching import MAX_CHARS as MAX_SELECTOR_CHARS
from maintext.shapes.structured import Thing
from maintext.shapes.structured.microdata import MAX_DEPTH as MAX_THING_DEPTH
from maintext.shapes.structured.microdata import MAX_NAMES, MAX_ROWS, MAX_TEXT, MAX_VALUES
from maintext.shapes.structured.thing import MAX_NODES

PROSE = "Water is poured over the leaves, and one waits for some minutes. " * 10


def as_script(name: str, content: str) -> str:
    return f'<script id="{name}" type="application/json">{content}</script>'


def script_data(page: str) -> object:
    return list(read_script_data(maintext.parse(page)))


def structured(page: str) -> tuple[Thing, ...]:
    return maintext.extract(page, by="all").structured


def article_bodies(n: int) -> str:
    """A page that ends inside of an element that is not shown, so that no text can be added to it."""
    bodies = (json.dumps({"articleBody": f"{PROSE}{number}"}) for number in range(n))
    return "".join(f'<script type="application/ld+json">{body}</script>' for body in bodies) + "<template>"


def noscripts(n: int) -> str:
    return "<noscript>" * n + PROSE + "</noscript>" * n + f"<p>{PROSE}"


READERS: dict[str, tuple[Callable[[str], object], Callable[[int], str], int]] = {
    "fence of tildes": (markdown_to_html, lambda n: "~" * n + "`", 200),
    "fence with a long language": (markdown_to_html, lambda n: "```" + "a" * n + "`", 4_000),
    "rule of a table and spaces": (markdown_to_html, lambda n: "a|b\n-" + " " * n + "x", 4_000),
    "spaces before an address": (markdown_to_html, lambda n: "[a](" + " " * n + "x", 2_000),
    "nested brackets": (markdown_to_html, lambda n: "[" * n + "]" * n, 20_000),
    "nested lists": (markdown_to_html, lambda n: "".join(f"{'  ' * (row % 30)}- x\n" for row in range(n)), 500),
    "openings of tags in a string": (longest_text, lambda n: PROSE + "<" * n, 4_000),
    "spaces in a string": (as_html, lambda n: "a" + " " * n + "b", 4_000),
    "escaped quotes without end": (script_data, lambda n: '<script>__NUXT__="' + '\\"' * n + "</script>", 2_000),
    "pushes inside each other": (script_data, lambda n: "<script>" + "__next_f.push([" * n + "</script>", 2_000),
    "article bodies before a template": (maintext.extract, article_bodies, 20),
    "nested noscripts": (maintext.extract, noscripts, 100),
    "sentences without end": (split_sentences, lambda n: "..." * n, 20_000),
    "closing marks without end": (split_sentences, lambda n: ".\"')" * n, 20_000),
}


@pytest.mark.parametrize("name", READERS)
def test_time_grows_with_the_input(name: str) -> None:
    read, build, n = READERS[name]
    small, large = build(n), build(TIMES * n)
    found = Growth(name, "reading", seconds(read, small), seconds(read, large))
    for _ in range(MAX_TRIES):
        if found.is_linear:
            break
        found = Growth(name, "reading", min(found.small, seconds(read, small)), min(found.large, seconds(read, large)))
    assert found.is_linear, str(found)


def seconds(read: Callable[[str], object], text: str) -> float:
    start = time.process_time()
    read(text)
    return time.process_time() - start


def test_an_address_that_many_references_repeat_is_written_up_to_a_limit() -> None:
    markdown = f"[a]: https://a.example/{'y' * 10_000}\n\n" + "[a] " * 5_000
    html = markdown_to_html(markdown)
    assert html.count("<a href=") > 10
    assert len(html) <= 2 * MAX_ADDED_CHARS + 10 * len(markdown)
    # Its text stays.
    assert html.count("[a]") + html.count(">a<") == 5_000


def test_a_fence_of_code_has_its_language_and_one_with_a_backtick_is_text() -> None:
    assert '<code class="language-py">' in markdown_to_html("~~~~ py title=x\na\n~~~~")
    assert markdown_to_html("``` a`b") == "<p>``` a`b</p>"


def test_deep_data_takes_memory_in_proportion_to_its_size() -> None:
    deep: object = [""] * 50_000
    for _ in range(500):
        deep = [deep]
    tracemalloc.start()
    try:
        longest_text(deep)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 50_000 * 500


def test_paragraphs_of_deep_data_are_found_by_their_names() -> None:
    story = {"a": [{"story": {"paragraphs": [PROSE, PROSE]}}], "b": {"names": [PROSE, PROSE]}}
    assert longest_text(story).count("<p>") == 2
    assert longest_text({"b": {"names": [PROSE, PROSE]}}).count("<p>") == 1


def test_literals_and_pushes_of_scripts_are_read() -> None:
    text = 'He said \\"wait\\". ' + PROSE
    assert script_data(f'<script>window.__NUXT__=f("a",{{b:"{text}"}})</script>') == [
        ("__NUXT__", [json.loads(f'"{text}"')])
    ]
    assert script_data('<script>self.__next_f.push([1,"0:[\\"Tea\\"]\\n"])</script>') == [("__next_f", [["Tea"]])]


def test_a_longer_script_is_not_read() -> None:
    assert script_data(as_script("__NEXT_DATA__", "1")) == [("__NEXT_DATA__", 1)]
    assert script_data(as_script("__NEXT_DATA__", " " * MAX_SCRIPT_CHARS + "1")) == []


def test_a_longer_selector_is_refused() -> None:
    with pytest.raises(SelectorError, match="1,000"):
        maintext.extract("<p>Tea.", keep="p" * (MAX_SELECTOR_CHARS + 1))


def test_markdown_that_is_nested_deeper_is_text() -> None:
    assert markdown_to_html("> " * 100 + "Tea").count("<blockquote>") == MAX_BLOCK_DEPTH + 1
    assert "Tea" in markdown_to_html("> " * 100 + "Tea")
    assert markdown_to_html("[" * 30 + "Tea" + "](x)" * 30).count("<a href") == MAX_LINK_DEPTH + 1


def test_a_longer_name_of_a_reference_is_text() -> None:
    for n, is_link in ((MAX_LABEL_CHARS, True), (MAX_LABEL_CHARS + 1, False)):
        name = "a" * n
        assert ("<a href" in markdown_to_html(f"[{name}]: x\n\nSee [{name}].")) == is_link


def size(thing: Thing, name: str) -> int:
    """The characters or values of a property."""
    value = thing.properties[name]
    assert isinstance(value, str | list)
    return len(value)


def json_ld(value: object) -> str:
    return f'<script type="application/ld+json">{json.dumps(value)}</script>'


def nested(n: int) -> object:
    value: object = "deep"
    for _ in range(n):
        value = {"@type": "X", "a": value}
    return value


def test_no_more_is_read_of_what_a_page_states_about_itself() -> None:
    many = [{"@type": "X", "name": str(number)} for number in range(2 * MAX_NODES)]
    assert MAX_NODES // 2 < len(structured(json_ld(many))) <= MAX_NODES
    assert "deep" in str(structured(json_ld(nested(MAX_THING_DEPTH - 2))))
    assert "deep" not in str(structured(json_ld(nested(MAX_THING_DEPTH + 2))))
    (thing,) = structured(json_ld({"@type": "X", "name": "y" * 2 * MAX_TEXT}))
    assert size(thing, "name") == MAX_TEXT
    for scope, prop in (("itemscope itemtype=X", "itemprop"), ("typeof=X", "property")):
        rows = "".join(f"<div {scope}><p {prop}=a>{number}</div>" for number in range(MAX_ROWS))
        assert len(structured(rows)) == MAX_ROWS // 2
        (thing,) = structured(f"<div {scope}><p {prop}=a>{'y' * 2 * MAX_TEXT}</div>")
        assert size(thing, "a") == MAX_TEXT
        (thing,) = structured(f"<div {scope}>{''.join(f'<p {prop}=a>{n}' for n in range(2 * MAX_VALUES))}</div>")
        assert size(thing, "a") == MAX_VALUES
        deep = f"<div {scope}>" + f"<div {prop}=a {scope}>" * 100 + f"<p {prop}=b>deep"
        (thing,) = structured(deep)
        n_levels = str(thing.properties).count("'a':")
        assert MAX_THING_DEPTH - 2 <= n_levels <= MAX_THING_DEPTH


def test_a_compressed_page_is_cut_short(tmp_path: Path) -> None:
    bomb = tmp_path / "bomb.html.gz"
    bomb.write_bytes(gzip.compress(b"<p>" + b" " * 2 * MAX_UNZIPPED_BYTES, 1))
    result = CliRunner().invoke(commands, ["extract", str(bomb)])
    assert result.exit_code == 1
    assert "PageTooLargeError" in result.output or "50,000,00" in result.output


@pytest.mark.parametrize("attributes", ["itemscope itemtype=x|itemprop", "typeof=x|property"])
def test_a_value_under_many_names_or_in_many_elements_is_not_repeated_without_end(attributes: str) -> None:
    scope, _, name = attributes.partition("|")
    many = " ".join(f"n{number}" for number in range(2_000))
    page = f"<div {scope}><p {name}='{many}'>{'y' * 10_000}</div>"
    (thing,) = maintext.extract(page, by="all").structured
    assert len(thing.properties) == MAX_NAMES
    nested = f"<div {scope}>" + f"<div {name}=a>z" * 400 + "y " * 20_000 + "</div>"
    (thing,) = maintext.extract(nested, by="all").structured
    assert len(json.dumps(thing.to_dict())) <= 2_000_000 + 10 * len(nested)


def test_posts_inside_each_other_have_only_their_own_text() -> None:
    post = "<div class=comment><a class=author href=/user/{0}>Ann{0}</a> 3 days ago<p>Tea is good, says number {0}.</p>"
    document = maintext.extract("".join(map(post.format, range(300))) + f"<p>{'y ' * 10_000}", by="all")
    assert len(document.posts) == 300
    assert "says number 7." in document.posts[7].text
    assert "says number 8." not in document.posts[7].text
    assert sum(len(post.text) for post in document.posts) <= len(document.page.source)


def test_positions_of_elements_deep_inside_a_page_are_found_without_their_whole_paths() -> None:
    page = maintext.parse("<div>" * 400 + "<p>x</p>" * 3 + "</div>" * 400)
    assert [page.xpath_step(row) for row in range(len(page.elements))][-3:] == ["p[1]", "p[2]", "p[3]"]
    assert maintext.extract(page.source, by="all", keep="//p[2]").text == "x"


@pytest.mark.parametrize("selector", [r".\ffffff", r"#\d800", r"[\0]", r"[a=\110000]", r"\dfff"])
def test_an_escape_of_a_selector_that_is_no_character_matches_nothing(selector: str) -> None:
    try:
        document = maintext.extract("<p class='a' id='b'>Tea.", by="all", keep=selector)
    except SelectorError:
        return
    assert document.text == ""


def test_blocks_are_found_by_their_place_without_reading_all_of_them() -> None:
    def seconds_of_lookups(n_blocks: int) -> float:
        page = maintext.parse("<p>x" * n_blocks)
        blocks = KeptBlocks(page, np.ones(n_blocks, dtype=np.bool_))
        assert blocks.between(4, 8) == [1]
        start = time.process_time()
        for _ in range(2_000):
            blocks.between(4, 8)
        return time.process_time() - start

    small, large = (min(seconds_of_lookups(n_blocks) for _ in range(3)) for n_blocks in (1_000, 200_000))
    assert large <= 10 * small + SLACK_SECONDS, f"{small:.4f} s among 1,000 blocks, {large:.4f} s among 200,000"
