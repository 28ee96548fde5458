"""For Ray Data: a data set of pages -> a data set of results. It only maps; `run_batch` does the rest.

extract_dataset(ray.data.read_parquet("s3://bucket/pages")).write_parquet("s3://bucket/texts")

Pages are extracted in a guarded process beside each of Ray's workers, so none of them costs a task. Matching,
duplicates, resuming and counting are not here: they are what `maintext batch` is for.
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
    """The results of a data set's pages. Of the columns of `schema.PAGES` only html is needed; others are left out.

    `n_workers` is how many of Ray's workers do it, of a core each; as many as this machine has cores if not given.
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
