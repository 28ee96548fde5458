"""On the sites of CleanPortalEval matching gains what it should, and loses next to nothing."""

from collections import Counter
from functools import lru_cache

import numpy as np
import pytest

from benches.matching import Site, measured, pages_table, to_table
from benches.matching_docs import with_counts
from benches.measure import latest
from benches.quotations import LEAST_PAGES, quoted
from benches.quotations import to_table as quotations_table
from benches.sites import SitePage, sites_of
from maintext.document import Document
from maintext.evaluate.metrics.pair import Tokens
from maintext.extractors.by import get_extractor
from maintext.shared_blocks import SiteCounts, match
from maintext.shared_blocks.rule import find_rule
from tests.shared_data import ROOT, shared


@lru_cache(1)
def portal() -> dict[str, list[SitePage]]:
    shared("corpora", "portal.tar.xz")
    return sites_of("portal")


def extracted(name: str) -> list[Site]:
    extractor = get_extractor(name)
    return [
        Site(
            pages,
            [Tokens(page.gold) for page in pages],
            [Document(page.page, name, extractor(page.page)) for page in pages],
        )
        for pages in portal().values()
    ]


def test_the_sites_are_found() -> None:
    n_pages = {site: len(pages) for site, pages in portal().items()}
    assert n_pages == {"bbc.co.uk": 11, "blogs.wsj.com": 14, "tv.msnbc.com": 30, "washingtonpost.com": 15}


@pytest.mark.parametrize("by", ["xpath-blocks", "cetr", "model", "all"])
@pytest.mark.parametrize("minimum", [2, 3])
def test_the_papers_rule_is_a_counter_over_hashes_of_texts(by: str, minimum: int) -> None:
    for site in extracted(by):
        counts = Counter(key for one in site.documents for key in set(one.page.blocks.hash[one.keep].tolist()))
        least = max(minimum, 0.03 * len(site.documents))
        shared = np.array([key for key, n_with in counts.items() if n_with >= least], dtype=np.uint64)
        matched = match(site.documents, rule="paper", minimum=minimum)
        for one, document in zip(site.documents, matched, strict=True):
            assert np.array_equal(document.keep, one.keep & ~np.isin(one.page.blocks.hash, shared))
        with SiteCounts(rule=find_rule("paper", minimum=minimum)) as stored:
            stored.add_all(site.documents)
            assert [stored.match(one).text for one in site.documents] == [document.text for document in matched]


@pytest.mark.parametrize(
    ("name", "least_f1", "least_gain"),
    [("xpath-blocks", 0.91, 0.01), ("cetr", 0.89, 0.07), ("cetr-tm", 0.88, 0.07), ("pvalue", 0.875, 0.005)],
)
def test_matching_gains_precision_and_keeps_recall(name: str, least_f1: float, least_gain: float) -> None:
    sites = extracted(name)
    single, multiple = measured(sites, "single"), measured(sites, "extracted")
    assert multiple["bag_f1"] >= least_f1
    assert multiple["bag_f1"] - single["bag_f1"] >= least_gain
    assert multiple["length_f1"] > single["length_f1"]
    assert multiple["lost_points"] <= 0.5


def test_the_learned_extractor_with_matching_is_the_best_of_all() -> None:
    learned = measured(extracted("model"), "extracted")
    assert learned["lost_points"] <= 0.5
    for name in ("xpath-blocks", "cetr", "pvalue"):
        other = measured(extracted(name), "extracted")
        assert learned["bag_f1"] > other["bag_f1"]
        assert learned["length_f1"] > other["length_f1"]


def test_an_article_that_three_pages_quote_is_kept() -> None:
    extractor = get_extractor("econ")
    sites = [quoted(pages, extractor) for pages in portal().values() if len(pages) >= LEAST_PAGES]
    n_before = n_after = 0
    for site in sites:
        assert site is not None
        documents = [Document(page, "econ", extractor(page)) for page in site.pages]
        n_before += site.n_chars(documents)
        n_after += site.n_chars(match(documents))
    assert n_before > 10_000
    assert n_after / n_before >= 0.8


def test_the_tables_of_the_docs_are_those_of_the_records() -> None:
    text = (ROOT / "docs" / "algorithms" / "matching.md").read_text(encoding="utf-8")
    record = latest("matching")
    assert to_table(record["corpora"]) in text
    assert pages_table(record["pages"]) in text
    assert quotations_table(latest("quotations")["corpora"]) in text
    assert with_counts(text, record["corpora"]) == text
