"""A script's source -> the JSON values in it, however broken.

Good JSON is read by the standard library. What that refuses is read again by a reader that never fails: it takes
comments, trailing and missing commas, raw line breaks, quotes that nobody escaped, single quotes, values one after
the other and brackets that don't match. It keeps a stack of its own, because pages nest deeper than Python may
recurse, and leaves out what stands below `MAX_DEPTH`. Numbers stay texts: one may have a million digits.
"""

from __future__ import annotations

import html
import json
import re
from typing import TypeAlias, Union

Json: TypeAlias = Union[str, bool, "list[Json]", "dict[str, Json]", None]

MAX_DEPTH = 64
"""Metadata stands near the top."""
MAX_VALUES = 200_000
"""The tolerant reader stops there; a page with more is not describing itself."""

_WRAPPING = re.compile(
    r"^[\s;]*(?:<!--|(?://|/\*)?\s*<!\[CDATA\[(?:\s*\*/)?)|(?:-->|(?://|/\*)?\s*\]\]>(?:\s*\*/)?)[\s;]*$"
)
_TOKEN = re.compile(r"""/\*.*?(?:\*/|$)|//[^\n]*|[{}\[\],:"']|[^\s{}\[\],:"']+""", re.DOTALL)
_QUOTE_OR_ESCAPE = {'"': re.compile(r'["\\]'), "'": re.compile(r"['\\]")}
# A quote that ends a text is followed by one of these; any other was meant as part of it.
_AFTER_TEXT = re.compile(r"\s{0,99}(?:[,:}\]]|$)")


def read_json(source: str) -> list[Json]:
    """The values of a script, one after the other.

    >>> read_json('{"a": [1, NaN, null]}')
    [{'a': ['1', 'NaN', None]}]
    >>> read_json('{"a": "one "two" three", /* why */ "b": [1, 2,], } {"c": 3')
    [{'a': 'one "two" three', 'b': ['1', '2']}, {'c': '3'}]
    """
    source = _WRAPPING.sub("", source.strip().lstrip("\ufeff"))
    if "&quot;" in source and '"' not in source:
        source = html.unescape(source)
    if not source.strip(" \t\r\n;"):
        return []
    try:
        value = json.loads(source, strict=False, parse_int=str, parse_float=str, parse_constant=str)
    except (ValueError, RecursionError):
        return _Reader(source).values()
    return [value]


class _Reader:
    """Reads one source from left to right, once."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._root: list[Json] = []
        self._stack: list[list[Json] | dict[str, Json]] = [self._root]
        self._keys: list[str | None] = [None]
        """For each open object, the key that waits for its value."""
        self._n_too_deep = 0
        self._n_values = 0

    def values(self) -> list[Json]:
        place = 0
        while self._n_values < MAX_VALUES and (match := _TOKEN.search(self._source, place)):
            place = self._take(match[0], match.end())
        return self._root

    def _take(self, mark: str, stop: int) -> int:
        """Takes a token in; gives the place where the next one may begin."""
        if mark in ("{", "["):
            self._open({} if mark == "{" else [])
        elif mark in ("}", "]"):
            self._close(dict if mark == "}" else list)
        elif mark == ",":
            self._keys[-1] = None
        elif mark in _QUOTE_OR_ESCAPE:
            text, stop = self._text(mark, stop)
            self._put(text)
        elif mark != ":" and not mark.startswith(("//", "/*")):
            self._put(None if mark in ("null", ";") else mark)
        return stop

    def _open(self, inside: list[Json] | dict[str, Json]) -> None:
        if self._n_too_deep or len(self._stack) > MAX_DEPTH:
            self._n_too_deep += 1
            return
        self._put(inside)
        self._stack.append(inside)
        self._keys.append(None)

    def _close(self, kind: type) -> None:
        if self._n_too_deep:
            self._n_too_deep -= 1
        elif any(isinstance(inside, kind) for inside in self._stack[1:]):
            while not isinstance(self._stack.pop(), kind):
                self._keys.pop()
            self._keys.pop()

    def _put(self, value: Json) -> None:
        if self._n_too_deep:
            return
        self._n_values += 1
        inside = self._stack[-1]
        if isinstance(inside, list):
            inside.append(value)
        elif self._keys[-1] is not None:
            inside[self._keys[-1]] = value
            self._keys[-1] = None
        elif isinstance(value, str):
            self._keys[-1] = value

    def _text(self, quote: str, start: int) -> tuple[str, int]:
        """The text that begins after a quote, and the place after it."""
        source, place = self._source, start
        while match := _QUOTE_OR_ESCAPE[quote].search(source, place):
            place = match.end()
            if match[0] == "\\":
                place += 1
            elif _AFTER_TEXT.match(source, place):
                return _unescaped(source[start : place - 1]), place
        return _unescaped(source[start:]), len(source)


def _unescaped(text: str) -> str:
    if "\\" not in text:
        return text
    try:
        return str(json.loads('"' + re.sub(r'(?<!\\)((?:\\\\)*)"', r'\1\\"', text) + '"', strict=False))
    except ValueError:  # an escape that JSON does not have
        return text.replace("\\", "")
