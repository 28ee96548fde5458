"""Half surrogate pairs and values of other types through every door: a named error, or a writable answer."""

import json
from typing import Any

import pytest

import maintext
from maintext.errors import OptionError
from maintext.metadata.sources.json_reader import read_json
from maintext.render import FORMATS

HALF = "\ud800"
ESCAPED = "\\ud800"
PROSE = "<p>Water is poured over the leaves, and one waits for some minutes before it is drunk.</p>" * 6
WORDS = f"Water is {ESCAPED} poured over the leaves, and one waits for some minutes. " * 20
SHAPES = ("verdict", "permissions", "product", "posts", "items", "structured")
DATA = {"@type": "Product", "name": "KEY", "brand": {"name": "KEY"}, "KEY": "KEY", "keywords": ["KEY"]}


def as_script(value: object, attributes: str = 'type="application/ld+json"') -> str:
    return f"<script {attributes}>{json.dumps(value).replace('KEY', ESCAPED)}</script>"


PAGES: dict[str, tuple[str, str | None]] = {
    "in the page": (f"<title>{HALF}</title><h1 class={HALF}>{HALF}</h1>{PROSE}<a href='/{HALF}'>{HALF}</a>", None),
    "in the address": (PROSE, f"https://a.example/{HALF}"),
    "in the host": (PROSE + "<a href=x>x</a>", f"https://{HALF}.example/"),
    "in a statement": (as_script(DATA) + PROSE, None),
    "in the text of a statement": (as_script({"@type": "Article", "articleBody": WORDS.replace(ESCAPED, "KEY")}), None),
    "in data": (as_script({"body": WORDS.replace(ESCAPED, "KEY")}, 'id="__NEXT_DATA__"'), None),
    "in a name of data": (as_script({"KEY": WORDS}, 'id="__NUXT_DATA__"'), None),
}


@pytest.mark.parametrize("name", PAGES)
def test_half_a_surrogate_pair_anywhere_leaves_an_answer_that_can_be_written(name: str) -> None:
    document = maintext.extract(*PAGES[name])
    assert "Water" in document.text
    for output_format in (*FORMATS, "json"):
        assert document.render(output_format, with_metadata=True).encode()
    record = document.to_json(with_blocks=True, with_markdown=True, with_sections=True, chunk_tokens=64, shapes=SHAPES)
    assert json.loads(record.encode())
    assert "".join(chunk.text for chunk in document.chunks()).encode()
    assert repr(document.metadata).encode()


def test_a_pair_is_one_character_and_half_of_one_is_replaced() -> None:
    source = r'["\ud83d\ude00", "\\ud800", "\ud800\ud83d\ude00", "\uDE00", "\u00e9"]'
    assert read_json(source) == [["\U0001f600", r"\ud800", "\ufffd\U0001f600", "\ufffd", "é"]]


@pytest.mark.parametrize("value", [5, b"https://a.example/", ["utf-8"]])
@pytest.mark.parametrize("name", ["url", "encoding"])
def test_an_argument_of_another_type_is_named(name: str, value: Any) -> None:
    with pytest.raises(OptionError, match=f"{name} must be a text or None, got {type(value).__name__}"):
        maintext.extract(PROSE.encode(), **{name: value})


def test_metadata_are_read_for_texts_only() -> None:
    page = maintext.parse(PROSE)
    assert maintext.read_metadata(page, f"https://a.example/{HALF}").url == "https://a.example/\ufffd"
    wrong: Any = 5
    with pytest.raises(OptionError, match="url must be a text or None, got int"):
        maintext.read_metadata(page, wrong)


def test_an_encoding_that_no_text_can_name_is_none() -> None:
    assert "Water" in maintext.extract(PROSE.encode(), encoding=HALF).text


def test_a_tokenizer_that_counts_below_zero_is_named() -> None:
    with pytest.raises(OptionError, match="tokenizer must return tokens or their number, got -1 for"):
        maintext.extract(PROSE).chunks(tokenizer=lambda text: -1)
