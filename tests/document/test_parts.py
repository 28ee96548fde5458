"""Sections, chunks and shortened Markdown of small pages."""

import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import maintext
from maintext import _core
from maintext.document.parts.text_fragments import KeptBlocks
from maintext.document.parts.tokens import by_pattern, estimate_tokens
from maintext.errors import OptionError

PAGE = """<title>Tea</title><h1>Tea</h1><p>Tea is a drink.</p>
<h2>Brewing</h2><p>Boil the water.</p><h3>Pots</h3><p>Clay holds the heat.</p>
<h2>Milk &amp; sugar</h2><p>Milk goes in last.</p><pre><code class="language-python">pour(
    milk)</code></pre>"""


def document(html: str = PAGE, url: str | None = "https://example.org/tea#top") -> maintext.Document:
    return maintext.extract(html, url, by="all")


def test_sections_are_a_tree_of_headings_without_the_title() -> None:
    lead, brewing, milk = document().sections
    assert (lead.heading, lead.level, lead.text) == ("", 0, "Tea is a drink.")
    assert (brewing.heading, brewing.level, brewing.text) == ("Brewing", 2, "Boil the water.")
    assert [inner.heading for inner in brewing.sections] == ["Pots"]
    assert brewing.markdown == "## Brewing\n\nBoil the water.\n\n### Pots\n\nClay holds the heat."
    assert milk.heading == "Milk & sugar"
    assert [section.heading for section in brewing.walk()] == ["Brewing", "Pots"]


def test_headings_of_sections_and_chunks_are_those_of_the_markdown() -> None:
    page = """<title>Tea</title><h1>Tea</h1><p>Tea is a drink.</p>
    <h2 id=brewing>Brewing <code>tea()</code><a class=headerlink href="#brewing">¶</a></h2><p>Boil the water.</p>
    <h2>\u200bPots of <img class=emoji src=t.png alt="\U0001f375"> &amp; <i>clay</i></h2><p>Clay holds the heat.</p>"""
    found = document(page)
    names = ["Brewing tea()", "Pots of \U0001f375 & clay"]
    assert [section.heading for section in found.sections] == ["", *names]
    chunks = found.chunks(max_tokens=16)
    assert [chunk.headings for chunk in chunks] == [("Tea",), ("Tea", names[0]), ("Tea", names[1])]
    shortened = document(page.replace("Boil the water.", "Boil the water. " * 30)).to_markdown(max_tokens=60)
    assert f': "{names[0]}" and 1 more' in shortened


def test_images_between_paragraphs_do_not_repeat_the_text_of_a_section() -> None:
    page = "<h1>Tea</h1><p>Pour.</p><img src=a.png alt='A pot' width=200 height=100><p>Wait.</p>"
    (section,) = maintext.extract(page, by="all").sections
    assert section.text == "Pour.\n\nWait."


def test_the_span_of_a_section_is_its_source() -> None:
    found = document()
    brewing = found.sections[1]
    source = found.page.source[brewing.start : brewing.stop].decode()
    assert source == "Brewing</h2><p>Boil the water.</p><h3>Pots</h3><p>Clay holds the heat."


def test_a_page_without_text_has_no_parts() -> None:
    empty = document("<p hidden>Nothing.</p>")
    assert empty.sections == ()
    assert empty.chunks() == []
    assert empty.to_markdown(max_tokens=100) == ""


def test_a_chunk_knows_its_headings_source_and_link() -> None:
    found = document()
    chunks = found.chunks(max_tokens=22)
    assert [chunk.headings for chunk in chunks] == [
        ("Tea",),
        ("Tea", "Brewing"),
        ("Tea", "Milk & sugar"),
    ]
    brewing = chunks[1]
    assert brewing.text == "## Brewing\n\nBoil the water.\n\n### Pots\n\nClay holds the heat."
    assert found.page.source[brewing.start : brewing.stop].decode().startswith("Brewing</h2>")
    assert brewing.link == "https://example.org/tea#:~:text=Brewing,Clay%20holds%20the%20heat."
    assert chunks[2].text == "## Milk & sugar\n\nMilk goes in last.\n\n```python\npour(\n    milk)\n```"
    assert json.loads(json.dumps(brewing.to_dict()))["headings"] == ["Tea", "Brewing"]


def test_a_link_takes_more_words_where_the_page_has_the_same_before() -> None:
    html = "<p>One two three four five.</p><p>One two three four six seven eight nine ten.</p>"
    chunk = document(html, "https://example.org/").chunks(16)[1]
    assert chunk.link == "https://example.org/#:~:text=One%20two%20three%20four%20six,seven%20eight%20nine%20ten."


def test_hyphens_and_commas_of_a_link_are_encoded() -> None:
    assert document("<p>Well-known, and so on</p>", None).chunks()[0].link == "#:~:text=Well%2Dknown%2C%20and%20so%20on"


def test_a_long_paragraph_is_cut_after_sentences_and_each_part_has_its_own_link() -> None:
    html = "<p>The first sentence is here, with a few words. The second sentence follows it. The third one ends it.</p>"
    chunks = document(html, None).chunks(16)
    assert [chunk.text for chunk in chunks] == [
        "The first sentence is here, with a few words.",
        "The second sentence follows it. The third one ends it.",
    ]
    assert chunks[1].link == "#:~:text=The%20second%20sentence%20follows,third%20one%20ends%20it."


def test_every_part_of_a_long_paragraph_has_a_link_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    part = KeptBlocks.part

    def counted(self: KeptBlocks, start: int, stop: int) -> str:
        read.append(part(self, start, stop))
        return read[-1]

    monkeypatch.setattr(KeptBlocks, "part", counted)
    text = " ".join(f"Sentence {n} has a few words." for n in range(20_000))
    chunks = document(f"<p>{text}</p>", None).chunks(16)
    links = [chunk.link for chunk in chunks[:200]]
    # The paragraph is too long to search, so all links lead to it, and none reads all of it.
    assert max(map(len, read)) <= 50_000
    assert len(set(links)) == 1
    short = document(f"<p>{text[:30_000]}</p>", None).chunks(16)
    assert len({chunk.link for chunk in short}) == len(short)


def test_parts_of_a_table_repeat_its_header() -> None:
    rows = "".join(f"<tr><td>Item {n}</td><td>{n}00</td></tr>" for n in range(8))
    chunks = document(f"<table><tr><th>Name</th><th>Price</th></tr>{rows}</table>").chunks(50)
    assert len(chunks) > 1
    assert all(chunk.text.startswith("| Name | Price |\n| --- | --- |\n| Item") for chunk in chunks)


def test_parts_of_code_are_fenced() -> None:
    lines = "\n".join(f"    line_{n}()" for n in range(30))
    chunks = document(f"<pre><code class='language-python'>def f():\n{lines}</code></pre>").chunks(50)
    assert len(chunks) > 2
    assert all(chunk.text.startswith("```python\n") and chunk.text.endswith("\n```") for chunk in chunks)
    assert "    line_29()" in chunks[-1].text


def test_a_chunk_inside_a_list_is_not_indented_like_code() -> None:
    html = f"<ul><li><p>{'One two. ' * 8}</p><p>{'Three four. ' * 6}</p><pre>  x\n    y</pre></li></ul>"
    texts = [chunk.text for chunk in document(html).chunks(24)]
    assert [text.split()[0] for text in texts] == ["-", "One", "```"]
    assert texts[1].endswith("One two.\n\nThree four." + " Three four." * 5)
    assert texts[2] == "```\n  x\n    y\n```"


def test_the_name_of_a_tab_is_in_the_chunk_of_its_code_and_chunks_follow_each_other_in_the_source() -> None:
    languages = ("Python", "Rust", "Ruby", "Java")
    names = "".join(f"<button role=tab>{name}</button> " for name in languages)
    code = "".join(f"<pre>write an example of a few words in {name}</pre>" for name in languages)
    found = document(f"<p>Choose one.</p><div><div role=tablist>{names}</div>{code}</div><p>Then go on with it.</p>")
    chunks = found.chunks(max_tokens=24)
    assert len(chunks) >= 4
    for name in languages:
        (own,) = [chunk for chunk in chunks if f"**{name}**" in chunk.text]
        assert f"words in {name}" in own.text
    spans = [(chunk.start, chunk.stop) for chunk in chunks]
    assert spans == sorted(spans)
    assert all(stop <= start for (_, stop), (start, _) in pairwise(spans[1:]))
    assert "text=write" in chunks[2].link
    assert found.sections[0].text.startswith("Choose one.\n\nPython Rust Ruby Java\n\nwrite")


def test_overlap_repeats_the_end_of_the_same_section_only() -> None:
    html = (
        "<h2>A</h2>"
        + "".join(f"<p>Long sentence number {n} is here. Short {n}.</p>" for n in range(4))
        + "<h2>B</h2><p>B."
    )
    chunks = document(html).chunks(28, overlap=6)
    assert [chunk.text[: chunk.n_repeated] for chunk in chunks] == ["", "Short 1.\n\n", ""]
    assert chunks[2].text == "## B\n\nB."


def test_a_sentence_that_was_cut_goes_on_in_the_paragraph_of_its_overlap() -> None:
    html = f"<p>Pour the water over all of the leaves and {'wait for some more minutes ' * 6}.</p>"
    _, second, *_ = document(html).chunks(24, overlap=6)
    assert second.n_repeated
    assert "\n" not in second.text


def test_any_tokenizer_will_do() -> None:
    by_count = document().chunks(20, tokenizer=lambda text: len(text.split()))
    by_list = document().chunks(20, tokenizer=str.split)
    assert by_count == by_list
    assert by_count[0].n_tokens == len(by_count[0].text.split())


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"max_tokens": 5}, "max_tokens must be a whole number of at least 16, got 5"),
        ({"max_tokens": "many"}, "max_tokens must be a whole number of at least 16, got 'many'"),
        ({"overlap": -1}, "overlap must be a whole number of at least 0, got -1"),
        ({"max_tokens": 20, "overlap": 11}, "overlap must be at most half of max_tokens, which is 20, got 11"),
        ({"tokenizer": "gpt-2"}, "tokenizer must be a function from a text to its tokens, got str"),
        ({"tokenizer": lambda text: None}, "tokenizer must return tokens or their number, got NoneType"),
        ({"with_metadata": True}, "chunks have no metadata"),
        ({"max_tokens": 16, "tokenizer": lambda text: 40 * len(text)}, "max_tokens is too small: '#' alone has 40"),
    ],
)
def test_options_that_cannot_work_are_named(options: dict[str, object], message: str) -> None:
    with pytest.raises(OptionError, match=message.replace("(", r"\(")):
        document().chunks(**options)  # type: ignore[arg-type]


def test_shortened_markdown_names_the_sections_that_were_left_out() -> None:
    found = document()
    short = found.shortened(45)
    assert short.text == (
        "# Tea\n\nTea is a drink.\n\n## Brewing\n\nBoil the water.\n\n"
        '*(… about 31 of 47 tokens are left out: "Pots" and 1 more)*'
    )
    assert short.sections_left_out == ("Pots", "Milk & sugar")
    assert short.n_left_out == 31
    assert estimate_tokens(short.text) <= 45
    assert found.to_markdown(max_tokens=45) == short.text
    assert found.to_markdown(max_tokens=4000) == found.to_markdown()


def test_headings_that_fill_a_shortened_text_are_not_followed_by_more() -> None:
    names = (["head0x"], ["head1x"], [f"head{n}x" for n in range(2, 9)], [f"head{n}x" for n in range(9, 13)])
    found = document("".join(f"<h1>{' '.join(name)}</h1>" for name in names))
    n_whole = estimate_tokens(found.to_markdown())
    for max_tokens in range(16, n_whole):
        assert estimate_tokens(found.to_markdown(max_tokens=max_tokens)) <= max_tokens


def test_metadata_counts_as_tokens_of_shortened_markdown() -> None:
    found = document()
    text = found.to_markdown(max_tokens=90, with_metadata=True)
    assert text.startswith("---\ntitle:")
    assert estimate_tokens(text) <= 90
    with pytest.raises(OptionError, match="more than half of max_tokens=30"):
        found.to_markdown(max_tokens=30, with_metadata=True)


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("The quick brown fox jumps over the lazy dog.", 9, 12),
        ("水は百度で沸く", 5, 9),
        ("x" * 700, 90, 350),
        ("", 0, 0),
    ],
)
def test_the_estimate_is_near_what_tokenizers_count(text: str, low: int, high: int) -> None:
    assert low <= estimate_tokens(text) <= high


TOKENS = st.lists(
    st.sampled_from(
        "tea|Wasser| |\n|\n\n|...|!?|_|12345|é|Ж|茶|、|한|²|ª|\u00a0|\u2028|\u200b|“|😀|\x1c|\u0301|Ⅷ|٣|\ud800".split(
            "|"
        )
    )
).map("".join)


@given(st.one_of(st.text(), TOKENS))
def test_the_estimate_is_what_the_pattern_counts(text: str) -> None:
    assert estimate_tokens(text) == by_pattern(text)


def test_the_native_estimate_agrees_with_the_pattern_on_every_character_that_it_knows() -> None:
    known = [chr(code) for code in range(0x110000) if not 0xD800 <= code < 0xE000 and _core.estimate_tokens(chr(code))]
    assert len(known) > 20_000
    # Each between letters, after a space and in a row.
    text = "".join(f"a{letter}{letter}b {letter}\n{5 * letter}" for letter in known)
    if _core.estimate_tokens(text) != by_pattern(text):
        wrong = [
            each
            for each in known
            if _core.estimate_tokens(f"a{each}b" + 5 * each) != by_pattern(f"a{each}b" + 5 * each)
        ]
        raise AssertionError(list(map(hex, map(ord, wrong))))
