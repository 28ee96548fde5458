"""Snippets: WCXB's second metric: of the snippets that belong to a page's main content, the share that was kept;
of those that don't, the share that was kept. White space and case are not compared.

A page without such snippets has the value NaN and is left out of the means.

>>> from maintext.evaluate.metrics.pair import Pair, Tokens
>>> kept = Tokens("A  fine text. Log in")
>>> Snippets().of_page(Pair(kept, Tokens(""), must_keep=("a fine text", "the end"), must_drop=("log in",)))
{'with': 0.5, 'without': 1.0}
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan, nan

from maintext.evaluate.metrics.figures import Figures
from maintext.evaluate.metrics.pair import Pair


@dataclass(frozen=True)
class Snippets:
    """Shares of the snippets that must and must not be kept."""

    def of_page(self, pair: Pair) -> Figures:
        """The shares of one page."""
        kept = squeezed(pair.kept.text)
        return {"with": _share(pair.must_keep, kept), "without": _share(pair.must_drop, kept)}

    def of_corpus(self, pages: Sequence[Figures]) -> Figures:
        """Means over the pages that have snippets."""
        return {name: _mean([page[name] for page in pages if not isnan(page[name])]) for name in pages[0]}


def squeezed(text: str) -> str:
    """The text in lower case, every run of white space one space."""
    return " ".join(text.lower().split())


def _share(snippets: tuple[str, ...], kept: str) -> float:
    return sum(squeezed(snippet) in kept for snippet in snippets) / len(snippets) if snippets else nan


def _mean(values: list[float]) -> float:
    return sum(values) / len(values) if values else nan
