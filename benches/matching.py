"""The table of the matching paper, remade: extraction from single pages against extraction from sites.

    single      what the extractor kept
    paper       without texts that were extracted from 3 % of the site's pages and from three: nothing else
    extracted   `maintext.shared_blocks.match`
    shown       the same, counting all blocks that are shown

Precision, recall and F1 by length of text, the paper's metric, and F1 of bags of words; means over pages.
`lost` are points of recall lost to matching, `lost own` those without texts that three or more gold texts of the
site have: gold that shares its boilerplate. `--record` writes benches/record/, `--table` prints the
record as docs/algorithms/matching.md has it.
"""

import argparse
import zlib
from collections import Counter
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from benches.measure import latest, record
from benches.sites import SitePage, sites_of
from maintext.document import Document
from maintext.evaluate.metrics.bag_of_words import BagOfWords
from maintext.evaluate.metrics.figures import Figures
from maintext.evaluate.metrics.pair import Pair, Tokens
from maintext.evaluate.metrics.text_length import TextLength
from maintext.extractors.by import get_extractor
from maintext.extractors.registry import EXTRACTORS
from maintext.shared_blocks import Rule, match

DEFAULT_BY = [
    name for name in ("xpath-blocks", "cetr", "cetr-tm", "pvalue", "econ", "model", "all") if name in EXTRACTORS
]
FORMS = ("single", "paper", "extracted", "shown")
Mask: TypeAlias = NDArray[np.bool_]
Result: TypeAlias = dict[str, float]


@dataclass(frozen=True)
class Site:
    """The pages of a site, and what an extractor made of them."""

    pages: list[SitePage]
    gold: list[Tokens]
    documents: list[Document]
    name: str = ""
    known: dict[tuple[int, bytes], tuple[Figures, Figures]] = field(default_factory=dict)
    """What was measured already: forms often keep the same."""

    @property
    def half(self) -> int:
        """0 or 1: half of the sites, the same ones every time."""
        return zlib.crc32(self.name.encode()) & 1

    def kept(self, form: str) -> list[Mask]:
        """What is kept of each page."""
        if form == "single":
            return [document.keep for document in self.documents]
        if form == "paper":
            return papers_rule(self.documents)
        counted = "shown" if form == "shown" else "extracted"
        return [document.keep for document in match(self.documents, counted=counted)]  # type: ignore[arg-type]

    def figures(self, number: int, mask: Mask) -> tuple[Figures, Figures]:
        """By length and by words, of a page of which so much is kept."""
        key = (number, mask.tobytes())
        if key not in self.known:
            pair = Pair(Tokens("\n".join(self.documents[number].page.texts(mask))), self.gold[number])
            self.known[key] = TextLength().of_page(pair), BagOfWords().of_page(pair)
        return self.known[key]

    def lost(self, number: int, mask: Mask) -> float:
        """Recall that is lost by length; a page with an empty gold text has lost nothing."""
        single, kept = (self.figures(number, one)[0] for one in (self.documents[number].keep, mask))
        return single["recall"] - kept["recall"] if self.gold[number].marked else 0.0

    def boilerplate_of_gold(self, kept: list[Mask]) -> set[str]:
        """Texts that were dropped, though three or more gold texts have them."""
        golds = [" ".join(page.gold.split()) for page in self.pages]
        pairs = zip(self.documents, kept, strict=True)
        dropped = {text for one, mask in pairs for text in one.page.texts(one.scores.keep & ~mask)}
        return {text for text in dropped if sum(text in gold for gold in golds) >= Rule.minimum}


def papers_rule(documents: list[Document]) -> list[Mask]:
    """The rule to the letter, with the minimum of three pages, over hashes of texts."""
    counts = Counter(key for one in documents for key in set(one.page.blocks.hash[one.keep].tolist()))
    shared = [key for key, n_with in counts.items() if n_with >= max(3, 0.03 * len(documents))]
    keys = np.array(shared, dtype=np.uint64)
    return [one.keep & ~np.isin(one.page.blocks.hash, keys) for one in documents]


def measured(sites: list[Site], form: str) -> Result:
    lengths, bags, lost, lost_own, losers = [], [], [], [], []
    for site in sites:
        kept = site.kept(form)
        boilerplate = site.boilerplate_of_gold(kept)
        for number, (document, mask) in enumerate(zip(site.documents, kept, strict=True)):
            of_lengths, of_bags = site.figures(number, mask)
            lengths.append(of_lengths)
            bags.append(of_bags)
            own = mask.copy()
            dropped = np.flatnonzero(document.keep & ~mask)
            own[dropped] = [text in boilerplate for text in document.page.texts(document.keep & ~mask)]
            lost.append(site.lost(number, mask))
            lost_own.append(site.lost(number, own))
            losers.append(site)
    figures = {f"length_{name}": value for name, value in TextLength().of_corpus(lengths).items()}
    figures |= {f"bag_{name}": value for name, value in BagOfWords().of_corpus(bags).items()}
    figures |= {"lost_points": 100 * float(np.mean(lost)), "lost_own_points": 100 * float(np.mean(lost_own))}
    figures |= lost_by_site(np.array(lost), losers)
    return {name: round(value, 4) for name, value in figures.items()}


def lost_by_site(lost: NDArray[np.float64], sites: list[Site]) -> Result:
    """Points of recall lost in either half of the sites, and on all sites but the one that loses most."""
    names = np.array([site.name for site in sites])
    worst = max(set(names.tolist()), key=lambda name: float(lost[names == name].sum()))
    halves = np.array([site.half for site in sites])
    masks = {"half_0": halves == 0, "half_1": halves == 1, "but_one_site": names != worst}
    return {f"lost_{name}_points": 100 * float(lost[mask].mean()) for name, mask in masks.items() if mask.any()}


def measure(corpus: str, names: list[str]) -> dict[str, object]:
    by_name = sites_of(corpus)
    sites = list(by_name.values())
    golds = [[Tokens(page.gold) for page in pages] for pages in sites]
    results: dict[str, dict[str, Result]] = {}
    for name in names:
        extractor = get_extractor(name)
        made = [[Document(page.page, name, extractor(page.page)) for page in pages] for pages in sites]
        extracted = [Site(*row) for row in zip(sites, golds, made, by_name, strict=True)]
        results[name] = {form: measured(extracted, form) for form in FORMS}
        print(row(corpus, name, results[name]), flush=True)
    return {"n_sites": len(sites), "n_pages": sum(map(len, sites)), "by": results}


def row(corpus: str, name: str, forms: dict[str, Result]) -> str:
    """A line of the table: P, R and F1 of single pages and of matching, then the other forms."""
    single, multiple = forms["single"], forms["extracted"]
    measures = ["length_precision", "length_recall", "length_f1"]
    cells = [f"{of_form[measure]:.3f}" for of_form in (single, multiple) for measure in measures]
    cells += [f"{forms[form]['length_f1']:.3f}" for form in ("paper", "shown")]
    cells += [f"{forms[form]['bag_f1']:.3f}" for form in ("single", "extracted", "shown")]
    cells += [f"{multiple['lost_points']:.1f} ({multiple['lost_own_points']:.1f})"]
    return f"| {corpus} | `{name}` | {' | '.join(cells)} |"


def to_table(results: dict[str, dict[str, object]]) -> str:
    """The results, as docs/algorithms/matching.md has it."""
    head = ["corpus", "by", "single P", "R", "F1", "site P", "R", "F1", "paper F1", "shown F1"]
    head += ["bag: single", "site", "shown", "lost (own)"]
    lines = [f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    for corpus, result in results.items():
        by: dict[str, dict[str, Result]] = result["by"]  # type: ignore[assignment]
        lines += [row(corpus, name, forms) for name, forms in by.items()]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--by", default=",".join(DEFAULT_BY), help="extractors, parted by commas")
    parser.add_argument("--record", action="store_true", help="write the result to benches/record/")
    parser.add_argument("--table", action="store_true", help="only print the record")
    parser.add_argument("corpora", nargs="*", default=["portal", "gn1", "dragnet", "wcxb_train"])
    arguments = parser.parse_args()
    if arguments.table:
        print(to_table(latest("matching")["corpora"]))
        return
    results = {corpus: measure(corpus, arguments.by.split(",")) for corpus in arguments.corpora}
    if arguments.record:
        print(record("matching", {"corpora": results}))


if __name__ == "__main__":
    main()
