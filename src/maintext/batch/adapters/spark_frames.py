"""For Spark pipelines of one's own: a frame of pages -> a frame of results, a column of pages -> a column of texts.

    frame.withColumn("text", extract_udf()("html"))      the text alone; null where there is none
    extract_frame(frame)                                  every column of the results, errors among them

Pages are extracted in a guarded process beside each of Spark's Python workers, so none of them costs a task. Spark
hands over 10,000 rows at a time unless told otherwise, which is much for pages:
spark.sql.execution.arrow.maxRecordsPerBatch.
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
    """A function of Spark columns: html, as text or bytes, to the main content."""
    try:
        from pyspark.sql.pandas.functions import arrow_udf
    except ImportError:
        raise MissingPackageError("pyspark 4.1", "spark") from None

    def texts(pages: Iterator[pa.Array]) -> Iterator[pa.Array]:
        batches = (pa.RecordBatch.from_arrays([array], ["html"]) for array in pages)
        for results in extract_batches(batches, extraction, limits):
            yield results.column("text")

    # Told by the types of its arguments, which Spark's own stub does not know of.
    return arrow_udf(texts, "string")  # type: ignore[call-overload]


def extract_frame(
    frame: DataFrame, extraction: Extraction = Extraction(), limits: GuardLimits = GuardLimits()
) -> DataFrame:
    """The results of a frame's pages. Of the columns of `schema.PAGES` only html is needed; others are left out."""
    try:
        from pyspark.sql.pandas.types import from_arrow_schema
    except ImportError:
        raise MissingPackageError("pyspark", "spark") from None
    # The remarks on columns are for readers of files.
    schema = from_arrow_schema(RESULTS.remove_metadata())
    return frame.mapInArrow(partial(extract_batches, extraction=extraction, limits=limits), schema)
