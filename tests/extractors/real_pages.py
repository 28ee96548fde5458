"""How well an extractor does on a corpus of the shared data; skips the test if it is not there."""

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
