"""Docstrings -> docstrings whose doctests are fenced code, so that the site shows them as such. Griffe calls it."""

from __future__ import annotations

import re
from typing import Any

import griffe

_DOCTEST = re.compile(r"(?:^>>> .*\n?)(?:^(?!\s*$).*\n?)*", re.MULTILINE)


class FencedDoctests(griffe.Extension):
    """Puts every doctest of a docstring into a fenced block."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Rewrites the docstring of a module, class, function or attribute."""
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)


def fenced(docstring: str) -> str:
    r"""The docstring with its doctests in fences.

    >>> print(fenced("Adds.\n\n>>> 1 + 1\n2").replace("`", "'"))
    Adds.
    <BLANKLINE>
    '''pycon
    >>> 1 + 1
    2
    '''
    """
    return _DOCTEST.sub(lambda found: f"```pycon\n{found[0].rstrip()}\n```\n", docstring).rstrip("\n")
