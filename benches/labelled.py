"""Pages of the shared corpora with their gold text, and the bag-of-words score of a text against it."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import maintext
from maintext.corpus import open_corpus

WORD = re.compile(r"\w+")


class ParsedPage(NamedTuple):
    """A page, the text that people marked as its content, and what kind of page they found it to be."""

    name: str
    page: maintext.Page
    gold: str
    kind: str


class BagScores(NamedTuple):
    """Words as a multiset, in lower case."""

    precision: float
    recall: float
    f1: float


def parsed_pages(corpus: Path, every: int = 1) -> Iterator[ParsedPage]:
    """Every n-th page of a corpus."""
    for number, page in enumerate(open_corpus(corpus).pages()):
        if number % every == 0:
            yield ParsedPage(page.id, maintext.parse(page.html), page.gold, page.kind)


def bag_scores(text: str, gold: str) -> BagScores:
    """How well a text matches the gold text. Two empty texts match."""
    found, wanted = Counter(WORD.findall(text.lower())), Counter(WORD.findall(gold.lower()))
    n_found, n_wanted = found.total(), wanted.total()
    if not n_found and not n_wanted:
        return BagScores(1.0, 1.0, 1.0)
    n_common = (found & wanted).total()
    if not n_common:
        return BagScores(0.0, 0.0, 0.0)
    return BagScores(n_common / n_found, n_common / n_wanted, 2 * n_common / (n_found + n_wanted))
