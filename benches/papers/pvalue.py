"""The P value's tables 1 to 3 on the nearest corpora: extraction beside CTD, and the judgement whether there is a text.

The paper's 262 news pages ("Chaos") are not public. L3S-GN1 has 621 news pages. The judgement is measured on
wcxb_train, articles against listings and collections (`benches.judgement`).
"""

from typing import Any

import numpy as np

from benches import judgement
from benches.papers.pages import gold_pages, kept_text
from benches.papers.records import keep_record
from maintext.evaluate.metrics.all_above import AllAbove
from maintext.evaluate.metrics.bag_of_words import BagOfWords
from maintext.evaluate.metrics.pair import Pair
from maintext.extractors.by import get_extractor
from maintext.extractors.papers import pvalue

CORPORA = ("gn1", "cleaneval_final", "dragnet", "portal")
PRINTED = "+".join(pvalue.PRINTED)
METHODS = {
    "CTD": "ctd",
    "P value": "pvalue",
    "removed=PRINTED": f"pvalue:removed={PRINTED}",
    "strips_attributes=true": "pvalue:strips_attributes=true",
    "keeps_frames=false": "pvalue:keeps_frames=false",
    "bare_tags=true": "pvalue:bare_tags=true",
    "counts_spaces=true": "pvalue:counts_spaces=true",
    "AUTHORS": "pvalue:strips_attributes=true,keeps_frames=false",
    "PAPER": f"pvalue:removed={PRINTED},strips_attributes=true,keeps_frames=false,counts_spaces=true",
}


def extraction() -> dict[str, dict[str, dict[str, float]]]:
    """Precision, recall, F1 and the share of pages with all three above .95, of each reading on each corpus."""
    found: dict[str, dict[str, dict[str, float]]] = {}
    for corpus in CORPORA:
        pages = gold_pages(corpus)
        for label, by in METHODS.items():
            pairs = [Pair(kept_text(row.page, get_extractor(by)), row.gold) for row in pages]
            figures = BagOfWords().of_corpus([BagOfWords().of_page(pair) for pair in pairs])
            figures |= AllAbove().of_corpus([AllAbove().of_page(pair) for pair in pairs])
            found.setdefault(label, {})[corpus] = {name: round(100 * value, 2) for name, value in figures.items()}
    return found


def judged(rows: list[judgement.Judged]) -> dict[str, Any]:
    """Articles and other pages that each reading judges to have a main text."""
    is_article = np.array([row.kind == "article" for row in rows])
    table = np.array([row.values for row in rows])
    answers = {
        f"{name}, {pvalue.PAPER_THRESHOLD}": table[:, column] >= pvalue.PAPER_THRESHOLD
        for column, name in enumerate(judgement.READINGS)
    }
    answers["page_value, threshold of other domains"] = judgement.held_out(rows, table[:, -1])
    return {
        name: {
            "articles": [int((answer & is_article).sum()), int((~answer & is_article).sum())],
            "others": [int((answer & ~is_article).sum()), int((~answer & ~is_article).sum())],
            "accuracy": round(100 * float((answer == is_article).mean()), 2),
        }
        for name, answer in answers.items()
    }


def ranking(rows: list[judgement.Judged]) -> float:
    """The share of pairs, in per cent, in which an article has a larger page value than a page of another kind."""
    return round(100 * judgement.ranking(judgement.page_values(rows)), 1)


def main() -> None:
    rows = judgement.judged_pages()
    judgement.draw(rows)
    print(keep_record("pvalue", {"extraction": extraction(), "judgement": judged(rows), "ranking": ranking(rows)}))


if __name__ == "__main__":
    main()
