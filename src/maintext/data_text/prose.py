"""JSON values -> the HTML of the longest text in them.

Strings are grouped by their path without the numbers of lists: the paragraphs of an article are in one list, and so in
one group. The group with the most prose is the text. Teasers of other articles are a list too; their names, such as
`description` and `excerpt`, give them away, so these count only where they are a single text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from typing import Any

_MARKUP = re.compile(r"<(?:p|div|h[1-6]|ul|ol|li|br|blockquote|strong|em|a|span|figure|table|img)[\s>/]", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]*>")
_NOT_PROSE = re.compile(r"\s*(?:[\[{]|<svg|<script|<style|data:|https?:|function\b|var\b|/\*|\$)", re.IGNORECASE)
_LEAST_WORDS = 12
"""Of a string that counts as prose."""
_MOST_CODE = 0.015
"""The share of characters that programs have and prose has not."""
_BODY_NAMES = frozenset(
    "articlebody body bodytext bodyhtml children content contents contenthtml copy data html markdown paragraph"
    " paragraphs richtext story text value".split()
)
"""Names, in small letters and without separators, under which lists have the paragraphs of a text."""
_MAX_STRINGS = 200_000
_MEMBERS = "*"
"""The step from a list to its members."""


def longest_text(value: Any) -> str:
    """The HTML of the longest text in a value; empty if it has none."""
    groups: dict[_Path, list[str]] = {}
    for path, text in _strings(value):
        groups.setdefault(path, []).append(text)
    best: list[str] = []
    n_best = 0
    for path, texts in groups.items():
        prose = [text for text in texts if is_prose(text)]
        if len(prose) > 1 and not _is_body(path):
            prose = [max(prose, key=len)]
        if len(prose) == 1:
            # The other strings of the group are not paragraphs of a text.
            texts = prose
        n_chars = sum(map(len, prose))
        if n_chars > n_best:
            best, n_best = texts, n_chars
    return "\n".join(map(as_html, best))


def is_prose(text: str) -> bool:
    """Whether a string is running text, as text or as HTML."""
    if _NOT_PROSE.match(text):
        return False
    bare = _TAG.sub(" ", text)
    if sum(bare.count(mark) for mark in "{}[]=;|_\\") > _MOST_CODE * len(bare):
        return False
    words = bare.split()
    n_letters = sum(map(len, words))
    # Scripts without spaces have few words of many characters.
    is_wordy = len(words) >= _LEAST_WORDS and n_letters <= 15 * len(words)
    return is_wordy or (len(text) >= 80 and not text.isascii() and sum(map(_is_letter, text)) > 0.7 * len(text))


def _is_letter(character: str) -> bool:
    return character.isalpha() or character in "，。、！？"


@dataclass(frozen=True, eq=False)
class _Path:
    """A place in a value.

    There is one object for each place: as tuples, the paths of a deep value would take many times its size.
    """

    names: tuple[str, ...] = ()
    """Its last names, at most three."""
    _inner: dict[str, _Path] = field(default_factory=dict)

    def step(self, name: str) -> _Path:
        """The place of a member, or of all members of a list."""
        found = self._inner.get(name)
        if found is None:
            found = self._inner[name] = _Path((*self.names, name)[-3:] if name != _MEMBERS else self.names)
        return found


def _is_body(path: _Path) -> bool:
    return any(re.sub(r"[^a-z]", "", name.lower()) in _BODY_NAMES for name in path.names)


def as_html(text: str) -> str:
    """A string of data as HTML: as it is if it has tags, else as paragraphs."""
    if _MARKUP.search(text):
        return text
    return "".join(f"<p>{escape(part, quote=False)}</p>" for part in map(str.strip, text.split("\n")) if part)


def _strings(value: Any) -> Iterator[tuple[_Path, str]]:
    """Path and text of every string, in order."""
    waiting: list[tuple[_Path, Any]] = [(_Path(), value)]
    n_found = 0
    while waiting and n_found < _MAX_STRINGS:
        path, own = waiting.pop()
        if isinstance(own, str):
            n_found += 1
            if own.strip():
                yield path, own
        elif isinstance(own, list):
            members = path.step(_MEMBERS)
            waiting += [(members, inner) for inner in reversed(own)]
        elif isinstance(own, dict):
            waiting += [(path.step(str(name)), inner) for name, inner in reversed(own.items())]
