"""Extractors on labelled pages -> on how many pages the tables and lists they touch have a hole, and how many headings
over kept text are lost.

    python -m benches.structures                            the default extractor on all training corpora
    python -m benches.structures --by model trafilatura --corpora wcxb_train --every 5
    python -m benches.structures --out-of-fold              the default extractor on pages that it was not trained on

The structures are read by another parser than ours (`structure_reader`). A table or list is touched if the text has at
least a third of its parts in their place. Lists in navigation and footers, and figures, are not read.

The shipped model was trained on these pages. Out of fold, it is trained shortly as in `benches.asides` (six minutes of
processor time), and each page is judged by trees that have not seen its site.
"""

import argparse
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

import maintext
from benches.asides import read_examples, short_plan
from benches.corpora import CORPORA
from benches.structure_reader import holes, read_structures, words_of
from maintext.corpus import LabelledPage, PageWithoutGold, open_corpus
from maintext.document import Document
from maintext.extractors.by import find_extractor
from maintext.extractors.registry import DEFAULT
from maintext.train.model.learn import Judge, learn

TRAINING = "wcxb_train newspaper_train fundus_train forums_train shops_train recipes_train chinese_train".split()
Extract = Callable[[LabelledPage], tuple[str, str]]
"""A page -> the extracted text, and the title that goes with it."""


class Tally:
    """Pages with touched structures and with holes, by kind; headings over kept text, and lost ones."""

    def __init__(self) -> None:
        self.touched: Counter[str] = Counter()
        self.with_hole: Counter[str] = Counter()

    def add(self, html: bytes, text: str, title: str) -> None:
        """Counts the structures of one page in the text of its extraction."""
        words, title_words = words_of(text), words_of(title)
        has_hole: dict[str, bool] = {}
        for structure in read_structures(html):
            found = holes(structure, words, title_words)
            if found is None:
                continue
            if structure.kind == "heading":
                self.touched["heading"] += 1
                self.with_hole["heading"] += bool(found)
            else:
                has_hole[structure.kind] = has_hole.get(structure.kind, False) or bool(found)
        self.touched.update(list(has_hole))
        self.with_hole.update(kind for kind, is_any in has_hole.items() if is_any)

    def __str__(self) -> str:
        def share(kind: str) -> str:
            touched, lost = self.touched[kind], self.with_hole[kind]
            return f"{lost:>5} of {touched:>6} ({lost / max(touched, 1):6.1%})"

        return f"tables {share('table')}   lists {share('list')}   headings {share('heading')}"


def _model(page: LabelledPage) -> tuple[str, str]:
    document = maintext.extract(page.html, url=page.url or None)
    return document.text, document.title or ""


def _trafilatura(page: LabelledPage) -> tuple[str, str]:
    import trafilatura

    found: Any = trafilatura.bare_extraction(page.html, url=page.url or None, include_comments=False)
    return (found.text or "", found.title or "") if found else ("", "")


def _rs_trafilatura(page: LabelledPage) -> tuple[str, str]:
    import rs_trafilatura

    found = rs_trafilatura.extract_bytes(page.html)
    return found.main_content or "", found.title or ""


EXTRACTORS: dict[str, Extract] = {"model": _model, "trafilatura": _trafilatura, "rs-trafilatura": _rs_trafilatura}


def _pages(corpus: str) -> Iterator[LabelledPage]:
    for entry in open_corpus(CORPORA / f"{corpus}.tar.xz").entries():
        if isinstance(entry, LabelledPage):
            yield entry
        elif isinstance(entry, PageWithoutGold):
            # It has structures all the same.
            yield entry.page


def out_of_fold(corpora: list[str], every: int) -> Tally:
    """The default extractor, of which each page sees the trees that were not trained on its site."""
    examples = read_examples(jobs=1)
    learned = learn(examples, short_plan(seed=1, jobs=1))
    judge, tally, extractor = Judge(learned.model.tables), Tally(), find_extractor(DEFAULT)
    found = zip(examples, learned.probabilities, learned.page_types, strict=True)
    wanted = [own for own in found if own[0].labelled.corpus in corpora]
    for example, probability, types in wanted[::every]:
        page = example.labelled
        # Not by `extract`: some pages get blocks from their data, which no training has seen.
        table = maintext.parse(page.html)
        keep = np.asarray(judge.kept(example, probability, types)[0], dtype=np.bool_)
        judged = Document(table, DEFAULT, replace(extractor(table), keep=keep), page.url or None)
        tally.add(page.html, judged.text, judged.title or "")
    return tally


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--by", nargs="+", choices=EXTRACTORS, default=["model"])
    parser.add_argument("--corpora", nargs="+", default=TRAINING)
    parser.add_argument("--every", type=int, default=1, help="every n-th page")
    parser.add_argument("--out-of-fold", action="store_true", help="the default extractor, trained shortly")
    arguments = parser.parse_args()
    if arguments.out_of_fold:
        print(f"{'out of fold':<15} {out_of_fold(arguments.corpora, arguments.every)}")
        return
    tallies = {name: Tally() for name in arguments.by}
    for corpus in arguments.corpora:
        for number, page in enumerate(_pages(corpus)):
            if number % arguments.every == 0:
                for name, tally in tallies.items():
                    tally.add(page.html, *EXTRACTORS[name](page))
    for name, tally in tallies.items():
        print(f"{name:<15} {tally}")


if __name__ == "__main__":
    main()
