"""html5lib's encoding cases: the encoding that a browser would take."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import maintext
from tests.shared_data import SHARED, shared

# The standard falls back to windows-1252 where nothing is declared. So does maintext if the bytes are not
# UTF-8; if they are, or are plain ASCII, it says UTF-8, which reads the same.
FALLBACK = "windows-1252"

# (file, number) -> the answer here, where it is another one on purpose.
EXCEPTIONS = {
    # The page says EUC-JP and is UTF-8: a browser shows it garbled, maintext reads it.
    ("test-yahoo-jp.dat", 0): "utf-8",
}


def cases() -> Iterator[Any]:
    folder = SHARED / "html5lib-tests" / "encoding"
    if not folder.exists():
        yield pytest.param(None, id="shared data missing")
        return
    for path in sorted(folder.rglob("*.dat")):
        if path.parent.name == "scripted":
            continue  # Its page writes its own <meta> with a script.
        for number, (page, encoding) in enumerate(read_cases(path)):
            yield pytest.param((path.name, number, page, encoding), id=f"{path.stem}-{number}")


def read_cases(path: Path) -> Iterator[tuple[bytes, str]]:
    for case in path.read_bytes().split(b"#data\n")[1:]:
        page, encoding = case.rsplit(b"#encoding\n", 1)
        yield page.removesuffix(b"\n"), encoding.strip().decode().lower()


@pytest.mark.parametrize("case", list(cases()))
def test_the_encoding_is_that_of_a_browser(case: tuple[str, int, bytes, str] | None) -> None:
    shared("html5lib-tests", "encoding")
    assert case is not None
    file, number, page, expected = case
    expected = EXCEPTIONS.get((file, number), expected)
    parsed = maintext.parse(page)
    if expected == FALLBACK and parsed.encoding_evidence == "utf-8":
        assert page.isascii(), "only ASCII reads the same in both"
        return
    assert parsed.encoding.lower() == expected


def test_big5_without_a_declaration_is_detected() -> None:
    page = maintext.parse(shared("html5lib-tests", "encoding", "chardet", "test_big5.txt").read_bytes())
    assert (page.encoding, page.encoding_evidence) == ("Big5", "detected")
    assert page.text.startswith("老子《道德經》".encode())
