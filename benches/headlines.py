"""How often `title` is the headline of a page, on the training pages: against labelled headlines (letter T) and titles.

A title counts as exact if its letters and digits are those of the gold, as in `maintext evaluate --metadata`.
`python -m benches.headlines [--misses] [--record]`; `--misses` prints the pages that differ.
"""

import argparse
import re
from collections.abc import Iterator
from typing import NamedTuple

import maintext
from benches.corpora import CORPORA, ROOT
from benches.measure import record
from maintext.corpus import open_corpus
from maintext.corpus.block_labels import align
from maintext.corpus.label_files import read_labels
from maintext.corpus.labelled import LabelledPage, PageWithoutGold
from maintext.errors import CorpusError
from maintext.metadata import read_metadata


class Judged(NamedTuple):
    """A page, its headline, and the title that was read."""

    group: str
    name: str
    gold: str
    title: str
    source: str

    @property
    def is_exact(self) -> bool:
        """Whether the letters and digits are the same."""
        return _letters(self.gold) == _letters(self.title)


def _letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", text.casefold())


def judged() -> Iterator[Judged]:
    """Every training page with a labelled headline, and every one whose data set has a title."""
    labels = read_labels(ROOT / "labels")
    for archive in sorted(CORPORA.glob("*_train.tar.xz")):
        corpus = open_corpus(archive)
        for entry in corpus.entries():
            found = entry.page if isinstance(entry, PageWithoutGold) else entry
            name = f"{entry.corpus}/{entry.id}"
            labelled = labels.get(name)
            if not isinstance(found, LabelledPage) or not (found.title or labelled):
                continue
            page = maintext.parse(found.html)
            metadata = read_metadata(page, found.url or (labelled.url if labelled else None))
            title = (metadata.title or "", metadata.sources.get("title", ""))
            if labelled:
                texts = page.texts()
                headline = " ".join(align(labelled.labels, texts).text(texts, "T").split())
                if headline:
                    yield Judged(f"{corpus.name}, labelled", name, headline, *title)
            if found.title:
                yield Judged(f"{corpus.name}, title of the data set", name, found.title, *title)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--misses", action="store_true")
    parser.add_argument("--record", action="store_true")
    arguments = parser.parse_args()
    groups: dict[str, list[Judged]] = {}
    for one in judged():
        groups.setdefault(one.group, []).append(one)
        if arguments.misses and not one.is_exact:
            print(f"{one.group} {one.name} ({one.source})\n    gold  {one.gold}\n    title {one.title}")
    if not groups:
        raise CorpusError("there are no corpora: set MAINTEXT_SHARED to the folder that holds corpora/*.tar.xz")
    figures = {
        group: {"pages": len(pages), "exact": sum(one.is_exact for one in pages)} for group, pages in groups.items()
    }
    labelled = [row for group, row in figures.items() if group.endswith("labelled")]
    figures["all labelled"] = {key: sum(row[key] for row in labelled) for key in ("pages", "exact")}
    for group, row in figures.items():
        print(f"{group:<50} {row['exact']:>5} of {row['pages']:>5} exact, {100 * row['exact'] / row['pages']:.1f} %")
    if arguments.record:
        print(record("headlines", {"headlines": figures}))


if __name__ == "__main__":
    main()
