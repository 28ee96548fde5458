"""Pages of a corpus of the shared data, and how well an extractor does on it; skips the test if it is not there."""

from collections.abc import Iterator

import maintext
from maintext.corpus import open_corpus
from maintext.evaluate.metrics.bag_of_words import BagOfWords
from maintext.evaluate.metrics.pair import Pair
from maintext.extractors import Extractor
from tests.shared_data import shared


def f1_of(extractor: Extractor, corpus: str) -> float:
    """The mean bag-of-words F1 of its pages."""
    pages = open_corpus(shared("corpora", f"{corpus}.tar.xz")).pages()
    pairs = (Pair.of(maintext.extract(page.html, by=extractor).text, page.gold) for page in pages)
    return BagOfWords().of_corpus([BagOfWords().of_page(pair) for pair in pairs])["f1"]


def gn1_pages(every: int) -> Iterator[tuple[str, bytes]]:
    """Every so many-th page of L3S-GN1, by name."""
    for number, page in enumerate(open_corpus(shared("corpora", "gn1.tar.xz")).pages()):
        if number % every == 0:
            yield page.id, page.html
