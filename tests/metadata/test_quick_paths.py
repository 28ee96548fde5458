"""Shortcuts for common cases give what the general rule gives."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import maintext
from maintext import _core
from maintext.metadata.claims import plain
from maintext.metadata.reading import read_brief, read_metadata
from maintext.metadata.values import dates, language
from tests.metadata import twin_dates
from tests.metadata.twin import byline, timestamps, titles
from tests.metadata.twin.evidence import Evidence

MAX_LINE_CHARS = 120
"""A longer line is a sentence, for the native core."""
TEXTS = st.one_of(st.text(st.characters(max_codepoint=127)), st.text())
HEADINGS = st.lists(st.sampled_from(["Tea", " ", "#", "¶", "\u200b", "§", "🔗", "C#", "\n", "é"])).map("".join)
PAGE = (
    '<html lang="de"><title>Tee | Kessel</title><meta name="author" content="A. Writer">'
    '<meta name="description" content="Alles über Tee"><meta property="article:tag" content="tee">'
    "<h1>Tee</h1><time>5. März 2024</time><p>Der Tee ist nicht kalt, und das Wasser ist für die Kanne auf dem Herd."
)


@given(TEXTS)
def test_letters_and_words_of_ascii_are_those_of_the_pattern(text: str) -> None:
    assert titles.letters(text) == titles._NOT_LETTERS.sub("", text.casefold())
    assert titles._words(text) == titles._NOT_LETTERS.sub(" ", text.casefold()).split()


@given(HEADINGS)
def test_a_heading_loses_its_permalink_as_by_the_pattern_alone(text: str) -> None:
    assert titles.heading_text(text) == titles._PERMALINK.sub("", " ".join(text.replace("\u200b", "").split()))


@given(st.one_of(TEXTS, st.lists(st.sampled_from(["The", "of", "İst", "und", "LA", "de"])).map(" ".join)))
def test_small_words_are_counted_as_word_by_word(text: str) -> None:
    known = language._languages_of_words()
    words = [word.lower() for word in language._WORD.findall(text)]
    assert language._small_letter_words(text) == words
    expected = Counter(each for word in words for each in known.get(word, ()))
    assert list(language._n_small_words(words).items()) == list(expected.items())


@given(st.one_of(TEXTS, st.lists(st.sampled_from(["The ", "of’", "Öl", "und²", "_LA_", "чай", "İ"])).map("".join)))
def test_native_counts_of_small_words_are_those_of_python(text: str) -> None:
    words = language._small_letter_words(text[: language.MAX_CHARS])
    counts = language._n_small_words(words)
    expected = sum(map(len, words)), [counts.get(each, 0) for each in language.SMALL_WORDS]
    assert language._small_words(text[: language.MAX_CHARS]) == expected


def test_names_of_meta_elements_have_one_form_and_values_are_plain() -> None:
    names = [" OG:Title", "DC:Creator", "dcterms_date", "og_title", "Author", "x" * 101, "article:tag"]
    contents = ["A\u200b \u00a0 B", "Roe, John", "Tom &amp;amp;amp; <i>Jerry</i>", " \x1c", "é" * 6000]
    tags = "".join(f'<meta name="{name}" content="{content}">' for name in names for content in contents)
    claims = dict(Evidence(maintext.parse(tags), None).claims_for("tags"))
    ((source, values),) = claims.items()
    assert source.name == "meta article:tag"
    # The parser decodes one level of references.
    given = [content.replace("&amp;", "&", 1) for content in contents]
    assert values == tuple(value for value in map(plain, given) if value)
    title = next(values for source, values in Evidence(maintext.parse(tags), None).claims_for("title"))
    assert title == values


LINES = st.lists(
    st.sampled_from(
        ["By ", "by", "POSTED BY ", "ſtory by ", "Author: ", "Published ", "2024", " 5 May ", "19", "٢٠٢٤", "“x”",
         "tea ", "\u00a0", "erstellt ", "word " * 20]
    ),
    max_size=5,
).map("".join)  # fmt: skip


DATE_PARTS = (
    "5 05 12 31 2024 1999 20240305 1709600000 ٢٠٢٤ ٥ st th er º de del of di d' May märz Mar. listopada Mai Monkeys "
    "T10 m. 年 月 日 x é - / . , : | ( ) _"
).split()


@given(st.lists(st.sampled_from([*DATE_PARTS, " ", " ", " ", "\u00a0"]), max_size=12).map("".join))
@example("5er 2024")
@example("5 de mayo de 2024")
@example("2024 december 5")
@example("30.02.2024 or 5.3.2024")
@settings(max_examples=1_000)
def test_days_are_those_of_the_patterns(text: str) -> None:
    for tongue in (None, "en", "de-AT", "hr"):
        assert dates.find_day(text, tongue) == twin_dates.find_day(text, tongue)
        assert dates.read_day(text, tongue) == twin_dates.read_day(text, tongue)


def test_halves_of_characters_are_no_days() -> None:
    assert dates.find_day("\ud83d 5 May 2024") == "2024-05-05"


@given(st.lists(LINES, min_size=1, max_size=6))
def test_every_line_that_a_pattern_matches_is_looked_at(texts: list[str]) -> None:
    # A heading of no text is the first block, and the lines are after it.
    page = maintext.parse("<p>Home</p>" + "".join(f"<p>{text}</p>" for text in texts))
    around = _core.Surroundings(page, "", [], [])
    signed = {block: line for block, line, _ in around.signed_lines()}
    dated = [text for shown, _, _, _, text, _ in around.days([], 0)]
    for block, line in enumerate(page.block_lines(0, 99)):
        if block and len(line) <= MAX_LINE_CHARS:
            assert signed.get(block, line) == line
            assert block in signed or not byline._SIGNED.match(line)
            assert line in dated or not twin_dates.has_year(line)
    labelled = around.labelled_lines(99)
    for block, text in enumerate(page.texts()):
        is_short = len(text.encode()) <= 90 and page.blocks.digits[block] >= 5
        assert not (is_short and timestamps._LABELLED.match(text)) or text in labelled


@given(st.lists(st.sampled_from(["/author", "/AUTHORS", "/u", "/ſtaff", "/tea", "/x", "?author=", "&author=3", "#a"])))
def test_every_address_of_an_author_is_looked_at(parts: list[str]) -> None:
    address = "".join(parts)
    page = maintext.parse(f'<a href="{address}">A</a>')
    found = _core.Surroundings(page, "", [], []).author_links()
    assert found == [(address, "A")] or not byline._AUTHOR_PAGE.search(address)


@given(
    st.lists(st.sampled_from(["a", "Tea ", " ", "|", "-", "--", "::", ":", "/", "~", "*", "_", " | ", "\t"])).map(
        "".join
    )
)
def test_titles_of_ascii_are_cut_as_by_the_pattern_for_all(title: str) -> None:
    def cuts(mark: re.Pattern[str], separator: re.Pattern[str]) -> list[tuple[int, int]]:
        return [match.span() for match in separator.finditer(title)] if mark.search(title) else []

    expected = cuts(titles._MARK_OF_SEPARATOR, titles._SEPARATOR)
    assert cuts(titles._MARK_OF_ASCII_SEPARATOR, titles._ASCII_SEPARATOR) == expected


@given(st.one_of(TEXTS, st.lists(st.sampled_from(["author", "BIO", "-title", "update", "s", " ", "Job"])).map("".join)))
def test_classes_of_authors_are_judged_as_by_the_pattern(words: str) -> None:
    assert byline._is_author(words) == (byline._NOT_AUTHOR.search(words) is None)


TITLES = st.lists(st.sampled_from(["Tea", "Kettle", " | ", " - ", "time", " ", "Kettle News"]), min_size=1).map("".join)


@given(st.lists(TITLES, max_size=3), st.lists(TITLES, max_size=3), st.sampled_from([(), ("Kettle",), ("Tea time",)]))
def test_a_heading_that_the_head_repeats_is_what_a_closer_look_gives(
    heads: list[str], headings: list[str], names: tuple[str, ...]
) -> None:
    forms = titles.TitleForms(tuple(titles.HeadTitle("title", text) for text in heads), tuple(headings), ())
    site = titles.Site(names, "www.kettle.example")
    own = titles._Heads(forms.head)
    repeated = titles._repeated(forms, site, own)
    if repeated is not None:
        assert titles._alike(titles._first_headings(forms, site, own), forms.path, own) == ("h1", repeated)


def test_a_headline_that_is_read_first_is_that_of_the_metadata() -> None:
    first, alone = maintext.extract(PAGE, by="all"), maintext.extract(PAGE, by="all")
    assert first.markdown.startswith("# Tee\n")
    assert list(first.metadata.to_dict().items()) == list(alone.metadata.to_dict().items())
    assert list(first.metadata.sources) == list(alone.metadata.sources)


@pytest.mark.parametrize("url", [None, "https://kessel.example/2024/03/05/tee"])
def test_brief_metadata_are_the_same_values_without_the_other_fields(url: str | None) -> None:
    page = maintext.parse(PAGE)
    brief, full = read_brief(page, url), read_metadata(page, url)
    assert full.description == "Alles über Tee"
    assert (brief.description, brief.tags) == (None, ())
    for field in ("title", "authors", "date", "date_modified", "language_declared", "language_detected", "url"):
        assert getattr(brief, field) == getattr(full, field)
        assert brief.sources.get(field) == full.sources.get(field)
