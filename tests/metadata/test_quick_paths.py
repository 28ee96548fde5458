"""Shortcuts for common cases give what the general rule gives."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

import maintext
from maintext.metadata.reading import read_brief, read_metadata
from maintext.metadata.sources import titles
from maintext.metadata.values import dates, language

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


@given(st.text(st.sampled_from("0129x٢ ")))
def test_a_year_is_found_as_by_the_pattern_alone(text: str) -> None:
    assert dates.has_year(text) == bool(re.search(r"(?:19|20)\d\d|(?![0-9])\d{4}", text))


@given(st.one_of(TEXTS, st.lists(st.sampled_from(["The", "of", "İst", "und", "LA", "de"])).map(" ".join)))
def test_small_words_are_counted_as_word_by_word(text: str) -> None:
    known = language._languages_of_words()
    words = [word.lower() for word in language._WORD.findall(text)]
    assert language._small_letter_words(text) == words
    expected = Counter(each for word in words for each in known.get(word, ()))
    assert list(language._n_small_words(words).items()) == list(expected.items())


@pytest.mark.parametrize("url", [None, "https://kessel.example/2024/03/05/tee"])
def test_brief_metadata_are_the_same_values_without_the_other_fields(url: str | None) -> None:
    page = maintext.parse(PAGE)
    brief, full = read_brief(page, url), read_metadata(page, url)
    assert full.description == "Alles über Tee"
    assert (brief.description, brief.tags) == (None, ())
    for field in ("title", "authors", "date", "date_modified", "language_declared", "language_detected", "url"):
        assert getattr(brief, field) == getattr(full, field)
        assert brief.sources.get(field) == full.sources.get(field)
