"""Corpora -> the labelled pages that come nearest to those of a paper."""

from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

import maintext
from benches.corpora import CORPORA
from maintext.corpus import open_corpus
from maintext.evaluate.metrics.figures import Figures, Metric
from maintext.evaluate.metrics.pair import Pair, Tokens
from maintext.extractors import Extractor
from maintext.train.sites import site_of


class GoldPage(NamedTuple):
    """A parsed page, its gold text as tokens, the site it is from, and what kind of page it is."""

    id: str
    page: maintext.Page
    gold: Tokens
    site: str
    kind: str


def gold_pages(*corpora: str) -> list[GoldPage]:
    """The pages of some corpora."""
    return list(chain.from_iterable(map(_read, corpora)))


def _read(corpus: str) -> Iterator[GoldPage]:
    for row in open_corpus(CORPORA / f"{corpus}.tar.xz").pages():
        page = maintext.parse(row.html)
        yield GoldPage(f"{corpus}/{row.id}", page, Tokens(row.gold), site_of(row, page.head.canonical), row.kind)


def of_site(pages: list[GoldPage], domain: str) -> list[GoldPage]:
    """The pages of a domain, its subdomains included."""
    return [row for row in pages if row.site == domain or row.site.endswith(f".{domain}")]


def measured(pages: list[GoldPage], extractor: Extractor, metric: Metric) -> Figures:
    """The figures of an extractor on some pages, as percentages with two decimals."""
    of_pages = [metric.of_page(Pair(kept_text(row.page, extractor), row.gold)) for row in pages]
    return {name: round(100 * value, 2) for name, value in metric.of_corpus(of_pages).items()}


def kept_text(page: maintext.Page, extractor: Extractor) -> Tokens:
    """The text that an extractor keeps of a page."""
    return Tokens("\n".join(page.texts(extractor(page).keep)))
