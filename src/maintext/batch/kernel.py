"""RecordBatch of pages -> RecordBatch of results, a row a page: what every engine runs. No engine is imported here.

extract_batch(batch)       in this process
GuardedKernel()(batch)     in a process that a page may hang, crash or fill, see `maintext.guard`
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pyarrow as pa

from maintext.batch.extraction import VALUES, Extraction, task_options
from maintext.batch.places import page_number, site_of
from maintext.batch.schema import KEYS, PAGES, RESULTS
from maintext.errors import BatchError, MaintextError, PageFailedError
from maintext.guard import Guard, GuardLimits, Outcome

Shared = Mapping[str, bytes]
"""By site: the keys of the blocks that its pages share, as the bytes of 64-bit numbers."""


def extract_batch(
    batch: pa.RecordBatch, extraction: Extraction = Extraction(), shared: Shared | None = None
) -> pa.RecordBatch:
    """The main content of each page of a batch; columns in `schema.PAGES`, columns out `schema.RESULTS`.

    A page that can't be extracted is a row with an error. What would end this process does end it: see
    GuardedKernel.

    >>> batch = pa.RecordBatch.from_pydict({"html": [b"<p>Tea, and milk.", None], "url": ["https://a.example/", None]})
    >>> extract_batch(batch).select(["site", "text", "error"]).to_pydict()
    {'site': ['a.example', None], 'text': ['Tea, and milk.', None], 'error': [None, 'InputError: the row has no html']}
    """
    work = extraction.task()
    return _run(batch, extraction, shared or {}, lambda items: [_outcome(work, item) for item in items])


class GuardedKernel:
    """`extract_batch` with its pages in a guarded process."""

    def __init__(self, extraction: Extraction = Extraction(), limits: GuardLimits = GuardLimits()) -> None:
        self.extraction = extraction
        self.guard = Guard("maintext.batch.extraction:extraction_task", task_options(extraction), limits)

    def __call__(self, batch: pa.RecordBatch, shared: Shared | None = None) -> pa.RecordBatch:
        """The main content of each page of a batch."""
        return _run(batch, self.extraction, shared or {}, self.guard.run)

    def __enter__(self) -> GuardedKernel:
        return self

    def __exit__(self, *_: object) -> None:
        self.guard.close()


def _run(
    batch: pa.RecordBatch,
    extraction: Extraction,
    shared: Shared,
    run: Callable[[Sequence[Any]], list[Outcome]],
) -> pa.RecordBatch:
    given = _columns(batch)
    sites = [site_of(url) for url in given["url"]]
    rows = range(batch.num_rows)
    html = _buffers(batch.column("html"))
    errors = [
        error or (None if page is not None else "InputError: the row has no html")
        for error, page in zip(given["error"], html, strict=True)
    ]
    good = [row for row in rows if errors[row] is None]
    items = [(html[row], given["url"][row], given["content_type"][row], shared.get(sites[row] or "")) for row in good]
    values: list[tuple[Any, ...] | None] = [None] * len(rows)
    for row, outcome in zip(good, run(items), strict=True):
        values[row], errors[row] = outcome.value, outcome.told
    if extraction.only_keys:
        return _keys_batch(given, sites, values)
    return _results_batch(given, sites, values, errors)


def _columns(batch: pa.RecordBatch) -> dict[str, list[Any]]:
    """The columns besides the page itself; those that are missing are null."""
    names = batch.schema.names
    if "html" not in names:
        raise BatchError(f"the batch has no column html, but {', '.join(names)}")
    nulls: list[Any] = [None] * batch.num_rows
    return {name: batch.column(name).to_pylist() if name in names else nulls for name in PAGES.names if name != "html"}


def _buffers(column: pa.Array) -> list[Any]:
    """The pages without copying them; text is the exception."""
    if pa.types.is_string(column.type) or pa.types.is_large_string(column.type):
        return list(column.to_pylist())
    return [memoryview(scalar.as_buffer()) if scalar.is_valid else None for scalar in column]


def _keys_batch(
    given: dict[str, list[Any]], sites: list[str | None], values: list[tuple[Any, ...] | None]
) -> pa.RecordBatch:
    columns = {
        "site": sites,
        "url": given["url"],
        "page": list(map(page_number, given["source"], given["record"])),
        "keys": [value[0] if value else None for value in values],
    }
    keys = pa.RecordBatch.from_pydict(columns, KEYS)
    return keys.filter(keys.column("keys").is_valid())


def _results_batch(
    given: dict[str, list[Any]],
    sites: list[str | None],
    values: list[tuple[Any, ...] | None],
    errors: list[str | None],
) -> pa.RecordBatch:
    nothing = (None,) * len(VALUES)
    made = dict(zip(VALUES, zip(*(value or nothing for value in values), strict=True), strict=True)) if values else {}
    columns = {**given, **made, "site": sites, "error": errors}
    return pa.RecordBatch.from_arrays(
        [pa.array(columns.get(field.name, ()), field.type) for field in RESULTS], schema=RESULTS
    )


def _outcome(work: Callable[[Any], Any], item: Any) -> Outcome:
    try:
        return Outcome(work(item))
    except MaintextError as error:
        return Outcome(error=error)
    except Exception as error:
        # Extractors of one's own may raise anything; it is told in the row.
        return Outcome(error=PageFailedError(type(error).__name__, str(error)))
