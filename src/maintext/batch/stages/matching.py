"""Pages with their kept blocks -> results without the blocks that their sites share. No page is extracted again.

A row of `schema.MATCHABLE` holds what the matching rule needs, so the text is joined from the remaining blocks.
Markdown that loses blocks is rendered again from the row's html, in a guarded process.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from maintext.batch.schema import RESULTS
from maintext.batch.stages.extraction import Extraction, rendering_task
from maintext.batch.stages.kernel import run_item, token_counts
from maintext.document import all_shared
from maintext.guard import Guard, GuardLimits, Outcome
from maintext.shared_blocks.keys import BlockKeys
from maintext.shared_blocks.matching import is_dropped
from maintext.shared_blocks.spared_blocks import BlockPositions

Shared = Mapping[str, bytes]
"""By site: the keys of the blocks that its pages share, as the bytes of 64-bit integers."""
Run = Callable[[Sequence[Any]], list[Outcome]]

RENDERING = "maintext.batch.stages.extraction:rendering_task"


def drop_shared_blocks(batch: pa.RecordBatch, shared: Shared, extraction: Extraction = Extraction()) -> pa.RecordBatch:
    """Drops shared blocks from pages; columns in `schema.MATCHABLE`, columns out `schema.RESULTS`.

    >>> from maintext.batch.stages.kernel import extract_batch
    >>> pages = {"url": [f"https://a.example/{n}" for n in (1, 2)], "html": [f"<p>Page {n}.<p>Share!" for n in (1, 2)]}
    >>> extraction = Extraction("all", for_matching=True)
    >>> kept = extract_batch(pa.RecordBatch.from_pydict(pages), extraction)
    >>> one, other = kept.column("keys").to_pylist()
    >>> shared = {"a.example": np.array(sorted({*one} & {*other}), dtype=np.int64).tobytes()}
    >>> drop_shared_blocks(kept, shared, extraction).column("text").to_pylist()
    ['Page 1.', 'Page 2.']
    """
    work = rendering_task()
    return _drop(batch, shared, extraction, lambda items: [run_item(work, item) for item in items])


class GuardedMatcher:
    """`drop_shared_blocks` with rendering in a guarded process."""

    def __init__(self, extraction: Extraction = Extraction(), limits: GuardLimits = GuardLimits()) -> None:
        self.extraction = extraction
        self.guard = Guard(RENDERING, limits=limits)

    def __call__(self, batch: pa.RecordBatch, shared: Shared) -> pa.RecordBatch:
        """Drops shared blocks from pages."""
        return _drop(batch, shared, self.extraction, self.guard.run)

    def __enter__(self) -> GuardedMatcher:
        return self

    def __exit__(self, *_: object) -> None:
        self.guard.close()


@dataclass
class _Columns:
    """The columns of the results that dropping blocks may change."""

    text: list[str | None]
    empty_reason: list[str | None]
    has_main_text: list[bool | None]
    blocks: list[list[dict[str, Any]] | None]
    error: list[str | None]


def _drop(batch: pa.RecordBatch, shared: Shared, extraction: Extraction, run: Run) -> pa.RecordBatch:
    columns = _Columns(**{name: batch.column(name).to_pylist() for name in _Columns.__dataclass_fields__})
    keep_masks = _keep_masks(batch, shared)
    texts = batch.column("kept_text").to_pylist()
    has_confidence = batch.column("confidence").is_valid().to_pylist()
    for row, keep in enumerate(keep_masks):
        if keep is None:
            continue
        if texts[row] is not None:
            columns.text[row] = "\n\n".join(text for text, is_kept in zip(texts[row], keep, strict=True) if is_kept)
        if not has_confidence[row]:
            columns.has_main_text[row] = bool(keep.any())
        if len(keep) and not keep.any():
            columns.empty_reason[row] = all_shared(len(keep), extraction.name)
        blocks = (block for block in columns.blocks[row] or () if block["is_kept"])
        for block, is_kept in zip(blocks, keep.tolist(), strict=False):
            block["is_kept"] = is_kept
    if extraction.output_format == "markdown":
        _render(batch, keep_masks, columns, run)
    changed = {name: pa.array(values, RESULTS.field(name).type) for name, values in vars(columns).items()}
    changed["token_count"] = token_counts(columns.text)
    return pa.RecordBatch.from_arrays([changed.get(name, batch.column(name)) for name in RESULTS.names], schema=RESULTS)


def _keep_masks(batch: pa.RecordBatch, shared: Shared) -> list[NDArray[np.bool_] | None]:
    """For each page, whether each of its extracted blocks stays. None for a page that failed."""
    exact, template, prose_chars = (_Lists(batch.column(name)) for name in ("exact", "template", "prose_chars"))
    rows, places, is_text = (_Lists(batch.column(name)) for name in ("kept_row", "place", "is_text"))
    is_good = batch.column("keys").is_valid().to_pylist()
    found: list[NDArray[np.bool_] | None] = []
    for row, site in enumerate(batch.column("site").to_pylist()):
        keys = BlockKeys(exact[row], template[row], prose_chars[row])
        positions = BlockPositions(rows[row], places[row], is_text[row])
        of_site = np.frombuffer(shared.get(site or "", b""), dtype=np.int64)
        found.append(~is_dropped(keys, positions, of_site) if is_good[row] else None)
    return found


class _Lists:
    """A column of lists of numbers, as arrays."""

    def __init__(self, column: pa.ListArray) -> None:
        self.stops, self.values = column.offsets.to_numpy(), column.values.to_numpy(zero_copy_only=False)

    def __getitem__(self, row: int) -> NDArray[Any]:
        return np.asarray(self.values[self.stops[row] : self.stops[row + 1]])


def _render(batch: pa.RecordBatch, keep_masks: list[NDArray[np.bool_] | None], columns: _Columns, run: Run) -> None:
    """Renders the pages again that lost blocks."""
    changed = [row for row, keep in enumerate(keep_masks) if keep is not None and not keep.all()]
    html, urls = batch.column("html"), batch.column("url").to_pylist()
    content_types = batch.column("content_type").to_pylist()
    rows_of = _Lists(batch.column("kept_row"))
    items = [
        (memoryview(html[row].as_buffer()), urls[row], content_types[row], rows_of[row][keep_masks[row]].tobytes())
        for row in changed
    ]
    for row, outcome in zip(changed, run(items), strict=True):
        columns.text[row], columns.error[row] = outcome.value, outcome.error_text
