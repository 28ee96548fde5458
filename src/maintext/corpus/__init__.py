"""Data sets -> labelled pages. One module per layout in which data sets are published."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path

from maintext.corpus.cleaneval import CleanEval
from maintext.corpus.dragnet import Dragnet
from maintext.corpus.gn1 import GoogleNews
from maintext.corpus.gold_text import readable_gold
from maintext.corpus.ground_truth import GroundTruth
from maintext.corpus.jsonl import JsonlFolder, JsonlTar
from maintext.corpus.label_files import LabelledBlocks
from maintext.corpus.labelled import BrokenPage, Entry, Fingerprint, LabelledPage, PageWithoutGold, fingerprint
from maintext.corpus.layout import Layout
from maintext.corpus.portal import CleanPortalEval
from maintext.corpus.relabelled import relabel
from maintext.corpus.wcxb import Wcxb
from maintext.errors import CorpusError, did_you_mean

__all__ = [
    "LAYOUTS",
    "BrokenPage",
    "Corpus",
    "Entry",
    "Fingerprint",
    "LabelledPage",
    "PageWithoutGold",
    "fingerprint",
    "open_corpus",
]

LAYOUTS: dict[str, Layout] = {
    "jsonl-tar": JsonlTar(),
    "jsonl": JsonlFolder(),
    "ground-truth": GroundTruth(),
    "wcxb": Wcxb(),
    "cleaneval": CleanEval(),
    "portal": CleanPortalEval(),
    "dragnet": Dragnet(),
    "gn1": GoogleNews(),
}
"""The reader of every layout by its name. `open_corpus` takes the first one that fits."""


@dataclass(frozen=True)
class Corpus:
    """A data set and its layout."""

    name: str
    path: Path
    layout: str
    """A name of LAYOUTS."""
    labels: Mapping[str, LabelledBlocks] = field(default_factory=dict)
    """Labels of blocks by the page's name (`corpus/id`): they replace the gold text of these pages."""
    only_labelled: bool = False
    """Whether pages that have no such labels are left out."""

    def __len__(self) -> int:
        """About how many pages it has, broken ones included."""
        if self.only_labelled:
            return len(self.labels)
        return LAYOUTS[self.layout].count(self.path)

    def with_labels(self, labels: Mapping[str, LabelledBlocks], *, only_labelled: bool = False) -> Corpus:
        """The same pages, with labels of blocks in place of the gold text where there are such labels."""
        own = {name: found for name, found in labels.items() if found.corpus == self.name}
        if only_labelled and not own:
            raise CorpusError(f"none of {len(labels):,} labelled pages is of {self.name}")
        return replace(self, labels=own, only_labelled=only_labelled)

    def entries(self) -> Iterator[Entry]:
        """Every page, whole or broken."""
        read = LAYOUTS[self.layout].read(self.path, self.name)
        entries = (readable_gold(entry) if isinstance(entry, LabelledPage) else entry for entry in read)
        return relabel(entries, self.labels, only_labelled=self.only_labelled) if self.labels else entries

    def pages(self, broken: list[BrokenPage] | None = None, limit: int | None = None) -> Iterator[LabelledPage]:
        """The pages that can be read; broken ones are appended to the list. Without a list they raise CorpusError."""
        return islice(self._whole(broken), limit)

    def _whole(self, broken: list[BrokenPage] | None) -> Iterator[LabelledPage]:
        for entry in self.entries():
            if isinstance(entry, LabelledPage):
                yield entry
            elif broken is None:
                raise CorpusError(f"a broken page, {entry}")
            else:
                # Without the page itself, which a page without gold carries along: lists of them are kept and written.
                broken.append(BrokenPage(entry.corpus, entry.id, entry.reason))


def open_corpus(path: str | Path, layout: str | None = None) -> Corpus:
    """The data set at a path; its layout is detected unless it is named."""
    path = Path(path)
    if not path.exists():
        raise CorpusError(f"no corpus at {path}: no such file or folder")
    if layout is not None and layout not in LAYOUTS:
        suggestion = did_you_mean(layout, LAYOUTS)
        raise CorpusError(f"unknown corpus layout {layout!r}{suggestion}; available: {', '.join(LAYOUTS)}")
    for name in [layout] if layout else LAYOUTS:
        if LAYOUTS[name].fits(path):
            whole_name = path.resolve().name
            stem = whole_name.split(".tar")[0].removesuffix(".tgz")
            return Corpus(stem if path.is_file() else whole_name, path, name)
    raise CorpusError(f"{path} is not a corpus: it has none of the layouts {layout or ', '.join(LAYOUTS)}")
