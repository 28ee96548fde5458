"""The matching paper's tables on sites of CleanPortalEval and L3S-GN1: alone, by its rule with 2 and 3 pages, by ours.

Table 1 is arithmetic and is repeated with the metric `text-length`. Table 2 is measured by the paper's own extractor,
`xpath-blocks`. The other corpora and extractors are in docs/algorithms/matching.md (`make matching`).
"""

from typing import Any

from benches.matching import FORMS, PAGES_BY, PAGES_OF, extracted_site, measure_pages
from benches.matching import measured as measured_sites
from benches.papers.records import keep_record
from benches.papers.report.printed import MATCHING_TABLE_1
from benches.sites import sites_of
from maintext.evaluate.metrics.pair import Pair, Tokens
from maintext.evaluate.metrics.text_length import TextLength

CORPORA = ("portal", "gn1")


def example(n_extracted: int, n_expected: int) -> dict[str, float]:
    """Precision, recall and F1 of a text of so many words of one length that has all expected words."""
    kept = " ".join(f"w{number:04}" for number in range(n_extracted))
    gold = " ".join(f"w{number:04}" for number in range(n_expected))
    figures = TextLength().of_page(Pair(Tokens(kept), Tokens(gold)))
    return {name: round(100 * value, 2) for name, value in figures.items()}


def rules(corpus: str) -> dict[str, Any]:
    """The means over all sites of three or more pages, by each rule."""
    sites = sites_of(corpus)
    extracted = [
        extracted_site(name, pages, [Tokens(page.gold) for page in pages], PAGES_BY) for name, pages in sites.items()
    ]
    found: dict[str, Any] = {"n_sites": len(sites), "n_pages": sum(map(len, sites.values()))}
    for form in FORMS:
        figures = measured_sites(extracted, form)
        found[form] = {name: round(100 * figures[f"length_{name}"], 2) for name in ("precision", "recall", "f1")}
    return found


def main() -> None:
    figures = {
        "examples": {name: example(*row[:2]) for name, row in MATCHING_TABLE_1.items()},
        "pages": measure_pages("portal", PAGES_OF, PAGES_BY),
        "rules": {corpus: rules(corpus) for corpus in CORPORA},
    }
    print(keep_record("matching", figures))


if __name__ == "__main__":
    main()
