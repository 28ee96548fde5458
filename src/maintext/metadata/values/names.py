"""Texts that name authors -> the names, one by one.

"By Jane Doe, MD and John Roe | 5 March" is Jane Doe and John Roe. What can't be a name is left out: an address, a
sentence, a day, letters after a name, what somebody does for a living.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from maintext.metadata.values.months import month_number

MAX_WORDS = 6
MAX_CHARS = 70

_BEFORE = re.compile(
    r"^(?:(?:(?:story|article|text|words|reviewed|posted|published|written|created|started|asked|submitted|edited|"
    r"authored|guest post|contributed)\s+)?by|(?:(?:meet|about)\s+the\s+)?(?:author|contributor|writer)s?|posts? from|"
    r"headshot of|autore?|auteur|author|作者|记者|文|автор|yazan)(?:\s*[:：]\s*|\s+|$)",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"\s*(?:[|•·●⋅»—–<]|\s-\s|\(|\b(?:on|in)(?:\s|$)|\blast\s+(?:updated?|modified|edited)|\b(?:updated|published|posted|follow|"
    r"joined|posts:|member since)\b).*$",
    re.IGNORECASE,
)
_APART = re.compile(r"\s*(?:;|,\s*and\s|,\s*&\s|\s&\s|\sand\s|\sund\s|\set\s|,|、|，)\s*")
# MD, Ph.D., RD, CFP(R), E-RYT 200: letters after a name.
_CREDENTIAL = re.compile(
    r"^(?:(?:[A-Z]{1,3}[a-z]?\.?-?){1,4}(?:\s\d+)?®?|Jr\.?|Sr\.?|Esq\.?|I{2,3}|IV|Inc\.?|LLC|Ltd\.?)$"
)
_ROLE = re.compile(
    r"\b(?:expert|editors?|founder|writer|reporter|journalist|director|manager|specialist|consultant|officer|ceo|cto|"
    r"correspondent|analyst|engineer|developer|head of|professor|author|contributor|attorney|designer|strategist)\b",
    re.IGNORECASE,
)
_NOT_A_NAME = re.compile(
    r"https?:|www\.|\.com/|[<>{}=©]|\b(?:19|20)\d\d\b|\d:\d\d|[?!]$|\b(?:you|your|we|our|us|read|more|view|minutes?|learn|"
    r"bio|posts?|profile|subscribe|login|comments?|share|ago)\b",
    re.IGNORECASE,
)
_EMPTY_WORDS = frozenset(
    "anonymous unknown none null undefined author authors admin administrator user guest by written n/a na home "
    "username".split()
)
_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
# "Jane Doe." is at the end of a sentence; "John A." and "Acme Inc." are not.
_END = re.compile(r"(?<=[a-z]{4})\.$")
_FAMILY_FIRST = re.compile(r"^([^\W\d]+(?:['’\-][^\W\d]+)?), ([^\W\d]+\.?(?:[ .\-]+[^\W\d]+\.?){0,2})$")


def read_names(texts: Iterable[str]) -> tuple[str, ...]:
    """The names in some texts, each once.

    >>> read_names(["By Jane Doe, MD and John Roe"])
    ('Jane Doe', 'John Roe')
    >>> read_names(["https://example.org/me", "Read this in 5 minutes"])
    ()
    """
    found: dict[str, str] = {}
    for text in texts:
        for line in text.splitlines():
            for name in _split(_stripped(line)):
                found.setdefault(name.casefold(), name)
    return tuple(found.values())


def given_name_first(texts: tuple[str, ...]) -> tuple[str, ...]:
    """Names of library catalogues, which put the family name first, the other way round.

    >>> given_name_first(("Roe, John A.", "Doe, Jane"))
    ('John A. Roe', 'Jane Doe')
    """
    matches = [_FAMILY_FIRST.match(text) for text in texts]
    # All of them or none: "Jane Doe, John Roe" is two people.
    return tuple(f"{match[2]} {match[1]}" for match in matches if match) if all(matches) else texts


def _stripped(text: str) -> str:
    text = _BEFORE.sub("", " ".join(text.split()))
    words = _AFTER.sub("", text).split(" ")
    # A day begins with its month or its weekday: "Jane Doe March 5", "Jane Doe Tue".
    for place, word in enumerate(words):
        has_number = any(part.strip(",.")[:1].isdecimal() for part in words[place : place + 2])
        if (place and has_number and month_number(word)) or word.strip(",").lower() in _WEEKDAYS:
            words = words[:place]
            break
    return " ".join(words).strip(" ,:;-–—|·•@")


def _split(text: str) -> list[str]:
    parts = [_END.sub("", part).strip(" ,:;-–—|·•") for part in _APART.split(text)]
    return [part for number, part in enumerate(parts) if _is_name(part) and not (number and _ROLE.search(part))]


def _is_name(text: str) -> bool:
    if not 1 < len(text) <= MAX_CHARS or len(text.split()) > MAX_WORDS:
        return False
    if text.casefold() in _EMPTY_WORDS or _CREDENTIAL.match(text) or _NOT_A_NAME.search(text):
        return False
    return any(character.isalpha() for character in text) and not (month_number(text.split()[0]) and " " in text)
