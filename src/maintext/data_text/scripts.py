"""Page -> the data that its scripts would show: JSON of Next.js and Nuxt, and JSON-LD.

    __NEXT_DATA__   <script id="__NEXT_DATA__" type="application/json">{...}</script>
    __next_f        self.__next_f.push([1, "..."]): pieces of a stream of lines `number:JSON` and `number:Tlength,text`
    __NUXT__        window.__NUXT__ = ...: a JavaScript expression, of which the string literals are read
    __NUXT_DATA__   <script id="__NUXT_DATA__" type="application/json">[...]</script>
    articleBody     of an article in JSON-LD

Nothing is executed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, TypeAlias

from maintext.page.tags import TAGS

if TYPE_CHECKING:
    from maintext.page import Page

Json: TypeAlias = Any

MAX_SCRIPT_CHARS = 5_000_000
"""A longer script is not read."""
ARTICLE_BODY = "articleBody"
_SCRIPT_NAMES = (b"__NEXT_DATA__", b"__next_f", b"__NUXT")
_PUSH = re.compile(r"__next_f\.push\(\s*(?=\[)")
_NUMBERED = re.compile(r"[0-9a-f]{1,8}:")
_TEXT_ROW = re.compile(r"T([0-9a-f]{1,8}),")
_QUOTE_OR_ESCAPE = re.compile(r'\\.|"', re.DOTALL)
_LEAST_LITERAL_CHARS = 200
"""Shorter string literals are names and labels."""


def read_article_bodies(page: Page) -> Iterator[tuple[str, Json]]:
    """The texts of articles that JSON-LD states."""
    if page.source_has(b"articleBody"):
        for source in page.head.json_ld:
            yield from ((ARTICLE_BODY, body) for body in _article_bodies(_loaded(source)))


def read_script_data(page: Page) -> Iterator[tuple[str, Json]]:
    """Name and value of each piece of data that scripts would show."""
    if not any(map(page.source_has, _SCRIPT_NAMES)):
        return
    stream: list[str] = []
    for row in page.rows_by_tag([TAGS["script"]])[0]:
        if int(page.elements.stop[row] - page.elements.start[row]) > MAX_SCRIPT_CHARS:
            continue
        script = page.content(row)
        name = page.attributes(row).get("id", "")
        if name in ("__NEXT_DATA__", "__NUXT_DATA__"):
            yield name, _loaded(script)
        elif "__next_f" in script:
            stream += _pushed(script)
        elif "__NUXT__" in script:
            yield "__NUXT__", [_unquoted(literal) for literal in _literals(script)]
    if stream:
        yield "__next_f", list(_rows("".join(stream)))


def _loaded(text: str) -> Json:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _literals(script: str) -> Iterator[str]:
    """What stands between two quotes and is long, with its escapes. A quote after a short text may open the next."""
    opened: int | None = None
    for found in _QUOTE_OR_ESCAPE.finditer(script):
        if found[0] != '"':
            continue
        if opened is not None and found.start() - opened > _LEAST_LITERAL_CHARS:
            yield script[opened + 1 : found.start()]
            opened = None
        else:
            opened = found.start()


def _unquoted(literal: str) -> str:
    value = _loaded(f'"{literal}"')
    return value if isinstance(value, str) else ""


def _article_bodies(value: Json) -> Iterator[str]:
    waiting = [value]
    while waiting:
        own = waiting.pop()
        if isinstance(own, dict):
            body = own.get(ARTICLE_BODY)
            if isinstance(body, str):
                yield body
            waiting += [inner for name, inner in own.items() if name != ARTICLE_BODY]
        elif isinstance(own, list):
            waiting += own


def _pushed(script: str) -> list[str]:
    """The pieces of the stream that a script adds."""
    found = _PUSH.search(script)
    try:
        value = json.JSONDecoder().raw_decode(script, found.end())[0] if found else None
    except (ValueError, RecursionError):
        value = None
    return [value[1]] if isinstance(value, list) and len(value) > 1 and isinstance(value[1], str) else []


def _rows(stream: str) -> Iterator[Json]:
    """The values of the stream's rows."""
    raw = stream.encode("utf-8", "surrogatepass")
    at = 0
    while at < len(raw):
        number = _NUMBERED.match(raw[at : at + 12].decode("latin-1"))
        if number is None:
            following = raw.find(b"\n", at)
            at = len(raw) if following < 0 else following + 1
            continue
        at += number.end()
        text = _TEXT_ROW.match(raw[at : at + 12].decode("latin-1"))
        if text is not None:
            # The length counts bytes, and no line feed follows.
            start = at + text.end()
            at = start + int(text[1], 16)
            yield raw[start:at].decode("utf-8", "replace")
            continue
        stop = raw.find(b"\n", at)
        stop = len(raw) if stop < 0 else stop
        yield _loaded(raw[at:stop].decode("utf-8", "replace"))
        at = stop + 1
