"""python -m tests.batch.spark_driver MASTER: runs a batch for each line of its input, all in one Spark session."""

import json
import os
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from maintext.batch import Extraction, Filters, Settings, SparkEngine, run_batch
from maintext.batch.engines.protocol import Engine, Query, ShardDone
from maintext.batch.inputs.shards import Shard
from maintext.batch.job import Job
from maintext.errors import BatchError
from maintext.guard import GuardLimits

SETTINGS = Settings(
    Extraction("tests.batch.killers:Slow"),
    Filters(exact_duplicates=True, near_duplicates=True),
    matching={},
    limits=GuardLimits(max_seconds=0.5, max_bytes=2**30),
)
QUICK_JAVA = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
"""Most of what Spark takes for so little is compiling itself."""
SMALL = {
    "spark.driver.memory": "512m",
    "spark.driver.extraJavaOptions": QUICK_JAVA,
    "spark.executor.memory": "512m",
    "spark.executor.extraJavaOptions": QUICK_JAVA,
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.shuffle.partitions": "2",
    "spark.ui.enabled": "false",
}


@dataclass(frozen=True)
class Shuffled:
    """An engine that is given one shard after the other, in an order of chance."""

    engine: Engine

    def run_shards(
        self, job: Job, stage: str, shards: Sequence[Shard], on_progress: Callable[[], None]
    ) -> Iterator[ShardDone]:
        for shard in random.Random(7).sample(shards, len(shards)):
            yield from self.engine.run_shards(job, stage, [shard], on_progress)

    def run_query(self, job: Job, query: Query) -> None:
        self.engine.run_query(job, query)


def main() -> None:
    # Two of a cluster's four cores, so that two drivers can work at the same time.
    settings = {**SMALL, "spark.executorEnv.MAINTEXT_DRIVER": os.environ["MAINTEXT_TEST"]}
    engine = SparkEngine(sys.argv[1], n_jobs=2, settings=tuple(settings.items()))
    for line in sys.stdin:
        order = json.loads(line)
        chosen = Shuffled(engine) if order["is_shuffled"] else engine
        try:
            summary = run_batch([order["inputs"]], order["output"], SETTINGS, chosen)
        except BatchError as error:
            print(f"BatchError: {error}", flush=True)
        else:
            print(summary.total.n_rows, flush=True)


if __name__ == "__main__":
    main()
