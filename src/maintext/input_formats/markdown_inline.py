r"""One line or paragraph of Markdown -> HTML: code, links, images, emphasis, line breaks, raw tags.

Text is read once from left to right. Brackets and backticks are paired beforehand, so that a hostile line takes no more
than linear time.

>>> Inline(References({})).to_html("See **`a < b`** and <https://example.org/>.")
'See <strong><code>a &lt; b</code></strong> and <a href="https://example.org/">https://example.org/</a>.'
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape

MAX_DEPTH = 8
"""Links and images inside each other's texts."""
MAX_LABEL_CHARS = 999
"""Of the name of a reference, as in CommonMark."""

_SPECIAL = re.compile(r"\\.|`+|!?\[|\]|<[^<>\n]+>|\*+|_+|~~|\n", re.DOTALL)
_ADDRESS = re.compile(r"<(?P<url>https?://[^\s<>]+|[^\s<>@]+@[^\s<>@]+)>$")
_TAG = re.compile(r"</?[A-Za-z][A-Za-z0-9-]*(?:\s[^<>]*)?/?>$|<!--.*-->$", re.DOTALL)
_TARGET = re.compile(
    # Not a space: all of them are before the address, or a long row could be divided in many ways.
    r"\(\s*(?!\s)(?:<(?P<quoted>[^<>\n]*)>|(?P<url>[^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)*))"
    r"(?:\s+(?:\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'))?\s*\)"
)
_LABEL = re.compile(r"\[(?P<label>[^\[\]]*)\]")
_EMPHASIS = {"*": "em", "_": "em", "**": "strong", "__": "strong", "~~": "del"}


@dataclass
class References:
    """The addresses of a document's reference links, by their names in small letters."""

    addresses: Mapping[str, str]
    n_chars_left: int = 0
    """How many characters of addresses may still be written."""

    def address(self, label: str) -> str | None:
        """The address of a name; None if there is none, or if addresses were repeated too often."""
        found = self.addresses.get(label.casefold())
        if found is None or len(found) > self.n_chars_left:
            return None
        self.n_chars_left -= len(found)
        return found


@dataclass(frozen=True)
class Inline:
    """Reads lines of a document whose reference links are known."""

    references: References
    depth: int = 0

    def to_html(self, text: str) -> str:
        """The HTML of a text."""
        reading = _Reading(self, text)
        while reading.place < len(text):
            reading.step()
        return "".join(reading.parts)

    def inner(self, text: str) -> str:
        """The HTML of a text inside a link."""
        if self.depth >= MAX_DEPTH:
            return escape(text, quote=False)
        return Inline(self.references, self.depth + 1).to_html(text)


@dataclass
class _Reading:
    inline: Inline
    text: str
    place: int = 0
    parts: list[str] = field(default_factory=list)
    openers: list[tuple[str, int]] = field(default_factory=list)
    """Emphasis that may still be closed: its marks, and the number of the part that holds them."""
    brackets: dict[int, int] = field(init=False)
    ticks: dict[int, list[int]] = field(init=False)
    """Where runs of this many backticks begin."""

    def __post_init__(self) -> None:
        self.brackets = _matching_brackets(self.text)
        self.ticks = {}
        for found in re.finditer("`+", self.text):
            self.ticks.setdefault(len(found[0]), []).append(found.start())

    def step(self) -> None:
        """Reads up to and including the next special sign."""
        found = _SPECIAL.search(self.text, self.place)
        stop = found.start() if found else len(self.text)
        self.parts.append(_as_text(self.text[self.place : stop]))
        self.place = stop
        if not found:
            return
        sign = found[0]
        self.place = found.end()
        if sign[0] == "\\":
            self.parts.append("<br>\n" if sign[1] == "\n" else _as_text(sign[1] if _is_mark(sign[1]) else sign))
        elif sign[0] == "`":
            self._code(sign)
        elif sign in ("[", "!["):
            self._link(found)
        elif sign[0] == "<":
            self._tag(sign)
        elif sign[0] in "*_~":
            self._emphasis(found)
        else:
            is_break = sign == "\n" and self.text.endswith("  ", 0, found.start())
            self.parts.append("<br>\n" if is_break else sign)

    def _code(self, ticks: str) -> None:
        # A run whose first backtick is escaped is shorter than the one that was counted.
        runs = self.ticks.get(len(ticks), [])
        number = bisect_left(runs, self.place)
        if number == len(runs):
            self.parts.append(ticks)
            return
        code = self.text[self.place : runs[number]].replace("\n", " ")
        if code.strip() and code[0] == code[-1] == " ":
            code = code[1:-1]
        self.parts.append(f"<code>{escape(code, quote=False)}</code>")
        self.place = runs[number] + len(ticks)

    def _link(self, found: re.Match[str]) -> None:
        start, stop = found.end(), self.brackets.get(found.end() - 1)
        target, after = self._target(start, stop) if stop is not None else (None, 0)
        if stop is None or target is None:
            self.parts.append(found[0])
            return
        text, url = self.text[start:stop], escape(target)
        if found[0] == "[":
            self.parts.append(f'<a href="{url}">{self.inline.inner(text)}</a>')
        else:
            self.parts.append(f'<img src="{url}" alt="{escape(text)}">')
        self.place = after

    def _target(self, start: int, stop: int) -> tuple[str | None, int]:
        """The address of the link whose text ends at `stop`, and where what follows it begins."""
        if found := _TARGET.match(self.text, stop + 1):
            return found["quoted"] if found["quoted"] is not None else found["url"], found.end()
        named = _LABEL.match(self.text, stop + 1)
        # Brackets inside each other would be copied once for each pair.
        label = (named["label"] if named else "") or self.text[start : min(stop, start + MAX_LABEL_CHARS + 1)]
        target = self.inline.references.address(label) if len(label) <= MAX_LABEL_CHARS else None
        return target, named.end() if named else stop + 1

    def _tag(self, sign: str) -> None:
        if found := _ADDRESS.match(sign):
            url = found["url"]
            href = url if "://" in url else f"mailto:{url}"
            self.parts.append(f'<a href="{escape(href)}">{escape(url)}</a>')
        else:
            self.parts.append(sign if _TAG.match(sign) else _as_text(sign))

    def _emphasis(self, found: re.Match[str]) -> None:
        sign = found[0]
        before = self.text[found.start() - 1 : found.start()] or " "
        after = self.text[found.end() : found.end() + 1] or " "
        is_word_inside = sign[0] == "_" and before.isalnum() and after.isalnum()
        can_open = not after.isspace() and (after.isalnum() or not before.isalnum())
        can_close = not before.isspace() and (before.isalnum() or not after.isalnum())
        several = [sign[0], sign[0] * 2] if len(sign) == 3 and sign[0] != "~" else [sign]
        # Three marks are two and one; what was opened last is closed first.
        for marks in several if can_close and self.openers and self.openers[-1][0] == several[0] else several[::-1]:
            if marks not in _EMPHASIS or is_word_inside or not self._close_or_open(marks, can_open, can_close):
                self.parts.append(marks)

    def _close_or_open(self, marks: str, can_open: bool, can_close: bool) -> bool:
        places = [number for number, (opener, _) in enumerate(self.openers) if opener == marks] if can_close else []
        if places:
            self.parts[self.openers[places[-1]][1]] = f"<{_EMPHASIS[marks]}>"
            del self.openers[places[-1] :]
            self.parts.append(f"</{_EMPHASIS[marks]}>")
        elif can_open:
            # One of each kind is enough: the last one counts, and the list stays short.
            self.openers = [opener for opener in self.openers if opener[0] != marks]
            self.openers.append((marks, len(self.parts)))
            self.parts.append(marks)
        return bool(places) or can_open


def _matching_brackets(text: str) -> dict[int, int]:
    """Where each bracket that is closed ends."""
    pairs, opened = {}, []
    for found in re.finditer(r"\\.|[\[\]]", text, re.DOTALL):
        if found[0] == "[":
            opened.append(found.start())
        elif found[0] == "]" and opened:
            pairs[opened.pop()] = found.start()
    return pairs


def _is_mark(char: str) -> bool:
    return char.isascii() and not char.isalnum() and char.isprintable() and char != " "


def _as_text(text: str) -> str:
    """Escaped; references such as &amp; stay what they are."""
    return re.sub(r"&(?!#?\w{1,32};)", "&amp;", text).replace("<", "&lt;").replace(">", "&gt;")
