"""Document slope curves and blurring against token by token counting."""

import numpy as np
import pytest
from hypothesis import given

import maintext
from maintext.extractors.baselines.ccb import ContentCodeBlurring, moving_mean
from maintext.extractors.baselines.dsc import slopes
from maintext.extractors.measures.tokens import TokenStream, token_stream
from tests.extractors.pages import pages


def _is_tag(stream: TokenStream) -> list[int]:
    """The whole stream, token by token."""
    tokens: list[int] = []
    for n_words, n_before in zip(stream.words.tolist(), stream.tags_before.tolist(), strict=True):
        tokens += [1] * (n_before - sum(tokens)) + [0] * n_words
    return tokens + [1] * (stream.n_tags - sum(tokens))


@given(pages)
def test_a_slope_is_the_share_of_tags_in_the_window(html: str) -> None:
    stream = token_stream(maintext.parse(html))
    tokens = _is_tag(stream)
    # Corners of half tokens would ask for parts of tags; an even run has a whole middle.
    found = slopes(stream, 10)
    for slope, first, n_words in zip(found, stream.first_token.tolist(), stream.words.tolist(), strict=True):
        if n_words % 2 == 0:
            middle = first + n_words // 2
            window = tokens[max(middle - 5, 0) : middle + 5]
            assert slope == pytest.approx(sum(window) / len(window))


@given(pages)
def test_blurring_in_prefix_sums_is_blurring_by_convolution(html: str) -> None:
    stream = token_stream(maintext.parse(html))
    if not len(stream.run):
        return
    values = 1.0 - np.array(_is_tag(stream))
    for _ in range(3):
        values = np.convolve(values, np.full(21, 1 / 21))[10:-10]
    first = stream.first_token
    slow = [values[start : start + n].mean() for start, n in zip(first.tolist(), stream.words.tolist(), strict=True)]
    assert ContentCodeBlurring()._blurred(stream) == pytest.approx(slow)


def test_a_moving_mean_of_nothing_is_nothing() -> None:
    assert moving_mean(np.zeros(0), 3).tolist() == []


def test_slope_curves_find_a_text_in_two_pieces() -> None:
    menu = "<ul>" + "<li><a href=/>x</a></li>" * 30 + "</ul>"
    text = "<p>" + "Boil the water, and wait. " * 9 + "</p>"
    page = maintext.parse(menu + text + menu + text + menu)
    for by in ("dsc", "adsc", "ccb"):
        kept = maintext.extract(page.source, by=by).text
        assert kept.count("Boil") == 18, by


def test_the_adapted_blurring_keeps_text_full_of_links() -> None:
    linked = "<p>" + "<a href=/>Boil</a> the <a href=/>water</a> " * 40 + "</p>"
    page = maintext.parse("<ul>" + "<li>x</li>" * 60 + "</ul>" + linked)
    assert not ContentCodeBlurring()(page).keep[-1]
    assert ContentCodeBlurring(counts_anchors=False)(page).keep[-1]
