"""Page -> tokens in the order of the source: words, symbols and tags, as hashes.

A word is a run of letters and digits, a symbol one mark of punctuation; characters of scripts that write
without spaces are words each. Letters are lowered, every digit is the same digit, and a word counts by its
first eight bytes. What a browser does not show has no tokens.

>>> import maintext
>>> tokens = tokens_of(maintext.parse("<p>Rain, rain.</p>"))
>>> tokens.block.tolist()
[-1, 0, 0, 0, 0, -1]
>>> bool(tokens.code[1] == tokens.code[3])
True
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from maintext.page import flags

if TYPE_CHECKING:
    from maintext.page import Page

N_TAG_CODES = 256
"""Numbers that `Elements.tag` can have."""
_WORD_BYTES = 8
_UNSHOWN = flags.UNSHOWN | flags.SVG


@dataclass(frozen=True, eq=False)
class Tokens:
    """The tokens of a page."""

    code: NDArray[np.uint64]
    """Hash of a word or symbol; the number of a tag, end tags 256 higher."""
    tag: NDArray[np.uint8]
    """The innermost open tag: of a start tag, itself; of an end tag, the one around it."""
    block: NDArray[np.int32]
    """The block of a word or symbol, -1 for a tag."""


def tokens_of(page: Page) -> Tokens:
    """Cuts a page into tokens."""
    words, starts, ends = _words(page), _start_tags(page), _end_tags(page)
    parts = [words, starts, ends]
    # Stable, so that the words of a run, which share its offset, stay in order.
    order = np.argsort(np.concatenate([part.offset for part in parts]), kind="stable")
    code = np.concatenate([part.code for part in parts])[order]
    tag = np.concatenate([part.tag for part in parts])[order]
    no_block = np.full(len(order) - len(words.block), -1, dtype=np.int32)
    return Tokens(code, tag, np.concatenate([words.block, no_block])[order])


@dataclass(frozen=True, eq=False)
class _Part:
    """Tokens of one kind with their offsets in the source."""

    offset: NDArray[np.int32]
    code: NDArray[np.uint64]
    tag: NDArray[np.uint8]
    block: NDArray[np.int32]


_NO_BLOCK = np.zeros(0, dtype=np.int32)


def _start_tags(page: Page) -> _Part:
    elements = page.elements
    is_token = (elements.flags & (_UNSHOWN | flags.IMPLIED)) == 0
    tag = elements.tag[is_token]
    return _Part(elements.start[is_token], tag.astype(np.uint64), tag, _NO_BLOCK)


def _end_tags(page: Page) -> _Part:
    elements = page.elements
    is_token = (elements.flags & (_UNSHOWN | flags.IMPLIED)) == 0
    is_token &= elements.stop > elements.close_start
    parent = elements.parent[is_token]
    around = np.where(parent < 0, 0, elements.tag[parent]).astype(np.uint8)
    code = elements.tag[is_token].astype(np.uint64) + np.uint64(N_TAG_CODES)
    return _Part(elements.close_start[is_token], code, around, _NO_BLOCK)


def _words(page: Page) -> _Part:
    text = np.frombuffer(page.text, dtype=np.uint8)
    starts = word_starts(text)
    runs = page.runs
    if not len(starts) or not len(runs):
        empty = np.zeros(0, dtype=np.int32)
        return _Part(empty, empty.astype(np.uint64), empty.astype(np.uint8), empty)
    # A word that two runs share ("<b>W</b>ord") counts with the first of them.
    run = np.searchsorted(runs.text_start, starts, side="right") - 1
    is_shown = (runs.flags[run] & _UNSHOWN) == 0
    run = run[is_shown]
    code = word_codes(text, starts)[is_shown]
    return _Part(runs.start[run], code, page.elements.tag[runs.element[run]], runs.block[run])


def word_starts(text: NDArray[np.uint8]) -> NDArray[np.intp]:
    """Offsets of the words and symbols of a UTF-8 text."""
    kind = _kinds()[text]
    is_start = kind >= _SYMBOL
    is_letter = kind == _LETTER
    is_start[1:] |= is_letter[1:] & (kind[:-1] != _LETTER) & (kind[:-1] != _IDEOGRAPH)
    if len(text):
        is_start[0] |= is_letter[0]
    return np.flatnonzero(is_start)


def word_codes(text: NDArray[np.uint8], starts: NDArray[np.intp]) -> NDArray[np.uint64]:
    """A hash of each word or symbol."""
    lengths = np.minimum(np.diff(starts, append=len(text)), _WORD_BYTES)
    codes = np.zeros(len(starts), dtype=np.uint64)
    folded = _folded()
    # Byte by byte of all words at once: eight steps, whatever the page.
    for place in range(_WORD_BYTES):
        has_byte = lengths > place
        byte = folded[text[np.minimum(starts + place, len(text) - 1)]]
        codes = np.where(has_byte & (byte > 0), codes * np.uint64(257) + byte, codes)
    # High numbers, so that no word is taken for a tag.
    return (codes + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15) | np.uint64(1 << 63)


_SPACE, _LETTER, _SYMBOL, _IDEOGRAPH = range(4)


def _kinds() -> NDArray[np.uint8]:
    """The kind of token that each byte begins or continues."""
    kinds = np.full(256, _LETTER, dtype=np.uint8)
    kinds[: ord(" ") + 1] = _SPACE
    marks = [byte for byte in range(ord(" ") + 1, 128) if not chr(byte).isalnum()]
    kinds[marks] = _SYMBOL
    # The first bytes of U+3000 to U+9FFF.
    kinds[0xE3:0xEA] = _IDEOGRAPH
    return kinds


def _folded() -> NDArray[np.uint64]:
    """Each byte as it is counted: in lower case, all digits as one, white space as 0."""
    folded = np.arange(256, dtype=np.uint64)
    folded[ord("A") : ord("Z") + 1] += np.uint64(32)
    folded[ord("0") : ord("9") + 1] = ord("0")
    folded[: ord(" ") + 1] = 0
    return folded
