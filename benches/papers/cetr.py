"""CETR's tables 1 to 4, figure 6 and the readings of its equations, on the nearest corpora.

Every word counts by its place (`aligned-words`), and F1 is the harmonic mean of mean precision and mean recall, as in
the paper. CleanEval is the paper's own corpus: 675 + 57 of its 741 English pages. L3S-GN1 is in the place of the Myriad
40, CleanPortalEval in that of the Big 5, and the pages of nytimes.com and bbc.co.uk are those of dragnet.
"""

from typing import Any

from benches.papers.pages import GoldPage, gold_pages, kept_text, measured, of_site
from benches.papers.records import keep_record
from maintext.evaluate.metrics.aligned_words import AlignedWords
from maintext.evaluate.metrics.bag_of_words import BagOfWords
from maintext.evaluate.metrics.pair import Pair
from maintext.extractors.baselines.lp import LargestPagelet, template_pagelets
from maintext.extractors.by import get_extractor
from maintext.extractors.papers.cetr import PAPER_TEXT, READINGS
from maintext.extractors.registry import EXTRACTORS

ROWS = {
    "FE": "fe",
    "KFE": "kfe",
    "BTE": "bte",
    "DSC": "dsc",
    "ADSC": "adsc",
    "LQ": "lqf",
    "LP": "lp",
    "CCB": "ccb",
    "MSS": "mss",
    "VIPS": "vips",
    "CETR-TM": "cetr-tm",
    "CETR-KM": "cetr-km",
    "CETR": "cetr",
    "TTR": "ttr",
}
"""The methods of Table 4, in its order, and our names for them; then CETR's ancestor, which the table leaves out."""
LP_OF_SITES = "LP, templates of the site"
FORMS = ("cetr-tm", "cetr-km", "cetr")
LAMBDAS = tuple(round(0.25 * step, 2) for step in range(9))
BAG_CORPORA = ("cleaneval_final", "gn1", "dragnet", "portal")


def corpora() -> dict[str, list[GoldPage]]:
    """The pages of each column of Table 4, by the name of the column."""
    dragnet = gold_pages("dragnet")
    return {
        "CleanEval-Eng": gold_pages("cleaneval_final", "cleaneval_dev"),
        "CleanEval-Zh": gold_pages("chinese_train"),
        "Myriad 40": gold_pages("gn1"),
        "Big 5": gold_pages("portal"),
        "NYTimes": of_site(dragnet, "nytimes.com"),
        "BBC": of_site(dragnet, "bbc.co.uk"),
    }


def methods(columns: dict[str, list[GoldPage]]) -> dict[str, dict[str, dict[str, float]]]:
    """Precision, recall and F1 of each method on each column, without those that need a browser."""
    found = {}
    for row, name in ROWS.items():
        if name in EXTRACTORS and name != "vips":
            extractor = get_extractor(name)
            found[row] = {column: measured(pages, extractor, AlignedWords()) for column, pages in columns.items()}
            print(row, {column: figures["f1_of_means"] for column, figures in found[row].items()}, flush=True)
    found[LP_OF_SITES] = {column: site_pagelets(pages) for column, pages in columns.items()}
    return found


def site_pagelets(pages: list[GoldPage]) -> dict[str, float]:
    """The figures of `lp` if it knows the templates of each site, as Bar-Yossef and Rajagopalan intended."""
    sites: dict[str, list[GoldPage]] = {}
    for row in pages:
        sites.setdefault(row.site, []).append(row)
    templates = {site: template_pagelets(row.page for row in rows) for site, rows in sites.items()}
    metric = AlignedWords()
    of_pages = [
        metric.of_page(Pair(kept_text(row.page, LargestPagelet(templates=templates[row.site])), row.gold))
        for row in pages
    ]
    return {name: round(100 * value, 2) for name, value in metric.of_corpus(of_pages).items()}


def thresholds(pages: list[GoldPage]) -> dict[str, dict[str, float]]:
    """Figure 6: precision and recall of `cetr-tm` by its lambda."""
    names = {f"{each:g}": f"cetr-tm:deviations={each}" for each in LAMBDAS}
    return {each: measured(pages, get_extractor(name), AlignedWords()) for each, name in names.items()}


def readings(pages: list[GoldPage]) -> dict[str, dict[str, float]]:
    """F1 of the three forms by each reading of the paper, all else as it is here."""
    taken: dict[str, str] = {"": "", **{f"as_printed={name}": f":as_printed={name}" for name in READINGS}}
    taken |= {f"least_share={share}": f":least_share={share}" for share in (0.01, 1.0)}
    taken["PAPER"] = f":as_printed={'+'.join(PAPER_TEXT)}"
    taken["PRINTED"] = f":as_printed={'+'.join(READINGS)}"
    return {
        label: {
            form: measured(pages, get_extractor(form + parameters), AlignedWords())["f1_of_means"] for form in FORMS
        }
        for label, parameters in taken.items()
    }


def main() -> None:
    columns = corpora()
    figures: dict[str, Any] = {
        "n_pages": {column: len(pages) for column, pages in columns.items()},
        "methods": methods(columns),
        "lambda": {name: thresholds(columns[name]) for name in ("NYTimes", "CleanEval-Eng")},
        "readings": {name: readings(columns[name]) for name in ("CleanEval-Eng", "Myriad 40", "CleanEval-Zh")},
        "bags": {
            corpus: {form: measured(gold_pages(corpus), get_extractor(form), BagOfWords()) for form in FORMS}
            for corpus in BAG_CORPORA
        },
    }
    print(keep_record("cetr", figures))


if __name__ == "__main__":
    main()
