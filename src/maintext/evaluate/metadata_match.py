"""Gold and given title, author, date -> how well they match.

    title   equal: letters and digits are the same, case and everything else aside; F1: of the bag of words
    author  equal: the same set of names; F1: of the sets. A text is cut at , ; | & / and "and"; letters after a name
            (MD, Ph.D.) are dropped; names are compared by their letters and digits
    date    equal: the same day; what has no day in gold is not judged

A field is judged on the pages whose gold has it. On other pages, a candidate's values are only counted: the gold does
not distinguish a page without an author from one whose author nobody noted.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from math import nan

FIELDS = ("title", "author", "date")

_NOT_LETTERS = re.compile(r"[\W_]+")
_APART = re.compile(r"[;,|/\n]|\s&\s|\sand\s", re.IGNORECASE)
_CREDENTIAL = re.compile(r"^(?:[A-Z][A-Za-z]{0,2}\.?){1,3}$|^[A-Z]{2,6}$")


@dataclass(frozen=True)
class Given:
    """Title, author and date of a page, by a gold file or an extractor."""

    title: str | None
    author: str | None
    date: str | None


@dataclass(frozen=True)
class Match:
    """How one field was met on one page."""

    is_judged: bool
    """Whether gold has the field."""
    is_given: bool
    is_equal: bool
    f1: float
    """NaN where it is not judged."""


def match(gold: Given, given: Given) -> dict[str, Match]:
    """A match for each field.

    >>> found = match(Given("Tea time!", "A. Doe, MD", "2024-03-05"), Given("Tea Time", "A Doe; B Roe", None))
    >>> found["title"].is_equal, round(found["author"].f1, 2), found["date"].is_equal
    (True, 0.67, False)
    """
    return {
        "title": _match(gold.title, given.title, _words),
        "author": _match(gold.author, given.author, _names),
        "date": _match(gold.date, given.date, _day),
    }


def _match(gold: str | None, given: str | None, parts_of: Callable[[str], list[str]]) -> Match:
    wanted = parts_of(gold or "")
    found = parts_of(given or "")
    if not wanted:
        return Match(False, bool(given), False, nan)
    n_shared = sum((Counter(wanted) & Counter(found)).values())
    return Match(True, bool(given), wanted == found, 2 * n_shared / (len(wanted) + len(found)))


def _words(text: str) -> list[str]:
    return _NOT_LETTERS.sub(" ", text.casefold()).split()


def _names(text: str) -> list[str]:
    parts = [part.strip() for part in _APART.split(text)]
    names = {_NOT_LETTERS.sub("", part.casefold()) for part in parts if not _CREDENTIAL.match(part)}
    return sorted(names - {""})


def _day(text: str) -> list[str]:
    return [text] if re.fullmatch(r"\d{4}-\d\d-\d\d", text) else []
