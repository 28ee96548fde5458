"""Pages of the shared corpora with their gold text, and the bag-of-words score of a text against it."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import maintext
from maintext.corpus import open_corpus
from maintext.evaluate.metrics.bag_of_words import BagOfWords
from maintext.evaluate.metrics.pair import Pair


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
    return BagScores(**BagOfWords().of_page(Pair.of(text, gold)))
