"""A script's source -> the JSON values in it, however broken.

Good JSON is read by the standard library. What that refuses is read again by a reader that never fails: it takes
comments, trailing and missing commas, raw line breaks, quotes that nobody escaped, single quotes, values one after
the other and brackets that don't match. It keeps a stack of its own, because pages nest deeper than Python may
recurse, and leaves out everything deeper than `MAX_DEPTH`. Numbers stay texts: one may have a million digits.
"""

from __future__ import annotations

import html
import json
import re
from typing import TypeAlias, Union

Json: TypeAlias = Union[str, bool, "list[Json]", "dict[str, Json]", None]

MAX_DEPTH = 64
"""Metadata is near the top."""
MAX_TOKENS = 500_000
"""The tolerant reader stops there; a page with more is not describing itself."""
MAX_QUOTES = 100_000
"""Quotes and escapes in one text; what has more never ends."""
MAX_TEXT = 20_000
"""Characters of a text that are kept by the tolerant reader."""

_OPENINGS = ("<!--", "//<![CDATA[", "// <![CDATA[", "/*<![CDATA[*/", "/* <![CDATA[ */", "<![CDATA[")
_CLOSINGS = ("-->", "//]]>", "// ]]>", "/*]]>*/", "/* ]]> */", "]]>")
_MARGIN = " \t\r\n;\ufeff"
_NO_TEXTS = frozenset(["null", "NaN", "Infinity", "-Infinity", "undefined", ";"])
_TOKEN = re.compile(r"""/\*.*?(?:\*/|$)|//[^\n]*|[{}\[\],:"']|[^\s{}\[\],:"']+""", re.DOTALL)
_QUOTE_OR_ESCAPE = {'"': re.compile(r'["\\]'), "'": re.compile(r"['\\]")}
# A quote that ends a text is followed by one of these; any other was meant as part of it.
_AFTER_TEXT = re.compile(r'\s{0,99}(?:[,:}\]]|$|"[^"\\]{1,60}"\s{0,99}:)')


_ESCAPE = re.compile(r"\\(?:u[dD][89abAB]\w\w\\u[dD][c-fC-F]\w\w|(u[dD][89a-fA-F]\w\w)|.)", re.DOTALL)
"""An escape, or the two that stand for one character. The group is half of a surrogate pair."""


# Made once: making a decoder takes as long as reading a short script.
_DECODER = json.JSONDecoder(strict=False, parse_int=str, parse_float=str, parse_constant=lambda name: None)


def read_json(source: str) -> list[Json]:
    """The values of a script, one after the other.

    >>> read_json('{"a": [1, NaN, null]}')
    [{'a': ['1', None, None]}]
    >>> read_json('{"a": "one "two" three", /* why */ "b": [1, 2,], } {"c": 3')
    [{'a': 'one "two" three', 'b': ['1', '2']}, {'c': '3'}]
    """
    source = _without_half_pairs(_unwrapped(source))
    if "&quot;" in source and '"' not in source:
        source = html.unescape(source)
    if not source:
        return []
    try:
        value = _DECODER.decode(source)
    except (ValueError, RecursionError):
        return _Reader(source).values()
    return [value]


def repaired_json(source: str) -> str:
    """The values of a script that is not JSON, or nested deep, as a list in JSON.

    >>> repaired_json("{'a': 1,} {b")
    '[{"a": "1"}, {}]'
    """
    try:
        return json.dumps(read_json(source))
    except RecursionError:
        # Read by the standard library, and too deep for it to write.
        return json.dumps(_Reader(_unwrapped(_without_half_pairs(source))).values())


def _without_half_pairs(source: str) -> str:
    """The source with U+FFFD for escapes of half a surrogate pair, with which no output could be encoded."""
    if "\\ud" not in source and "\\uD" not in source:
        return source
    return _ESCAPE.sub(lambda found: "\\ufffd" if found[1] else found[0], source)


def _unwrapped(source: str) -> str:
    """The source without the comments that once hid scripts from old browsers."""
    source = source.strip(_MARGIN)
    for opening in _OPENINGS:
        source = source.removeprefix(opening)
    for closing in _CLOSINGS:
        source = source.removesuffix(closing)
    return source.strip(_MARGIN)


class _Reader:
    """Reads one source from left to right, once."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._root: list[Json] = []
        self._stack: list[list[Json] | dict[str, Json]] = [self._root]
        self._keys: list[str | None] = [None]
        """For each open object, the key that waits for its value."""
        self._n_open: dict[type, int] = {dict: 0, list: 0}
        self._n_too_deep = 0

    def values(self) -> list[Json]:
        place = 0
        for _ in range(MAX_TOKENS):
            match = _TOKEN.search(self._source, place)
            if match is None:
                break
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
            self._put(None if mark in _NO_TEXTS else mark)
        return stop

    def _open(self, inside: list[Json] | dict[str, Json]) -> None:
        if self._n_too_deep or len(self._stack) > MAX_DEPTH:
            self._n_too_deep += 1
            return
        self._put(inside)
        self._stack.append(inside)
        self._keys.append(None)
        self._n_open[type(inside)] += 1

    def _close(self, kind: type) -> None:
        if self._n_too_deep:
            self._n_too_deep -= 1
        elif self._n_open[kind]:
            while True:
                closed = type(self._stack.pop())
                self._keys.pop()
                self._n_open[closed] -= 1
                if closed is kind:
                    break

    def _put(self, value: Json) -> None:
        if self._n_too_deep:
            return
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
        for _ in range(MAX_QUOTES):
            match = _QUOTE_OR_ESCAPE[quote].search(source, place)
            if match is None:
                break
            place = match.end()
            if match[0] == "\\":
                place += 1
            elif _AFTER_TEXT.match(source, place):
                return _unescaped(source[start : place - 1]), place
        return _unescaped(source[start:]), len(source)


def _unescaped(text: str) -> str:
    text = text[:MAX_TEXT]
    if "\\" not in text:
        return text
    try:
        return str(json.loads('"' + re.sub(r'(?<!\\)((?:\\\\)*)"', r'\1\\"', text) + '"', strict=False))
    except ValueError:  # an escape that JSON does not have
        return text.replace("\\", "")
