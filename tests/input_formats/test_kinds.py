"""What an input is taken for: HTML, plain text, Markdown, an address, or a file of another format."""

from __future__ import annotations

from typing import Any

import pytest

import maintext
from maintext.errors import InputError, NotHtmlError
from maintext.input_formats.kind import file_format, input_kind
from maintext.input_formats.reading import read_page
from tests.cli.test_what_is_no_page import BINARY

TEXT = b"Tea, and milk.\n\n1 < 2, and *so* on."


@pytest.mark.parametrize(
    ("content", "content_type", "kind"),
    [
        (TEXT, None, "html"),
        (TEXT, "text/html; charset=utf-8", "html"),
        (TEXT, "text/plain", "text"),
        (TEXT.decode(), "TEXT/Plain; charset=utf-8", "text"),
        (b"<!doctype html><p>Sent as plain text", "text/plain", "html"),
        (b"Words and <br> a tag", "text/plain", "html"),
        (TEXT, "text/markdown; charset=utf-8", "markdown"),
        (b"# Title\n\n<div>raw</div>", "text/markdown", "markdown"),
        (b"\n<!DOCTYPE html><html>", "text/markdown", "html"),
        (b"", None, "html"),
    ],
)
def test_the_content_type_and_the_content_decide(content: bytes | str, content_type: str | None, kind: str) -> None:
    assert input_kind(content, content_type) == kind


def test_plain_text_is_kept_whole() -> None:
    document = maintext.extract(TEXT, encoding="text/plain; charset=utf-8")
    assert (document.by, document.text) == ("all", "Tea, and milk.\n\n1 < 2, and *so* on.")
    latin = maintext.extract("Größe".encode("latin-1"), encoding="text/plain; charset=iso-8859-1")
    assert latin.text == "Größe"


@pytest.mark.parametrize("name", [name for name, (content, _) in BINARY.items() if content.strip()])
def test_a_file_of_another_format_is_named(name: str) -> None:
    content, message = BINARY[name]
    for given in (content, bytearray(content), memoryview(content)):
        with pytest.raises(NotHtmlError, match=message.split("(", maxsplit=1)[0]):
            maintext.extract(given)
    [error] = maintext.extract_many([content])
    assert isinstance(error, NotHtmlError)


@pytest.mark.parametrize("start", ["GIF8 is a word", "BMW builds cars", "PAR10CIS", "RIFFs and solos", "MZ"])
def test_words_that_begin_like_a_format_are_text(start: str) -> None:
    assert file_format(start.encode()) is None
    assert maintext.extract(start.encode(), by="all").text == start


@pytest.mark.parametrize("encoding", ["utf-16", "iso-2022-jp", "gb18030", "shift_jis"])
def test_other_encodings_are_not_binary(encoding: str) -> None:
    page, kind = read_page(("<title>茶</title><p>お茶を入れる。" * 20).encode(encoding))
    assert kind == "html"
    assert page.texts()


@pytest.mark.parametrize("text", ["https://example.org/tea", b"https://example.org/tea", "tea.html"])
@pytest.mark.parametrize("content_type", ["text/markdown", "text/plain; charset=utf-8"])
def test_a_text_that_is_declared_as_such_may_be_an_address_or_a_name(text: str | bytes, content_type: str) -> None:
    document = maintext.extract(text, by="all", encoding=content_type)
    assert document.text == (text if isinstance(text, str) else text.decode())


@pytest.mark.parametrize("given", ["https://example.org/page?x=1", " http://example.org\n", b"https://example.org/"])
def test_an_address_says_how_to_fetch(given: Any) -> None:
    with pytest.raises(InputError, match=r"is an address, not HTML: fetch it with maintext\.extract_url\(url\)"):
        maintext.extract(given)


def test_a_file_name_says_to_read_the_file() -> None:
    with pytest.raises(InputError, match=r"pages/tea\.html is a file name, not HTML: .* Path\(name\)\.read_bytes\(\)"):
        maintext.extract("pages/tea.html")
    assert input_kind("see tea.html") == input_kind(b"tea.html") == "html"


@pytest.mark.parametrize(
    "given", ["see https://example.org/", "https://example.org/ and more", "<a href=https://x.org/>"]
)
def test_text_with_an_address_is_text(given: str) -> None:
    assert input_kind(given) == "html"


@pytest.mark.parametrize("given", [None, 3, ["<p>"]])
def test_other_types_are_refused(given: Any) -> None:
    with pytest.raises(InputError, match="a page is str or bytes, not"):
        maintext.extract(given)


@pytest.mark.parametrize("given", ["", b"", " \n", b"\0"])
def test_empty_input_is_a_page_without_text(given: str | bytes) -> None:
    document = maintext.extract(given)
    assert (document.text, document.to_markdown(), document.reason) == ("", "", "the page has no text")
