"""For your own Spark pipelines: a data frame of pages -> one of results, a column of pages -> a column of texts.

    frame.withColumn("text", extract_udf()("html"))      only the text; null for a page that fails
    extract_frame(frame)                                  every column of the results, with errors

Each Python worker has a guarded process for pages, so no page costs a task. By default Spark passes 10,000 rows at a
time to Python, which is too many for pages: lower spark.sql.execution.arrow.maxRecordsPerBatch.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from maintext.batch.adapters.tables import extract_batches
from maintext.batch.schema import RESULTS
from maintext.batch.stages.extraction import Extraction
from maintext.errors import MissingPackageError
from maintext.guard import GuardLimits

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

TEXT_ALONE = Extraction(with_metadata=False)


def extract_udf(extraction: Extraction = TEXT_ALONE, limits: GuardLimits = GuardLimits()) -> Any:
    """A Spark function from a column of html, as text or bytes, to a column of main content."""
    try:
        from pyspark.sql.pandas.functions import arrow_udf
    except ImportError:
        raise MissingPackageError("pyspark 4.1", "spark") from None

    def texts(pages: Iterator[pa.Array]) -> Iterator[pa.Array]:
        batches = (pa.RecordBatch.from_arrays([array], ["html"]) for array in pages)
        for results in extract_batches(batches, extraction, limits):
            yield results.column("text")

    # Spark chooses the kind of function by these type hints; its own stub lacks that overload.
    return arrow_udf(texts, "string")  # type: ignore[call-overload]


def extract_frame(
    frame: DataFrame, extraction: Extraction = Extraction(), limits: GuardLimits = GuardLimits()
) -> DataFrame:
    """The results of a data frame's pages. It needs a column html, and uses the other columns of `schema.PAGES`."""
    try:
        from pyspark.sql.pandas.types import from_arrow_schema
    except ImportError:
        raise MissingPackageError("pyspark", "spark") from None
    # Spark does not take the descriptions of columns.
    schema = from_arrow_schema(RESULTS.remove_metadata())
    return frame.mapInArrow(partial(extract_batches, extraction=extraction, limits=limits), schema)
