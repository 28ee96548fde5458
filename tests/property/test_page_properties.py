"""What holds for every page, whatever the page."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

import maintext
from maintext.page import Page, flags

NAMES = st.sampled_from(
    "a b i p div span table tr td th tbody ul ol li dl dt dd select option svg math mi title desc h1 h2 form button "
    "template noscript script style textarea pre br hr img input html head body x-y foreignobject".split()
)
ATTRIBUTES = st.sampled_from(
    ["", " hidden", " class='post-1 Title'", " id=main", " href=x", " style='display:none'", " aria-hidden=true", " /"]
)
TEXTS = st.text(
    st.sampled_from(list("abcXYZ 0189.,;!?\"')&<>=/-\n\r\t\0é中。ไ\xa0…”")) | st.characters(exclude_categories=["Cs"]),
    max_size=12,
)
PIECES = st.one_of(
    st.builds("<{}{}>".format, NAMES, ATTRIBUTES),
    st.builds("</{}>".format, NAMES),
    TEXTS,
    st.sampled_from(["<!--", "-->", "<!doctype html>", "<![CDATA[", "]]>", "&amp;", "&notit;", "&#x80;", "<", "</"]),
)
PAGES = st.lists(PIECES, max_size=60).map("".join)


@given(PAGES)
@settings(max_examples=500, deadline=None)
def test_the_table_is_sound(html: str) -> None:
    check(maintext.parse(html))


@given(st.binary(max_size=400))
@settings(max_examples=300, deadline=None)
def test_any_bytes_give_a_sound_table(page: bytes) -> None:
    check(maintext.parse(page))


@given(PAGES, st.integers(2, 6))
@settings(max_examples=200, deadline=None)
def test_a_low_depth_limit_gives_a_sound_table(html: str, max_depth: int) -> None:
    page = maintext.parse(html, limits=maintext.Limits(max_depth=max_depth))
    check(page)
    assert (page.elements.depth < max_depth).all()


@given(PAGES)
@settings(max_examples=200, deadline=None)
def test_bytes_are_read_as_their_text(html: str) -> None:
    # A mark, because html may declare an encoding of its own.
    assert_same(maintext.parse(b"\xef\xbb\xbf" + html.encode()), maintext.parse("\ufeff" + html))


@given(st.lists(PAGES, min_size=2, max_size=4), st.randoms(use_true_random=False))
@settings(max_examples=50, deadline=None)
def test_a_page_is_the_same_in_any_order_and_from_many_threads(pages: list[str], random: object) -> None:
    alone = [maintext.parse(html) for html in pages]
    again = list(reversed([maintext.parse(html) for html in reversed(pages)]))
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(maintext.parse, pages * 4))
    for number, page in enumerate(alone):
        assert_same(page, again[number])
        for turn in range(4):
            assert_same(page, together[turn * len(pages) + number])


def assert_same(one: Page, two: Page) -> None:
    for name in ("elements", "blocks", "runs", "lines"):
        assert np.array_equal(getattr(one, name).rows, getattr(two, name).rows), name
    assert np.array_equal(one.words, two.words)
    assert (one.source, one.text, one.is_quirks) == (two.source, two.text, two.is_quirks)


def check(page: Page) -> None:
    check_elements(page)
    check_sums(page)
    check_blocks(page)
    check_runs(page)
    check_lines(page)
    for column in (page.elements.start, page.blocks.chars, page.words):
        assert not column.flags.writeable


def check_elements(page: Page) -> None:
    elements, size = page.elements, len(page.source)
    rows = np.arange(len(elements))
    assert (elements.parent < rows).all(), "a parent comes before its child"
    assert (elements.parent[1:] >= 0).all(), "there is one root"
    assert (elements.end > rows).all()
    assert (elements.end <= len(elements)).all()
    parents = elements.parent[1:]
    assert (elements.end[1:] <= elements.end[parents]).all(), "end nests"
    assert (elements.depth[1:] == elements.depth[parents] + 1).all()
    for name in ("start", "open_stop", "close_start", "stop"):
        column = getattr(elements, name)
        assert (column >= 0).all()
        assert (column <= size).all(), "spans lie inside the source"
    assert (elements.start <= elements.open_stop).all()
    assert (elements.open_stop <= elements.stop).all()
    assert (np.diff(elements.first_word) >= 0).all()
    inherited = ~np.uint8(flags.IMPLIED)
    above = elements.flags[parents] & inherited
    assert (elements.flags[1:] & above == above).all(), "flags are inherited"


def check_sums(page: Page) -> None:
    elements, runs = page.elements, page.runs
    own = np.bincount(runs.element, weights=runs.chars, minlength=len(elements))
    before = np.concatenate([[0], np.cumsum(own)])
    rows = np.arange(len(elements))
    assert (elements.chars == before[elements.end] - before[rows]).all(), "a subtree's sum is that of its slice"
    assert (elements.link_chars <= elements.chars).all()


def check_blocks(page: Page) -> None:
    blocks, size = page.blocks, len(page.source)
    assert (blocks.start >= 0).all()
    assert (blocks.start < blocks.stop).all()
    assert (blocks.stop <= size).all()
    assert (blocks.chars > 0).all(), "a block has text"
    assert (blocks.link_chars <= blocks.chars).all()
    for count in ("digits", "uppers", "punctuation"):
        assert (getattr(blocks, count) <= blocks.chars).all()
    assert (blocks.commas <= blocks.punctuation).all()
    assert (blocks.words > 0).all()
    by_block: dict[int, str] = {}
    for text, chars, key in zip(page.texts(), blocks.chars.tolist(), blocks.hash.tolist(), strict=True):
        assert sum(not is_white(c) for c in text) == chars
        assert by_block.setdefault(key, text) == text, "equal hashes mean equal texts"
    assert page.text == b"".join(text.encode() + b"\n" for text in page.texts())
    elements = page.elements
    for row in range(len(blocks)):
        holder = int(blocks.element[row])
        assert int(elements.first_block[holder]) <= row < int(elements.stop_block[holder])


def is_white(character: str) -> bool:
    return character in " \t\n\r\x0c"


def check_runs(page: Page) -> None:
    runs, blocks = page.runs, page.blocks
    assert (np.diff(runs.block) >= 0).all(), "the runs of a block stand together"
    assert np.array_equal(np.unique(runs.block), np.arange(len(blocks)))
    assert np.array_equal(np.bincount(runs.block, weights=runs.chars, minlength=len(blocks)), blocks.chars)
    assert (runs.text_start >= blocks.text_start[runs.block]).all()
    assert (runs.text_stop <= blocks.text_stop[runs.block]).all()
    assert (runs.text_start < runs.text_stop).all()
    assert np.array_equal(runs.block[blocks.first_run], np.arange(len(blocks)))
    is_apart = runs.flags & (flags.UNSHOWN | flags.SVG) != 0
    assert np.array_equal(is_apart, (blocks.flags & (flags.UNSHOWN | flags.SVG) != 0)[runs.block]), "shown or not"


def check_lines(page: Page) -> None:
    lines = page.lines
    separator = b"\n" if b"\n" in page.source else b"\r"
    starts = [0] + [at + 1 for at, byte in enumerate(page.source) if byte == separator[0]]
    assert lines.start.tolist() == starts
    assert int(lines.chars.sum()) >= int(page.blocks.chars.sum()), "every character is on a line"
