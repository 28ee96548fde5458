"""What a terminal can show: colours, and how many columns a text takes."""

from __future__ import annotations

import os
import shutil
from typing import TextIO
from unicodedata import combining, east_asian_width

STYLES = {"title": "1", "heading": "2", "best": "1;32", "count": "36", "note": "2"}
"""Codes of a terminal by what a text is."""


def has_colour(stream: TextIO) -> bool:
    """Only on a terminal that can show them, and not if NO_COLOR is set (https://no-color.org)."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def painted(text: str, style: str) -> str:
    r"""A text in a style of `STYLES`.

    >>> painted("F1", "heading")
    '\x1b[2mF1\x1b[0m'
    """
    return f"\x1b[{STYLES[style]}m{text}\x1b[0m" if text else text


def terminal_width(stream: TextIO) -> int | None:
    """Columns of a terminal; None if the stream is none: programs read it, and lines don't wrap there."""
    return shutil.get_terminal_size().columns if stream.isatty() else None


def cut_to_width(text: str, width: int) -> str:
    """The beginning of a text that fits this many columns. Chinese letters take two.

    >>> cut_to_width("Subscribe now", 9), cut_to_width("新着記事", 6)
    ('Subscrib…', '新着…')
    """
    if sum(map(_columns, text)) <= width:
        return text
    n_columns, end = 1, 0
    for char in text:
        n_columns += _columns(char)
        if n_columns > width:
            break
        end += 1
    return text[:end] + "…"


def _columns(char: str) -> int:
    return 0 if combining(char) else 2 if east_asian_width(char) in "WF" else 1
