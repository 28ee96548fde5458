"""For Ray Data: a data set of pages -> a data set of results.

extract_dataset(ray.data.read_parquet("s3://bucket/pages")).write_parquet("s3://bucket/texts")

Each Ray worker has a guarded process for pages, so no page costs a task. This only maps pages to results: for matching,
duplicates, resuming and counting use `run_batch`.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from maintext.batch.adapters.tables import TableExtractor
from maintext.batch.stages.extraction import Extraction
from maintext.errors import MissingPackageError
from maintext.guard import GuardLimits

if TYPE_CHECKING:
    from ray.data import Dataset

PAGES_PER_TABLE = 256


def extract_dataset(
    dataset: Dataset,
    extraction: Extraction = Extraction(),
    limits: GuardLimits = GuardLimits(),
    n_workers: int | None = None,
) -> Dataset:
    """The results of a data set's pages. It needs a column html, and uses the other columns of `schema.PAGES`.

    `n_workers` is the number of Ray workers, each with one core; by default as many as this machine has cores.
    """
    try:
        from ray.data import ActorPoolStrategy
    except ImportError:
        raise MissingPackageError("ray", "ray") from None
    return dataset.map_batches(
        TableExtractor,
        fn_constructor_args=(extraction, limits),
        batch_format="pyarrow",
        batch_size=PAGES_PER_TABLE,
        compute=ActorPoolStrategy(size=n_workers or os.cpu_count() or 1),
        num_cpus=1,
    )
