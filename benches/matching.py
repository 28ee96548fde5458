"""Table 2 of the matching paper on our corpora: extraction from single pages against extraction from sites.

    single      the extractor alone
    paper       `match(documents, rule="paper")`: the paper's rule, with its minimum of two pages
    paper 3     the same with a minimum of three pages, as in the default rule
    extracted   `match(documents)`: the default rule
    shown       the same, counting all blocks that are shown

Precision, recall and F1 by length of text, the paper's metric, and F1 of bags of words; means over pages. `lost` is the
recall in points that the default rule loses, `lost own` the same without texts that three or more gold texts of the
site have: gold that includes its boilerplate.

    python -m benches.matching                              measure
    python -m benches.matching --record                     measure, write it to benches/record
    python -m benches.matching --table                      print the record as docs/algorithms/matching.md has it
    python -m benches.matching --pages blogs.wsj.com        every page of a site, as in the paper's Table 2
"""

import argparse
import zlib
from dataclasses import dataclass, field
from typing import Any, TypeAlias

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
FORMS = ("single", "paper", "paper 3", "extracted", "shown")
PAGES_OF, PAGES_BY = "blogs.wsj.com", "xpath-blocks"
"""The site of the table of pages, which has fourteen where the paper has fifteen, and the paper's own extractor."""
Mask: TypeAlias = NDArray[np.bool_]
Result: TypeAlias = dict[str, float]


@dataclass(frozen=True)
class Site:
    """The pages of a site with their documents by one extractor."""

    pages: list[SitePage]
    gold: list[Tokens]
    documents: list[Document]
    name: str = ""
    known: dict[tuple[int, bytes], tuple[Figures, Figures]] = field(default_factory=dict)
    """Figures that were measured already: forms often keep the same blocks."""

    @property
    def half(self) -> int:
        """0 or 1: half of the sites, the same ones in every run."""
        return zlib.crc32(self.name.encode()) & 1

    def kept(self, form: str) -> list[Mask]:
        """The mask of the kept blocks of each page."""
        matched = {
            "single": lambda: self.documents,
            "paper": lambda: match(self.documents, rule="paper"),
            "paper 3": lambda: match(self.documents, rule="paper", minimum=3),
            "extracted": lambda: match(self.documents),
            "shown": lambda: match(self.documents, counted="shown"),
        }
        return [document.keep for document in matched[form]()]

    def figures(self, number: int, mask: Mask) -> tuple[Figures, Figures]:
        """The figures by length and by words of a page with that mask."""
        key = (number, mask.tobytes())
        if key not in self.known:
            pair = Pair(Tokens("\n".join(self.documents[number].page.texts(mask))), self.gold[number])
            self.known[key] = TextLength().of_page(pair), BagOfWords().of_page(pair)
        return self.known[key]

    def lost(self, number: int, mask: Mask) -> float:
        """The recall by length that the mask loses; 0 for a page with an empty gold text."""
        single, kept = (self.figures(number, one)[0] for one in (self.documents[number].keep, mask))
        return single["recall"] - kept["recall"] if self.gold[number].marked else 0.0

    def boilerplate_of_gold(self, kept: list[Mask]) -> set[str]:
        """Texts that were dropped although three or more gold texts have them."""
        golds = [" ".join(page.gold.split()) for page in self.pages]
        pairs = zip(self.documents, kept, strict=True)
        dropped = {text for one, mask in pairs for text in one.page.texts(one.scores.keep & ~mask)}
        return {text for text in dropped if sum(text in gold for gold in golds) >= Rule.minimum}


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
    """The recall in points lost in either half of the sites, and on all sites but the one that loses most."""
    names = np.array([site.name for site in sites])
    worst = max(set(names.tolist()), key=lambda name: float(lost[names == name].sum()))
    halves = np.array([site.half for site in sites])
    masks = {"half_0": halves == 0, "half_1": halves == 1, "but_one_site": names != worst}
    return {f"lost_{name}_points": 100 * float(lost[mask].mean()) for name, mask in masks.items() if mask.any()}


def extracted_site(name: str, pages: list[SitePage], gold: list[Tokens], by: str) -> Site:
    extractor = get_extractor(by)
    return Site(pages, gold, [Document(page.page, by, extractor(page.page)) for page in pages], name)


def measure(corpus: str, names: list[str]) -> dict[str, object]:
    sites = sites_of(corpus)
    golds = {site: [Tokens(page.gold) for page in pages] for site, pages in sites.items()}
    results: dict[str, dict[str, Result]] = {}
    for name in names:
        extracted = [extracted_site(site, pages, golds[site], name) for site, pages in sites.items()]
        results[name] = {form: measured(extracted, form) for form in FORMS}
        print(row(corpus, name, results[name]), flush=True)
    return {"n_sites": len(sites), "n_pages": sum(map(len, sites.values())), "by": results}


def measure_pages(corpus: str, name: str, by: str) -> list[dict[str, object]]:
    """Precision, recall and F1 by length of every page of a site, alone, by the paper's rule and by ours."""
    pages = sites_of(corpus)[name]
    site = extracted_site(name, pages, [Tokens(page.gold) for page in pages], by)
    masks = {form: site.kept(form) for form in ("single", "paper", "extracted")}
    found: list[dict[str, object]] = []
    for number, page in enumerate(pages):
        figures = {form: site.figures(number, mask[number])[0] for form, mask in masks.items()}
        found.append({"page": page.id, **{form: {k: round(v, 4) for k, v in f.items()} for form, f in figures.items()}})
    return found


def pages_table(pages: list[dict[str, Any]]) -> str:
    """The table of pages, as docs/algorithms/matching.md has it, with the means in its last line."""
    measures = ("precision", "recall", "f1")
    head = ["page", *(f"{form} {name}" for form in ("single", "paper", "site") for name in ("P", "R", "F1"))]
    lines = [f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    rows = [[page[form][name] for form in ("single", "paper", "extracted") for name in measures] for page in pages]
    for page, values in zip(pages, rows, strict=True):
        lines.append(f"| {page['page']} | {' | '.join(f'{value:.3f}' for value in values)} |")
    means = [sum(column) / len(rows) for column in zip(*rows, strict=True)]
    return "\n".join([*lines, f"| mean | {' | '.join(f'{value:.3f}' for value in means)} |"])


def row(corpus: str, name: str, forms: dict[str, Result]) -> str:
    """A line of the table: P, R and F1 of single pages and of the default rule, then the other forms."""
    single, multiple = forms["single"], forms["extracted"]
    measures = ["length_precision", "length_recall", "length_f1"]
    cells = [f"{of_form[measure]:.3f}" for of_form in (single, multiple) for measure in measures]
    cells += [f"{forms[form]['length_f1']:.3f}" for form in ("paper", "paper 3", "shown")]
    cells += [f"{forms[form]['bag_f1']:.3f}" for form in ("single", "extracted", "shown")]
    cells += [f"{multiple['lost_points']:.1f} ({multiple['lost_own_points']:.1f})"]
    return f"| {corpus} | `{name}` | {' | '.join(cells)} |"


def to_table(results: dict[str, Any]) -> str:
    """The results, as docs/algorithms/matching.md has it."""
    head = ["corpus", "by", "single P", "R", "F1", "site P", "R", "F1", "paper F1", "paper 3 F1", "shown F1"]
    head += ["bag: single", "site", "shown", "lost (own)"]
    lines = [f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    for corpus, result in results.items():
        lines += [row(corpus, name, forms) for name, forms in result["by"].items()]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--by", default=",".join(DEFAULT_BY), help="extractors, separated by commas")
    parser.add_argument("--record", action="store_true", help="write the result to benches/record/")
    parser.add_argument("--table", action="store_true", help="only print the record")
    parser.add_argument("--pages", metavar="SITE", help="only print the pages of a site of the first corpus")
    parser.add_argument("corpora", nargs="*", default=["portal", "gn1", "dragnet", "wcxb_train"])
    arguments = parser.parse_args()
    if arguments.table:
        found = latest("matching")
        print(to_table(found["corpora"]), pages_table(found["pages"]), sep="\n\n")
    elif arguments.pages:
        by = arguments.by.split(",")[0]
        print(pages_table(measure_pages(arguments.corpora[0], arguments.pages, by)))
    else:
        results = {corpus: measure(corpus, arguments.by.split(",")) for corpus in arguments.corpora}
        if arguments.record:
            pages = measure_pages("portal", PAGES_OF, PAGES_BY)
            print(record("matching", {"corpora": results, "pages": pages}))


if __name__ == "__main__":
    main()
