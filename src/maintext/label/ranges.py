"""{"page": ..., "T": "63", "C": "140-152,155"} <-> a letter per block: the answer to a page in text form.

Blocks that no letter names are O. A line that makes no sense raises LabelError with what is wrong.

>>> to_letters({"page": "a/1", "T": "1", "C": "2-4, 6"}, n_blocks=8)
'OTCCCOCO'
>>> to_ranges("OTCCCOCO")
{'T': '1', 'C': '2-4,6'}
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from itertools import groupby
from typing import Any

from maintext.corpus.block_labels import LETTERS
from maintext.errors import LabelError

OTHER = "O"
FIELDS = ("page", "kind", *LETTERS)
_RANGE = re.compile(r"(\d{1,9})(?:\s*-\s*(\d{1,9}))?", re.ASCII)
_KIND = re.compile(r"[a-z][a-z -]{0,30}", re.ASCII)


def read_answer(line: bytes) -> dict[str, Any]:
    """The object of a line, with every field checked that can be checked without the page."""
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise LabelError(f"the line is not JSON: {error}") from error
    if not isinstance(answer, dict):
        raise LabelError("the line is not a JSON object")
    if not isinstance(answer.get("page"), str):
        raise LabelError('"page" is missing, or not text')
    if unknown := [name for name in answer if name not in FIELDS]:
        raise LabelError(f"unknown letter {unknown[0]!r}; expected {', '.join(LETTERS)}")
    kind = answer.get("kind")
    if kind is not None and not (isinstance(kind, str) and _KIND.fullmatch(kind)):
        raise LabelError(f"the kind is {kind!r}; expected a word such as article or product")
    return answer


def to_letters(answer: Mapping[str, Any], n_blocks: int) -> str:
    """One letter per block of a page with `n_blocks` blocks."""
    letters = [""] * n_blocks
    for letter in LETTERS:
        for row in _rows(answer.get(letter, ""), letter, n_blocks):
            if letters[row]:
                raise LabelError(f"block {row} is both {letters[row]} and {letter}")
            letters[row] = letter
    return "".join(letter or OTHER for letter in letters)


def to_ranges(letters: str) -> dict[str, str]:
    """The ranges of every letter but O."""
    found: dict[str, list[str]] = {letter: [] for letter in LETTERS if letter != OTHER}
    row = 0
    for letter, group in groupby(letters):
        last = row + len(list(group)) - 1
        if letter in found:
            found[letter].append(str(row) if row == last else f"{row}-{last}")
        row = last + 1
    return {letter: ",".join(ranges) for letter, ranges in found.items() if ranges}


def _rows(value: object, letter: str, n_blocks: int) -> list[int]:
    """The blocks of a text such as "140-152,155", each once."""
    if type(value) is int:
        value = str(value)
    if not isinstance(value, str):
        raise LabelError(f'{letter} is {value!r}; expected ranges such as "140-152,155"')
    rows: set[int] = set()
    for part in filter(None, (part.strip() for part in value.split(","))):
        found = _RANGE.fullmatch(part)
        if found is None:
            raise LabelError(f'{letter} has {part!r}; expected a number or a range such as "140-152"')
        first, last = int(found[1]), int(found[2] or found[1])
        if last < first:
            raise LabelError(f"{letter} has {part!r}, whose end comes before its start")
        if last >= n_blocks:
            raise LabelError(f"{letter} has block {last}; the page has blocks 0 to {n_blocks - 1}")
        rows.update(range(first, last + 1))
    return sorted(rows)
