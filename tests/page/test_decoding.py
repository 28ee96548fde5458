"""Pages in legacy encodings: declared, undeclared, and with a declaration that lies."""

import json
import unicodedata
from pathlib import Path

import pytest

import maintext

# Encoding -> an ordinary text in it, long enough for a detector that has nothing else to go by: two or
# three sentences, as a short news item has.
TEXTS: dict[str, str] = json.loads(Path(__file__).with_name("texts_by_encoding.json").read_text(encoding="utf-8"))
CODECS = {"windows-874": "cp874", "Shift_JIS": "cp932", "EUC-KR": "cp949", "GBK": "gb18030", "Big5": "big5"}
# What a page may call its encoding, besides the standard's name.
OTHER_LABELS = {"windows-874": "TIS-620", "windows-1252": "iso-8859-1", "GBK": "gb2312", "Shift_JIS": "x-sjis"}
# No detector tells these from a neighbour by so little text: Vietnamese is the one that needs its marks.
UNDETECTABLE = {"windows-1258"}
SAME_TEXT = {"KOI8-R": "KOI8-U", "gb18030": "GBK", "ISO-8859-7": "windows-1253", "windows-1253": "ISO-8859-7"}


def page_in(encoding: str, declaration: str = "") -> bytes:
    html = f"<html><head>{declaration}<title>x</title></head><body><p>{TEXTS[encoding]}</p></body></html>"
    if encoding == "windows-1258":
        # Its letters are composed of a base and a tone mark.
        return unicodedata.normalize("NFC", html).encode("cp1258", "xmlcharrefreplace")
    return html.encode(CODECS.get(encoding, encoding))


def read(page: maintext.Page) -> str:
    return "".join(page.texts())


@pytest.mark.parametrize("header", ["utf-16le", "text/html; charset=utf-16le", 'text/html;charset="UTF-16"'])
def test_a_header_can_name_utf_16_which_a_page_itself_can_not(header: str) -> None:
    page = maintext.parse("<title>Größe</title><p>Größen".encode("utf-16-le"), encoding=header)
    assert (page.encoding, page.head.title, page.texts()) == ("UTF-16LE", "Größe", ["Größen"])


@pytest.mark.parametrize("encoding", TEXTS)
def test_a_declared_encoding_is_read(encoding: str) -> None:
    page = maintext.parse(page_in(encoding, f"<meta charset={encoding}>"))
    assert read(page) == TEXTS[encoding]
    assert (page.encoding, page.encoding_evidence) == (encoding, "meta")


@pytest.mark.parametrize(("encoding", "label"), OTHER_LABELS.items())
def test_an_old_label_is_understood(encoding: str, label: str) -> None:
    declaration = f'<meta http-equiv="Content-Type" content="text/html; charset={label}">'
    page = maintext.parse(page_in(encoding, declaration))
    assert read(page) == TEXTS[encoding]
    assert page.encoding == encoding


@pytest.mark.parametrize("encoding", TEXTS)
def test_the_header_comes_before_the_page(encoding: str) -> None:
    page = maintext.parse(page_in(encoding, "<meta charset=iso-8859-15>"), encoding=f"text/html; charset={encoding}")
    assert read(page) == TEXTS[encoding]
    assert (page.encoding, page.encoding_evidence) == (encoding, "header")


@pytest.mark.parametrize("encoding", [name for name in TEXTS if name not in UNDETECTABLE])
def test_without_a_declaration_the_encoding_is_detected(encoding: str) -> None:
    page = maintext.parse(page_in(encoding))
    assert page.encoding_evidence == "detected"
    assert page.encoding in {encoding, SAME_TEXT.get(encoding)}
    assert read(page) == TEXTS[encoding]


@pytest.mark.parametrize("encoding", [name for name in TEXTS if name not in UNDETECTABLE | {"ISO-2022-JP"}])
def test_a_page_that_claims_to_be_utf_8_and_is_not_is_detected(encoding: str) -> None:
    page = maintext.parse(page_in(encoding, "<meta charset=utf-8>"))
    assert page.encoding_evidence == "detected"
    assert read(page) == TEXTS[encoding]


@pytest.mark.parametrize("encoding", TEXTS)
@pytest.mark.parametrize("claim", ["iso-8859-1", "windows-1251", "shift_jis", "gb2312"])
def test_utf_8_that_claims_to_be_something_else_is_read_as_utf_8(encoding: str, claim: str) -> None:
    html = f"<html><head><meta charset={claim}></head><body><p>{TEXTS[encoding]}</p></body></html>"
    page = maintext.parse(html.encode())
    assert read(page) == TEXTS[encoding]
    assert (page.encoding, page.encoding_evidence) == ("UTF-8", "utf-8")


def test_a_few_broken_bytes_do_not_change_a_utf_8_page() -> None:
    page = maintext.parse("<meta charset=utf-8><p>Größe, Maß, Öl, ".encode() + b"x\xff\xfey")
    assert page.encoding == "UTF-8"
    assert page.texts() == ["Größe, Maß, Öl, x\ufffd\ufffdy"]


def test_a_character_that_the_end_cuts_off_does_not_change_the_encoding() -> None:
    page = maintext.parse("<meta charset=utf-8><p>plain text €".encode()[:-1])
    assert page.encoding == "UTF-8"


@pytest.mark.parametrize("codec", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_unicode_is_recognised_by_its_mark_or_its_shape(codec: str) -> None:
    page = maintext.parse("<html><p>Grüße, мир, 世界".encode(codec), encoding="windows-1252")
    assert page.texts() == ["Grüße, мир, 世界"]
    assert page.source.startswith(b"<html>")


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("before", ["", "\r\n", "  ", "Tea "])
def test_utf_16_without_a_mark_is_recognised_by_three_characters(codec: str, before: str) -> None:
    page = maintext.parse(f"{before}<p>мир, 世界".encode(codec))
    assert page.texts()[-1] == "мир, 世界"
    assert page.encoding_evidence == "detected"


@pytest.mark.parametrize("raw", [b"a\0b\0", b"\0a\0b\0\1", b"a\0\0b\0c", b"<p>\0\0\0"])
def test_a_few_nuls_are_not_utf_16(raw: bytes) -> None:
    assert not maintext.parse(raw).encoding.startswith("UTF-16")


def test_an_unknown_label_is_passed_over() -> None:
    page = maintext.parse("<meta charset=nonsense><p>Grüße".encode(), encoding="also-nonsense")
    assert page.texts() == ["Grüße"]
    assert page.encoding_evidence == "utf-8"


def test_a_declaration_in_a_comment_counts_for_nothing() -> None:
    page = maintext.parse(b"<!-- <meta charset=shift_jis> --><p>plain")
    assert page.encoding == "UTF-8"


def test_a_late_declaration_is_found() -> None:
    page = maintext.parse(
        b"<head><style>" + b"a{}" * 2000 + b"</style><meta charset=koi8-r>" + "<p>Мир".encode("koi8-r")
    )
    assert page.texts() == ["Мир"]


def test_a_text_is_taken_as_it_is() -> None:
    page = maintext.parse("\ufeff<meta charset=koi8-r><p>Мир")
    assert page.texts() == ["Мир"]
    assert page.encoding_evidence == "text"


def test_surrogates_are_joined_or_replaced() -> None:
    assert maintext.parse("<p>a\ud83d\ude00b\ud800c").texts() == ["a😀b\ufffdc"]


@pytest.mark.parametrize(
    "start",
    [b"%PDF-1.7\n", b"\xff\xd8\xff\xe0", b"\x89PNG\r\n\x1a\n", b"GIF89a", b"PK\x03\x04", b"\x1f\x8b\x08"],
    ids=["PDF", "JPEG", "PNG", "GIF", "ZIP", "gzip"],
)
def test_a_file_that_is_no_page_has_no_blocks(start: bytes) -> None:
    page = maintext.parse(start + bytes(range(256)) * 20)
    assert len(page.blocks) == 0
    assert page.encoding_evidence == "binary"


def test_bytes_that_no_text_has_are_no_text() -> None:
    page = maintext.parse(bytes(range(256)) * 40)
    assert len(page.blocks) == 0
    assert page.encoding_evidence == "binary"


def test_a_few_control_codes_do_not_make_a_page_binary() -> None:
    page = maintext.parse("<p>caf\xe9 \x01 \x02".encode("latin-1") + b" and more of the text" * 20)
    assert page.encoding_evidence == "detected"
    assert page.texts()[0].startswith("café")
