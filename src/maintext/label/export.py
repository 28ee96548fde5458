"""Labelled pages -> a corpus: those that are done in the browser, or those that have label files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from maintext.corpus import BrokenPage, LabelledPage
from maintext.corpus.block_labels import BlockLabels
from maintext.corpus.label_files import LabelledBlocks
from maintext.corpus.relabelled import with_labels
from maintext.errors import LabelError
from maintext.label.corpus_folder import CorpusPage, write_corpus
from maintext.label.desk import Desk, OpenPage
from maintext.label.named_pages import NamedPage
from maintext.page.parsing import parse


def export(desk: Desk, target: Path) -> int:
    """Writes the pages that are done, and returns how many there are."""
    done = [row["id"] for row in desk.listing() if row["is_done"]]
    if not done:
        raise LabelError(f"none of {len(desk.pages):,} pages is done")
    return write_corpus(target, (_done_page(desk, page_id) for page_id in sorted(done)))


def export_labels(
    pages: Iterable[NamedPage],
    labels: Mapping[str, LabelledBlocks],
    target: Path,
    on_problem: Callable[[str], None],
) -> int:
    """Writes the pages that have labels, and returns how many there are. The letters stay with the gold text."""
    return write_corpus(target, _labelled_pages(pages, labels, on_problem))


def _done_page(desk: Desk, page_id: str) -> CorpusPage:
    return CorpusPage(page_id, desk.pages[page_id].read_bytes(), _record(desk.open(page_id)))


def _record(opened: OpenPage) -> dict[str, Any]:
    head, letters = opened.page.head, "".join(opened.labels.letters)
    return {
        "gold": "\n\n".join(opened.page.texts(np.array(opened.labels.keep, dtype=np.bool_))),
        "kind": opened.labels.page_type,
        "url": head.canonical if (head.canonical or "").startswith(("http://", "https://")) else None,
        "title": head.title,
        "labels": {
            "letters": letters,
            "hashes": "".join(BlockLabels.of(letters, opened.page.texts()).hashes),
        },
    }


def _labelled_pages(
    pages: Iterable[NamedPage], labels: Mapping[str, LabelledBlocks], on_problem: Callable[[str], None]
) -> Iterator[CorpusPage]:
    ids: set[str] = set()
    for page in pages:
        found = labels.get(page.name)
        if found is None:
            continue
        entry = with_labels(LabelledPage(page.source, page.id, page.html, ""), found.labels)
        if isinstance(entry, BrokenPage):
            on_problem(str(entry))
            continue
        # Two sources may have pages of one name.
        id_ = page.name if page.id in ids else page.id
        ids.add(id_)
        yield CorpusPage(id_, page.html, _labelled_record(entry, found))
    if not ids:
        raise LabelError(f"none of the pages is among the {len(labels):,} labelled ones")


def _labelled_record(page: LabelledPage, found: LabelledBlocks) -> dict[str, Any]:
    return {
        "gold": page.gold,
        "kind": found.kind,
        "url": found.url,
        "title": parse(page.html).head.title,
        "labels": {"letters": found.labels.letters, "hashes": "".join(found.labels.hashes)},
    }
