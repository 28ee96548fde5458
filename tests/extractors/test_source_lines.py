import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import maintext
from maintext.extractors.measures.source_lines import BREAK_CHARS, block_shares, read_lines

PIECES = st.sampled_from(["<p>", "</p>", "<b>", "</b>", "\n", "\n\n", " word", "Some more words here.", "<div>"])


def test_made_lines_never_begin_inside_a_tag() -> None:
    page = maintext.parse('<p class="a long class that takes some room">Text</p>' * 60)
    starts = read_lines(page).start
    assert len(starts) > 20
    for start in starts.tolist():
        before = page.source[:start]
        assert before.rfind(b"<") <= before.rfind(b">")


def test_made_lines_have_all_text_and_all_tags_of_the_page() -> None:
    page = maintext.parse("<p>Some <b>text</b> with words.</p>" * 60)
    lines = read_lines(page)
    assert len(lines.start) > len(page.lines)
    assert round(float(lines.chars.sum())) == page.lines.chars.sum()
    assert lines.tags.sum() == page.lines.tags.sum()


def test_made_lines_are_about_as_long_as_the_paper_has_them() -> None:
    page = maintext.parse("<i>x</i>" * 500)
    assert abs(np.diff(read_lines(page).start).mean() - BREAK_CHARS) < 5


def test_a_page_with_short_lines_keeps_its_own() -> None:
    page = maintext.parse("<p>Text\n" * 60)
    assert (read_lines(page).start == page.lines.start).all()


@given(st.lists(PIECES, max_size=80).map("".join), st.randoms())
def test_shares_are_those_of_counting_byte_by_byte(html: str, random: object) -> None:
    page = maintext.parse(html)
    lines = read_lines(page)
    is_kept = np.array([random.random() < 0.5 for _ in lines.start], dtype=np.bool_)  # type: ignore[attr-defined]
    shares = block_shares(page, lines, is_kept)
    starts, stops = page.blocks.start.tolist(), page.blocks.stop.tolist()
    for share, start, stop in zip(shares.tolist(), starts, stops, strict=True):
        on_line = lines.start.searchsorted(np.arange(start, stop), side="right") - 1
        met, n_bytes = np.unique(on_line, return_counts=True)
        weight = np.minimum(n_bytes, np.maximum(lines.chars[met], 1))
        assert abs(share - (weight * is_kept[met]).sum() / weight.sum()) < 1e-9
