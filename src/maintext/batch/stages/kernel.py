"""RecordBatch of pages -> RecordBatch of results, one row per page: what every engine runs. Imports no engine.

extract_batch(batch)       in this process
GuardedKernel()(batch)     in a guarded process, for pages that may hang or crash it, see `maintext.guard`
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from maintext.batch.inputs.page_rows import PageBatch, page_batch
from maintext.batch.schema import MATCHABLE, RESULTS
from maintext.batch.stages.extraction import KEPT, VALUES, Extraction, task_options
from maintext.batch.stages.page_identity import page_hash, page_id, site_name
from maintext.document.parts.tokens import estimate_tokens
from maintext.errors import MaintextError, PageFailedError
from maintext.guard import Guard, GuardLimits, Outcome

Values = list["tuple[Any, ...] | None"]
"""The values of each page; None if it failed."""
_NOT_STORABLE = (pa.ArrowException, OverflowError, TypeError, ValueError)


def extract_batch(batch: pa.RecordBatch | PageBatch, extraction: Extraction = Extraction()) -> pa.RecordBatch:
    """The main content of each page of a batch; columns in `schema.PAGES`, columns out `schema.RESULTS`.

    A page that raises an error becomes a row with that error. A page that crashes the process does crash it: see
    GuardedKernel.

    >>> batch = pa.RecordBatch.from_pydict({"html": [b"<p>Tea, and milk.", None], "url": ["https://a.example/", None]})
    >>> extract_batch(batch).select(["site", "text", "error"]).to_pydict()
    {'site': ['a.example', None], 'text': ['Tea, and milk.', None], 'error': [None, 'InputError: the row has no html']}
    """
    work = extraction.task()
    return _run(batch, extraction, lambda items: [run_item(work, item) for item in items])


class GuardedKernel:
    """`extract_batch` in a guarded process."""

    def __init__(self, extraction: Extraction = Extraction(), limits: GuardLimits = GuardLimits()) -> None:
        self.extraction = extraction
        self.guard = Guard("maintext.batch.stages.extraction:extraction_task", task_options(extraction), limits)

    def __call__(self, batch: pa.RecordBatch | PageBatch) -> pa.RecordBatch:
        """The main content of each page of a batch."""
        return _run(batch, self.extraction, self.guard.run)

    def __enter__(self) -> GuardedKernel:
        return self

    def __exit__(self, *_: object) -> None:
        self.guard.close()


def _run(
    batch: pa.RecordBatch | PageBatch, extraction: Extraction, run: Callable[[Sequence[Any]], list[Outcome]]
) -> pa.RecordBatch:
    pages = batch if isinstance(batch, PageBatch) else page_batch(batch)
    html, errors = pages.html, list(pages.values["error"])
    good = [row for row, page in enumerate(html) if page is not None and errors[row] is None]
    urls, content_types, signals = (pages.values[name] for name in ("url", "content_type", "signals"))
    items = [(html[row], urls[row], content_types[row], signals[row]) for row in good]
    values: list[tuple[Any, ...] | None] = [None] * len(html)
    for row, outcome in zip(good, run(items), strict=True):
        values[row], errors[row] = outcome.value, outcome.error_text
    for row, page in enumerate(html):
        if page is None and errors[row] is None:
            errors[row] = "InputError: the row has no html"
    results = _results(pages, values, errors)
    if not extraction.for_matching:
        return pa.RecordBatch.from_arrays(results, schema=RESULTS)
    # Markdown is rendered again when blocks are dropped.
    kept = _kept(pages, values, with_html=extraction.output_format == "markdown")
    return pa.RecordBatch.from_arrays([*results, *kept], schema=MATCHABLE)


def _results(pages: PageBatch, values: Values, errors: list[str | None]) -> list[pa.Array]:
    try:
        extracted = _extracted(values)
    except _NOT_STORABLE:
        # A value that Arrow can't hold, such as half a surrogate pair in a title, must not cost the other rows.
        for row, value in enumerate(values):
            reason = _why_not_storable(value)
            if reason is not None:
                values[row], errors[row] = None, f"PageFailedError: can't store the results: {reason}"
        extracted = _extracted(values)
    columns = {
        **pages.arrays,
        **extracted,
        "id": _ids(pages),
        "site": pa.array(map(site_name, pages.values["url"]), pa.string()),
        "token_count": token_counts(value[0] if value else None for value in values),
        "error": pa.array(errors, pa.string()),
    }
    return [columns[field.name] for field in RESULTS]


def _ids(pages: PageBatch) -> pa.Array:
    columns = (pages.values[name] for name in ("id", "warc_record_id", "source", "record"))
    return pa.array(map(page_id, *columns), pa.string())


def token_counts(texts: Iterable[str | None]) -> pa.Array:
    """About how many tokens each text has; null for null."""
    return pa.array([None if text is None else estimate_tokens(text) for text in texts], pa.int64())


def _extracted(values: Values) -> dict[str, pa.Array]:
    nulls = (None,) * len(VALUES)
    columns = zip(*(value or nulls for value in values), strict=False) if values else ((),) * len(VALUES)
    return {name: _column(column, kind) for (name, kind), column in zip(_KINDS.items(), columns, strict=False)}


_KINDS = {name: RESULTS.field(name).type for name in VALUES}


def _column(values: Sequence[Any], kind: pa.DataType) -> pa.Array:
    # Half of the columns are for shapes, blocks and chunks, which few runs request.
    return pa.nulls(len(values), kind) if values.count(None) == len(values) else pa.array(values, kind)


def _why_not_storable(value: tuple[Any, ...] | None) -> str | None:
    try:
        _extracted([value])
    except _NOT_STORABLE as error:
        return ascii(str(error))
    return None


def _kept(pages: PageBatch, values: Values, *, with_html: bool) -> list[pa.Array]:
    """The columns that `schema.MATCHABLE` has beside the results."""
    html = [page.encode() if isinstance(page, str) else page for page in pages.html] if with_html else None
    # Text is stored as UTF-8 bytes, whatever encoding the page declares.
    is_text = with_html and any(isinstance(page, str) for page in pages.html)
    content_types = pa.array(["text/html; charset=utf-8"] * len(values)) if is_text else pages.arrays["content_type"]
    columns: dict[str, Any] = {
        name: [value[place] if value else None for value in values] for place, name in enumerate(KEPT, len(VALUES))
    }
    return [
        pa.array(map(page_hash, pages.values["source"], pages.values["record"]), pa.int64()),
        _lists(columns["keys"], np.int64),
        pa.array(columns["kept_text"], MATCHABLE.field("kept_text").type),
        _lists(columns["kept_row"], np.int32),
        _lists(columns["place"], np.int64),
        _lists(columns["is_text"], np.bool_),
        _lists(columns["exact"], np.int64),
        _lists(columns["template"], np.int64),
        _lists(columns["prose_chars"], np.int32),
        pa.nulls(len(values), pa.binary()) if html is None else pa.array(html, pa.binary()),
        content_types,
    ]


def _lists(rows: Iterable[bytes | None], kind: type[np.generic]) -> pa.Array:
    """Rows of numbers as bytes, or None -> a column of lists."""
    rows = list(rows)
    n_bytes = np.dtype(kind).itemsize
    stops = np.cumsum([0, *(len(row or b"") // n_bytes for row in rows)], dtype=np.int32)
    # Arrow marks a null list by a null offset.
    offsets = pa.array(stops, mask=np.array([*(row is None for row in rows), False]))
    return pa.ListArray.from_arrays(offsets, pa.array(np.frombuffer(b"".join(row or b"" for row in rows), kind)))


def run_item(work: Callable[[Any], Any], item: Any) -> Outcome:
    """The outcome of an item in this process."""
    try:
        return Outcome(work(item))
    except MaintextError as error:
        return Outcome(error=error)
    except Exception as error:
        # A user's extractor may raise anything; the row reports it.
        return Outcome(error=PageFailedError(type(error).__name__, str(error)))
