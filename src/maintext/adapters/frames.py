"""pandas, Polars and DuckDB: a column of HTML -> a column of texts. Needs maintext[batch].

Every page runs in a guarded process; one that fails gives null.
"""

from __future__ import annotations

from typing import Any

from maintext.batch.adapters.columns import extract_column, extract_series
from maintext.batch.stages.extraction import Extraction
from maintext.errors import OptionError
from maintext.extractors.registry import DEFAULT


def with_text(frame: Any, html: str = "html", *, text: str = "text", by: str = DEFAULT, format: str = "text") -> Any:  # noqa: A002 - the word of every other door
    """A pandas or Polars frame with one more column: the main content of the pages in the column `html`."""
    if html not in frame.columns:
        raise OptionError(f"the frame has no column {html!r}; its columns are {', '.join(map(str, frame.columns))}")
    texts = extract_series(frame[html], by, format)
    if hasattr(frame, "with_columns"):
        return frame.with_columns(texts.alias(text))
    return frame.assign(**{text: texts})


def add_to_duckdb(connection: Any, name: str = "maintext", *, by: str = DEFAULT, format: str = "text") -> None:  # noqa: A002
    """Adds an SQL function of one page to a DuckDB connection: `SELECT maintext(html) FROM pages`."""
    import pyarrow as pa
    from duckdb.sqltypes import VARCHAR

    extraction = Extraction(by, format, with_metadata=False)

    def texts(pages: Any) -> Any:
        return pa.array(list(extract_column(pages.to_pylist(), extraction)), pa.string())

    connection.create_function(name, texts, [VARCHAR], VARCHAR, type="arrow", null_handling="special")
