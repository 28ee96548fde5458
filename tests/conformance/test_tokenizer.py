"""html5lib's tokenizer cases: every one passes, but for the exceptions listed here one by one."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from maintext import _core
from tests.shared_data import SHARED, shared

STATES = {
    "Data state": "data",
    "RCDATA state": "rcdata",
    "RAWTEXT state": "rawtext",
    "Script data state": "script",
    "PLAINTEXT state": "plaintext",
    "CDATA section state": "cdata",
}

# (file, description) -> why the table can't express it.
LONE = "a lone surrogate can't be in UTF-8, which the table is in; maintext.parse makes it U+FFFD"
XML = "expects the changes that make a tree storable as XML, which is not HTML's tokenizer"
EXCEPTIONS: dict[tuple[str, str], str] = {
    ("unicodeCharsProblematic.test", "Invalid Unicode character U+DFFF"): LONE,
    ("unicodeCharsProblematic.test", "Invalid Unicode character U+D800"): LONE,
    ("unicodeCharsProblematic.test", "Invalid Unicode character U+DFFF with valid preceding character"): LONE,
    ("unicodeCharsProblematic.test", "Invalid Unicode character U+D800 with valid following character"): LONE,
    ("xmlViolation.test", "Non-XML character"): XML,
    ("xmlViolation.test", "Non-XML space"): XML,
    ("xmlViolation.test", "Double hyphen in comment"): XML,
}


def unescaped(value: Any) -> Any:
    if isinstance(value, str):
        return re.sub(r"\\u([0-9a-fA-F]{4})", lambda m: chr(int(m[1], 16)), value)
    if isinstance(value, list):
        return [unescaped(item) for item in value]
    if isinstance(value, dict):
        return {unescaped(key): unescaped(item) for key, item in value.items()}
    return value


def as_listed(token: tuple[Any, ...]) -> list[Any]:
    """A token of ours in the form of the test files."""
    if token[0] == "StartTag":
        name, attributes, is_self_closing = token[1:]
        return ["StartTag", name, dict(attributes), *([True] if is_self_closing else [])]
    return list(token)


def cases() -> Iterator[Any]:
    folder = SHARED / "html5lib-tests" / "tokenizer"
    if not folder.exists():
        yield pytest.param(None, id="shared data missing")
        return
    for path in sorted(folder.glob("*.test")):
        tests = json.loads(path.read_text(encoding="utf-8"))
        for number, test in enumerate(tests.get("tests", tests.get("xmlViolationTests", []))):
            yield pytest.param((path.name, test), id=f"{path.stem}-{number}")


@pytest.mark.parametrize("case", list(cases()))
def test_tokens_are_those_of_the_standard(case: tuple[str, dict[str, Any]] | None) -> None:
    shared("html5lib-tests", "tokenizer")
    assert case is not None
    file, test = case
    if (file, test["description"]) in EXCEPTIONS:
        with pytest.raises((AssertionError, UnicodeEncodeError)):
            check(test)
        return
    check(test)


def check(test: dict[str, Any]) -> None:
    source, expected = test["input"], test["output"]
    if test.get("doubleEscaped"):
        source, expected = unescaped(source), unescaped(expected)
    for state in test.get("initialStates", ["Data state"]):
        found = _core.tokens(source, STATES[state], test.get("lastStartTag", ""))  # type: ignore[arg-type]
        assert [as_listed(token) for token in found] == expected, state
