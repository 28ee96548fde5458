"""Titles in the head, headings, the site's name -> the title of the page, without the name of the site.

A title is cut at its separators, and a part at the end or the beginning that is the site's name, or the name in its
address, is removed. A heading that shares half of its words with the head's title is the title that readers see. So is
the only h1 of a page, whatever the head has, unless the page shows the head's title elsewhere. One of several headings
that shares fewer words is that of the site or of a part of the page. Then the title is the block that the model takes
for the headline, and if there is none, the head's title.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

_SEPARATOR = re.compile(
    r"\s+(?:[|–—·•»«›‹/~⋆*]|-{1,3}|::)\s+|\s*[|｜]\s*|\s+[»›]\s*|(?<=[^\x00-\x7f])_"
    # Chinese and Japanese titles have no spaces around their separators.
    r"|_(?=[^\x00-\x7f])|(?<=[^\x00-\x7f])-{1,3}(?=[^\x00-\x7f])"
)
_MARK_OF_SEPARATOR = re.compile(r"[|–—·•»«›‹/~⋆*\-:｜_]")
# The same for ASCII. Both begin with characters that few titles have, which makes them fast.
_ASCII_SEPARATOR = re.compile(r"\s+(?:[|/~*]|-{1,3}|::)\s+|\s*\|\s*")
_MARK_OF_ASCII_SEPARATOR = re.compile(r"[|]|[/~*\-]\s|::\s")
_ON_SITE = re.compile(r"\s+(?:on|at)\s+(\S.*)$")
_NOT_LETTERS = re.compile(r"[\W_]+")
# The same for ASCII, which most titles are: a table takes a fifth of the time of a pattern.
_ASCII_MARKS = bytes(mark for mark in range(128) if not chr(mark).isalnum())
_ASCII_WORDS = bytes.maketrans(_ASCII_MARKS, b" " * len(_ASCII_MARKS))
# Words around a site's name that its address does not have.
_FILLERS = frozenset(
    "com org net inc llc ltd blog co the official site website forum forums wiki magazine news".split()
)
# Links to a heading itself, which documentation writes after it: a pilcrow, a number sign, a chain.
_PERMALINK_MARKS = frozenset("¶§🔗#")
_PERMALINK = re.compile(r"(?:\s*[¶§🔗\u200b]|(?<=\S)\s+#)+\s*$")
ALIKE_SHARE = 0.5
"""Share of a heading's words that the head's title must have. Measured: 0.34 and 0.67 are both worse."""


PATH_WORDS = 3
"""A heading of fewer words that the address repeats may be the name of a section."""
ONLY_HEADING_WORDS = 2
"""An h1 of one word that the head does not have is a menu, or the name of a section."""
MOST_SITE_WORDS = 3
"""A headline block of more words that ends the head's title is the headline after the site's name."""
MAX_HEADING_CHARS = 400
"""A longer h1 is wrapped around a part of the page. The longest headline of 1,470 labelled ones has 257 characters."""
MIN_START_LETTERS = 8
"""A shorter h2 may begin like the head's title by chance."""


def letters(text: str) -> str:
    """A text as its letters and digits alone, to compare it.

    >>> letters("The New-York  Times!")
    'thenewyorktimes'
    """
    if text.isascii():
        return text.lower().encode().translate(None, _ASCII_MARKS).decode()
    return _NOT_LETTERS.sub("", text.casefold())


def heading_text(text: str) -> str:
    """The text of a heading on one line, without a link to itself.

    >>> heading_text("Iterators  for looping ¶"), heading_text("<br> tags #"), heading_text("#1 in C#")
    ('Iterators for looping', '<br> tags', '#1 in C#')
    """
    text = " ".join(text.replace("\u200b", "").split())
    return _PERMALINK.sub("", text) if text[-1:] in _PERMALINK_MARKS else text


def _words(text: str) -> list[str]:
    if text.isascii():
        return text.lower().encode().translate(_ASCII_WORDS).decode().split()
    return _NOT_LETTERS.sub(" ", text.casefold()).split()


@dataclass(frozen=True)
class Site:
    """What a site is called."""

    names: tuple[str, ...] = ()
    host: str | None = None

    def is_called(self, text: str) -> bool:
        """Whether a text is the name of the site: one of its names, or the one in its address.

        >>> Site((), "bbs.archlinux.org").is_called("Arch Linux Forums")
        True
        >>> Site((), "bbs.archlinux.org").is_called("What happened with Arch Linux in 2024")
        False
        """
        own = letters(text)
        if not own:
            return True
        # Loops, not `any`: a generator takes longer than comparing two names.
        for name in self._names:
            if _is_name(own, name):
                return True
        return self._is_address(text, own)

    @cached_property
    def _names(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(map(letters, self.names)))

    @cached_property
    def _labels(self) -> tuple[str, ...]:
        labels = map(letters, (self.host or "").lower().split(".")[:-1])
        return tuple(label for label in labels if label != "www")

    def _is_address(self, text: str, own: str) -> bool:
        if not self._labels:
            return False
        words = [word for word in _words(text) if word not in _FILLERS]
        joined, initials = "".join(words), "".join([word[0] for word in words])
        for label in self._labels:
            if _is_name(own, label) or _is_name(joined, label) or (len(label) > 2 and initials == label):
                return True
        return False


def _is_name(own: str, name: str) -> bool:
    """Whether two names are the same, or one is most of the other."""
    shorter, longer = (own, name) if len(own) <= len(name) else (name, own)
    return shorter == longer or (len(shorter) > 3 and shorter in longer and len(longer) <= 2 * len(shorter) + 2)


def pieces(title: str) -> list[tuple[str, str]]:
    """The parts of a title, each with the separator before it."""
    is_ascii = title.isascii()
    if (_MARK_OF_ASCII_SEPARATOR if is_ascii else _MARK_OF_SEPARATOR).search(title) is None:
        return [("", title)]
    found, start, mark = [], 0, ""
    for match in (_ASCII_SEPARATOR if is_ascii else _SEPARATOR).finditer(title):
        if match.start() > start:
            found.append((mark, title[start : match.start()]))
            start, mark = match.end(), match[0]
    found.append((mark, title[start:]))
    return [(mark, text) for mark, text in found if text.strip()] or [("", title)]


def without_site(title: str, site: Site) -> str:
    """A title without the site's name at its end, or else at its beginning.

    >>> without_site("Tea time - The Daily Kettle", Site(("The Daily Kettle",)))
    'Tea time'
    >>> without_site("Kettle | Tea | Time", Site((), "www.kettle.example"))
    'Tea | Time'
    >>> without_site("Tea - time", Site())
    'Tea - time'
    """
    parts = pieces(title)
    n_parts = len(parts)
    while len(parts) > 1 and site.is_called(parts[-1][1]):
        parts.pop()
    if len(parts) == n_parts > 1 and site.is_called(parts[0][1]):
        parts.pop(0)
    return (parts[0][1] + "".join(mark + text for mark, text in parts[1:])).strip()


class HeadTitle(NamedTuple):
    """A title that is not shown on the page."""

    source: str
    text: str
    is_bare: bool = False
    """Whether the source has nothing but the title, so that a part after a separator belongs to it."""


def _is_never_shown(text: str) -> bool:
    return False


def _no_headline() -> str | None:
    return None


class TitleForms(NamedTuple):
    """The titles that a page gives itself."""

    head: tuple[HeadTitle, ...]
    """From its head, the best source first."""
    first_headings: tuple[str, ...]
    """Texts of the h1."""
    second_headings: tuple[str, ...]
    """Texts of the first few h2, for pages whose h1 is a logo."""
    path: str = ""
    """The path of the page's address, which often has the words of its title."""
    is_shown: Callable[[str], bool] = _is_never_shown
    """Whether the page shows a text to its readers as a block of its own that is not a link."""
    find_headline: Callable[[], str | None] = _no_headline
    """The block that is the headline by its look and place. It takes the time of a prediction, so it is asked last."""


def choose_title(forms: TitleForms, site: Site) -> tuple[str, str] | None:
    """The source and the text of the title; None if the page has none."""
    heads = _Heads(forms.head)
    repeated = _repeated(forms, site, heads)
    if repeated:
        return "h1", repeated
    firsts = _first_headings(forms, site, heads)
    found = _alike(firsts, forms.path, heads) or _second(forms.second_headings, site, heads)
    if found:
        return found
    title = next(((head.source, text) for head in forms.head if (text := _head_title(head, site))), None)
    # A page with one h1 shows its readers another headline than search engines get. That is the headline, unless the
    # page shows the title of its head as well: then the h1 is that of a dialog or of a part of the site.
    is_only = len({letters(text) for text in firsts}) == 1 and len(_words(firsts[0])) >= ONLY_HEADING_WORDS
    if is_only and not (title and forms.is_shown(title[1])):
        return "h1", firsts[0]
    # A fragment of a page has no title, and its first line need not be one.
    headline = (forms.find_headline() if forms.head else None) or ""
    is_cut = any(len(text) > MAX_HEADING_CHARS and text.startswith(headline) for text in forms.first_headings)
    own = letters(headline)
    # A few words at the end of the head's title are the name of the site or of a part of it.
    is_site = site.is_called(headline) or (own in heads.ends and len(_words(headline)) <= MOST_SITE_WORDS)
    if own and not is_cut and not is_site:
        return "headline block", headline
    return title or next((("h1", text) for text in forms.first_headings if letters(text)), None)


def _repeated(forms: TitleForms, site: Site, heads: _Heads) -> str | None:
    """The first h1, if the head has the same text: no other could agree better. None if that needs a closer look."""
    for text in forms.first_headings:
        if text not in heads.texts or len(text) > MAX_HEADING_CHARS:
            return None
        own = letters(text)
        if own and own not in heads.ends and not site.is_called(text):
            return text
    return None


class _Heads:
    """The titles in the head, cut at their separators."""

    def __init__(self, heads: tuple[HeadTitle, ...]) -> None:
        self.texts = list(dict.fromkeys(head.text for head in heads))
        self.parts = list(map(pieces, self.texts))
        self.ends = {letters(parts[-1][1]) for parts in self.parts if len(parts) > 1}

    @cached_property
    def words(self) -> list[set[str]]:
        return [set(_words(text)) for text in self.texts]

    @cached_property
    def letters(self) -> list[str]:
        return list(map(letters, self.texts))

    def share(self, text: str) -> float:
        """The share of a text's words that one of the titles has; 1 if there is no title."""
        words = set(_words(text))
        return max((len(words & own) / len(words) for own in self.words if words), default=1.0)


def _head_title(head: HeadTitle, site: Site) -> str:
    title = without_site(head.text, site)
    if head.is_bare:
        return title
    # The part after a separator is a slogan or a section more often than a part of the title.
    title = pieces(title)[0][1].strip()
    preposition = _ON_SITE.search(title)
    return title[: preposition.start()] if preposition and site.is_called(preposition[1]) else title


def _first_headings(forms: TitleForms, site: Site, heads: _Heads) -> list[str]:
    """The texts of the h1 that may be the title."""
    found = []
    for heading in forms.first_headings:
        if len(heading) > MAX_HEADING_CHARS:
            continue
        # A heading that the head repeats to the letter is the title with all of its parts.
        text = heading if letters(heading) in heads.letters else without_site(heading, site)
        own = letters(text)
        # The end of a title is the site, or a part of it; so is a heading with the same words.
        if own and own not in heads.ends and not (heads.texts and site.is_called(text)):
            found.append(text)
    return found


def _alike(firsts: list[str], path: str, heads: _Heads) -> tuple[str, str] | None:
    """The h1 with which the head or the address agrees."""
    text = max(firsts, key=heads.share, default="")
    if text and heads.share(text) >= ALIKE_SHARE:
        return "h1", text
    # A heading that the address repeats is the title, whatever the head has for search engines.
    in_path = set(_words(path)) if firsts else set()
    named = [text for text in firsts if len(words := set(_words(text))) >= PATH_WORDS and words <= in_path]
    return ("h1", named[0]) if named else None


def _second(headings: tuple[str, ...], site: Site, heads: _Heads) -> tuple[str, str] | None:
    """The h2 that begins one of the head's titles, or is a part of one between separators."""
    if not headings:
        return None
    starts = {letters(parts[0][1]) for parts in heads.parts}
    # The last part is the site's name, unless the first one is.
    inner = {
        letters(text) for parts in heads.parts for _, text in (parts[1:] if site.is_called(parts[0][1]) else parts[:-1])
    }
    for heading in headings:
        own = letters(heading)
        if own in starts:
            return "h2", heading
        is_inner = own in inner and len(_words(heading)) > 1
        begins = len(own) >= MIN_START_LETTERS and any(title.startswith(own) for title in heads.letters)
        if (is_inner or begins) and not site.is_called(heading):
            return "h2", heading
    return None
