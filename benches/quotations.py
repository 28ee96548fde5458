"""The danger of matching, measured: an article that three other pages of its site quote in full.

On every site with enough pages the first article of some length is copied, tags and all, into the middle of the
text of three other pages. How much of it is still there after matching, on all four pages? With the paper's rule
nothing may be left: it is on three pages. `--record` writes benches/record/.
"""

import argparse
from dataclasses import dataclass

import numpy as np

import maintext
from benches.measure import record
from benches.sites import SitePage, sites_of
from maintext.document import Document
from maintext.extractors import Extractor
from maintext.extractors.by import get_extractor
from maintext.shared_blocks import Rule, match

N_QUOTING = 3
LEAST_PAGES = 14
"""Four pages of fewer are more than the share up to which prose counts as quoted."""
LEAST_CHARS = 800


@dataclass(frozen=True)
class Quoted:
    """A site some pages of which quote another."""

    pages: list[maintext.Page]
    with_article: list[int]
    """The numbers of the pages that have the article."""
    article: frozenset[str]
    """The texts of its blocks."""

    def n_chars(self, documents: list[Document]) -> int:
        """Characters of the article in the documents of the pages that have it."""
        kept = (text for number in self.with_article for text in documents[number].page.texts(documents[number].keep))
        return sum(len(text) for text in kept if text in self.article)


def quoted(pages: list[SitePage], extractor: Extractor) -> Quoted | None:
    """The site with quotations; None if it has no article that is long enough."""
    articles = ((number, _article_blocks(source, extractor)) for number, source in enumerate(pages))
    long = ((number, rows) for number, rows in articles if pages[number].page.blocks.chars[rows].sum() >= LEAST_CHARS)
    number, rows = next(long, (None, []))
    if number is None:
        return None
    source = pages[number].page
    html = _source_of(source, rows)
    changed = [one.page for one in pages]
    quoting = [other for other in range(len(pages)) if other != number][:N_QUOTING]
    for other in quoting:
        changed[other] = _inserted(changed[other], html, extractor)
    texts = source.texts()
    return Quoted(changed, [number, *quoting], frozenset(texts[row] for row in rows))


def _article_blocks(source: SitePage, extractor: Extractor) -> list[int]:
    """Blocks that were extracted, and rightly so."""
    gold = " ".join(source.gold.split())
    texts = source.page.texts()
    return [row for row in np.flatnonzero(extractor(source.page).keep).tolist() if texts[row] in gold]


def _source_of(page: maintext.Page, rows: list[int]) -> bytes:
    elements = sorted({int(page.blocks.element[row]) for row in rows})
    spans = [(int(page.elements.start[row]), int(page.elements.stop[row])) for row in elements]
    # An element around others is left out: its HTML would bring theirs a second time.
    inner = [span for span in spans if not any(span[0] < other[0] and other[1] <= span[1] for other in spans)]
    return b"".join(page.source[start:stop] for start, stop in inner)


def _inserted(page: maintext.Page, html: bytes, extractor: Extractor) -> maintext.Page:
    kept = np.flatnonzero(extractor(page).keep)
    middle = int(page.blocks.element[kept[len(kept) // 2]]) if len(kept) else 0
    place = int(page.elements.stop[middle])
    return maintext.parse(page.source[:place] + html + page.source[place:])


def measure(corpus: str, name: str) -> dict[str, float]:
    extractor = get_extractor(name)
    sites = [pages for pages in sites_of(corpus).values() if len(pages) >= LEAST_PAGES]
    found = [site for pages in sites if (site := quoted(pages, extractor)) is not None]
    n_before, n_after, n_paper = 0, 0, 0
    for site in found:
        documents = [Document(page, name, extractor(page)) for page in site.pages]
        n_before += site.n_chars(documents)
        n_after += site.n_chars(match(documents))
        n_paper += site.n_chars(match(documents, Rule(prose=Rule.threshold)))
    shares = {"kept": n_after / n_before, "kept_without_quotations": n_paper / n_before}
    return {"n_sites": len(found), "n_chars": n_before, **{share: round(value, 3) for share, value in shares.items()}}


def to_table(results: dict[str, dict[str, dict[str, float]]]) -> str:
    """The results, as docs/algorithms/matching.md has it."""
    lines = ["| corpus | by | sites | characters | without the rule | with it |", "|---|---|---|---|---|---|"]
    for corpus, by in results.items():
        for name, figures in by.items():
            cells = [figures["n_sites"], f"{figures['n_chars']:,}", figures["kept_without_quotations"], figures["kept"]]
            lines.append(f"| {corpus} | `{name}` | {' | '.join(map(str, cells))} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--by", default="xpath-blocks,cetr,econ,model", help="extractors, separated by commas")
    parser.add_argument("--record", action="store_true", help="write the result to benches/record/")
    parser.add_argument("corpora", nargs="*", default=["portal", "gn1", "dragnet"])
    arguments = parser.parse_args()
    results: dict[str, dict[str, dict[str, float]]] = {}
    for corpus in arguments.corpora:
        for name in arguments.by.split(","):
            results.setdefault(corpus, {})[name] = measure(corpus, name)
            print(corpus, name, results[corpus][name], flush=True)
    if arguments.record:
        print(record("quotations", {"corpora": results}))


if __name__ == "__main__":
    main()
