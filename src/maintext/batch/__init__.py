"""Many pages -> their main content: WARC, HTML, JSONL or Parquet in, Parquet or JSON lines out.

    run_batch(inputs, output)           files on every core: resumable, damage contained, counts that add up
    extract_batch(batch)                pyarrow.RecordBatch -> pyarrow.RecordBatch: the kernel that every engine runs
    drop_shared_blocks(batch, shared)   removes the blocks that the pages of a site share
    extract_frame, extract_udf          Spark data frames and columns
    extract_dataset                     Ray Data
    extract_series(column)              pandas and Polars columns
    MaintextExtractor                   a datatrove step

Needs maintext[batch]. See docs/how-to/batch.md; `schema` describes the columns.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from maintext.batch.adapters.columns import MaintextExtractor, extract_column, extract_series
    from maintext.batch.adapters.ray_data import extract_dataset
    from maintext.batch.adapters.spark_frames import extract_frame, extract_udf
    from maintext.batch.adapters.tables import TableExtractor
    from maintext.batch.engines.embedded import EmbeddedEngine
    from maintext.batch.engines.spark import SparkEngine
    from maintext.batch.job import Settings
    from maintext.batch.outputs.fingerprints import fingerprint
    from maintext.batch.run import run_batch
    from maintext.batch.stages.extraction import Extraction
    from maintext.batch.stages.filters import Filters
    from maintext.batch.stages.kernel import GuardedKernel, extract_batch
    from maintext.batch.stages.matching import drop_shared_blocks

_HOME = {
    "EmbeddedEngine": "engines.embedded",
    "Extraction": "stages.extraction",
    "Filters": "stages.filters",
    "GuardedKernel": "stages.kernel",
    "MaintextExtractor": "adapters.columns",
    "Settings": "job",
    "SparkEngine": "engines.spark",
    "TableExtractor": "adapters.tables",
    "drop_shared_blocks": "stages.matching",
    "extract_batch": "stages.kernel",
    "extract_column": "adapters.columns",
    "extract_dataset": "adapters.ray_data",
    "extract_frame": "adapters.spark_frames",
    "extract_series": "adapters.columns",
    "extract_udf": "adapters.spark_frames",
    "fingerprint": "outputs.fingerprints",
    "run_batch": "run",
}

__all__ = [
    "EmbeddedEngine",
    "Extraction",
    "Filters",
    "GuardedKernel",
    "MaintextExtractor",
    "Settings",
    "SparkEngine",
    "TableExtractor",
    "drop_shared_blocks",
    "extract_batch",
    "extract_column",
    "extract_dataset",
    "extract_frame",
    "extract_series",
    "extract_udf",
    "fingerprint",
    "run_batch",
]


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module 'maintext.batch' has no attribute {name!r}")
    try:
        module = import_module(f"maintext.batch.{_HOME[name]}")
    except ModuleNotFoundError as error:
        from maintext.errors import MissingPackageError

        raise MissingPackageError(error.name or "pyarrow", "batch") from error
    value: object = getattr(module, name)
    globals()[name] = value
    return value
