"""Arrow tables of pages -> Arrow tables of results, for Ray Data and Spark's `mapInArrow`. Imports no engine."""

from __future__ import annotations

import weakref
from collections.abc import Iterable, Iterator

import pyarrow as pa

from maintext.batch.inputs.page_rows import BATCH_ROWS
from maintext.batch.schema import RESULTS
from maintext.batch.stages.extraction import Extraction
from maintext.batch.stages.kernel import GuardedKernel
from maintext.guard import GuardLimits


def extract_batches(
    batches: Iterable[pa.RecordBatch], extraction: Extraction = Extraction(), limits: GuardLimits = GuardLimits()
) -> Iterator[pa.RecordBatch]:
    """The results of each page, in batches of a few pages, however large the input batches are."""
    with GuardedKernel(extraction, limits) as kernel:
        yield from _results(kernel, batches)


def _results(kernel: GuardedKernel, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    for batch in batches:
        for start in range(0, batch.num_rows, BATCH_ROWS):
            yield kernel(batch.slice(start, BATCH_ROWS))


class TableExtractor:
    """A step that each worker makes once and calls on each of its tables.

    >>> pages = pa.table({"html": ["<p>Tea, and milk.", "<p>Coffee, black."]})
    >>> TableExtractor()(pages).column("text").to_pylist()
    ['Tea, and milk.', 'Coffee, black.']
    """

    def __init__(self, extraction: Extraction = Extraction(), limits: GuardLimits = GuardLimits()) -> None:
        # One process for all tables; it starts with the first page.
        self.kernel = GuardedKernel(extraction, limits)
        weakref.finalize(self, self.kernel.guard.close)

    def __call__(self, table: pa.Table) -> pa.Table:
        """The results of a table's pages. It needs a column html, and uses the other columns of `schema.PAGES`."""
        return pa.Table.from_batches(_results(self.kernel, table.to_batches()), RESULTS)

    def __reduce__(self) -> tuple[type[TableExtractor], tuple[Extraction, GuardLimits]]:
        # A process can't be pickled; the copy starts its own.
        return TableExtractor, (self.kernel.extraction, self.kernel.guard.limits)
