"""(pages of a data set, labels of their blocks) -> pages whose gold text is what the labels call content."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from maintext.corpus.block_labels import AlignedLabels, BlockLabels, align
from maintext.corpus.label_files import LabelledBlocks
from maintext.corpus.labelled import BrokenPage, Entry, LabelledPage, PageWithoutGold
from maintext.errors import InputError
from maintext.page.parsing import parse

_LEAST_SHARE = 0.5
"""Of letters that must find their block: with fewer, the labels are those of another page."""


def relabel(
    entries: Iterable[Entry], labels: Mapping[str, LabelledBlocks], *, only_labelled: bool = False
) -> Iterator[Entry]:
    """Every page with its labels, where there are labels; the others as they are, or not at all."""
    for entry in entries:
        found = labels.get(f"{entry.corpus}/{entry.id}")
        if found is not None and isinstance(entry, LabelledPage | PageWithoutGold):
            page = entry.page if isinstance(entry, PageWithoutGold) else replace(entry, published_gold=entry.gold)
            yield with_labels(replace(page, kind=found.kind or page.kind), found.labels)
        elif found is not None or not only_labelled:
            yield entry


def with_labels(page: LabelledPage, labels: BlockLabels) -> Entry:
    """The page with a letter per block, and with the text of its content blocks as gold."""
    try:
        texts = parse(page.html).texts()
    except InputError as error:
        return BrokenPage(page.corpus, page.id, f"the page can't be read: {error}")
    aligned = align(labels, texts)
    if aligned.share < _LEAST_SHARE:
        reason = f"only {aligned.n_aligned:,} of {aligned.n_letters:,} letters fit its blocks"
        return BrokenPage(page.corpus, page.id, reason)
    return replace(page, gold=aligned.text(texts), labels=aligned)


def alignment_summary(labels: Iterable[AlignedLabels | None]) -> str:
    """How many pages have labels of their blocks, and how many of their letters fit today's page table."""
    found = [one for one in labels if one is not None]
    n_letters, n_aligned = sum(one.n_letters for one in found), sum(one.n_aligned for one in found)
    share = n_aligned / n_letters if n_letters else 1.0
    return f"{len(found):,} pages with labels of their blocks; {share:.2%} of {n_letters:,} letters aligned"
