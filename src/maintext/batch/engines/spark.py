"""The Spark engine: one task per shard, queries by Spark SQL.

Executors run the same stages as the embedded engine's workers and write the same files under the same names, so either
engine can finish a job that the other started. The output is an object store, or a folder that the driver and all
executors see under the same path; so are inputs. maintext[spark] must be installed wherever an executor runs.

Spark repeats a task when its executor or machine is lost. It never sees what a page or file does: a task runs in a
guarded process, see `shard_process`, and a shard that fails is a result of the task, not a failure of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING
from uuid import uuid4

from maintext.batch.engines.protocol import Query, ShardDone
from maintext.batch.engines.shard_process import run_shard, start_shard_process
from maintext.batch.engines.spark_queries import run_spark_query
from maintext.batch.engines.spark_session import error_summary, open_session
from maintext.batch.inputs.shards import Shard
from maintext.batch.job import Job
from maintext.errors import BatchError

if TYPE_CHECKING:
    from pyspark import Accumulator, SparkContext
    from pyspark.sql import SparkSession

N_FAILURES = 4
"""Failures allowed per task, as on a cluster; Spark on one machine allows none by default."""
WAIT_SECONDS = 1.0

Answer = tuple[str, "str | None"]
"""The name of a shard, and its error."""


@dataclass(frozen=True)
class SparkEngine:
    """A Spark cluster, or Spark on this machine."""

    master: str = ""
    """The address of the cluster, such as spark://host:7077; empty for Spark on this machine."""
    n_jobs: int = 0
    """The most cores to use; 0 for all."""
    memory_limit: str = ""
    """Memory of the driver and of each executor, such as 4GB; empty for Spark's default."""
    settings: tuple[tuple[str, str], ...] = ()
    """Names and values of Spark's configuration."""

    def run_shards(
        self, job: Job, stage: str, shards: Sequence[Shard], on_progress: Callable[[], None]
    ) -> Iterator[ShardDone]:
        """Yields shards as they are done. The largest start first."""
        context = self._session().sparkContext
        by_name = {shard.name: shard for shard in sorted(shards, key=lambda shard: -shard.n_bytes)}
        group = f"maintext-{uuid4().hex}"
        answers = _accumulator(context)
        with ThreadPoolExecutor(1, thread_name_prefix="spark") as thread:
            task = partial(_task, job.store.address, str(job.store.scratch), stage, answers)
            run = partial(_run_tasks, context, group, list(by_name.values()), task)
            future = thread.submit(run)
            try:
                for name, error in _as_they_come(future, answers, on_progress):
                    yield ShardDone(by_name[name], error)
            finally:
                if not future.done():
                    context.cancelJobGroup(group)

    def run_query(self, job: Job, query: Query) -> None:
        """Writes the result of a query."""
        from py4j.protocol import Py4JError
        from pyspark.errors import PySparkException

        try:
            run_spark_query(self._session(), job.store, query)
        except (PySparkException, Py4JError) as error:
            raise BatchError(f"the Spark query for {query.name} failed: {error_summary(error)}") from error

    def _session(self) -> SparkSession:
        limits = {}
        if self.n_jobs:
            limits["spark.cores.max"] = str(self.n_jobs)
        if self.memory_limit:
            # Java writes 4g where we write 4GB.
            size = self.memory_limit.lower().removesuffix("b").removesuffix("i")
            limits |= {"spark.driver.memory": size, "spark.executor.memory": size}
        master = self.master or f"local[{self.n_jobs or '*'},{N_FAILURES}]"
        return open_session(master, {**limits, **dict(self.settings)})


def _task(
    output: str, scratch: str, stage: str, answers: Accumulator[list[Answer]], shards: Iterable[Shard]
) -> Iterator[Answer]:
    """The task of an executor. It reports each shard at once, and all of them again when the task ends."""
    with start_shard_process(output, scratch) as guard:
        for shard in shards:
            answer = (shard.name, run_shard(guard, stage, shard))
            answers.add([answer])
            yield answer


def _run_tasks(
    context: SparkContext, group: str, shards: list[Shard], task: Callable[[Iterable[Shard]], Iterator[Answer]]
) -> list[Answer]:
    from py4j.protocol import Py4JError
    from pyspark.errors import PySparkException

    context.setJobGroup(group, "maintext batch")
    try:
        return context.parallelize(shards, len(shards)).mapPartitions(task).collect()
    except (PySparkException, Py4JError) as error:
        raise BatchError(f"Spark gave up: {error_summary(error)}; run the same command again to resume") from error


def _as_they_come(
    future: Future[list[Answer]], answers: Accumulator[list[Answer]], on_progress: Callable[[], None]
) -> Iterator[Answer]:
    """Yields each answer once: first those of finished tasks, at the end all."""
    seen: set[str] = set()
    is_over = False
    while not is_over:
        is_over = bool(wait([future], WAIT_SECONDS).done)
        on_progress()
        for name, error in future.result() if is_over else list(answers.value):
            if name not in seen:
                seen.add(name)
                yield name, error


def _accumulator(context: SparkContext) -> Accumulator[list[Answer]]:
    from pyspark.accumulators import AccumulatorParam

    class Listed(AccumulatorParam[list[Answer]]):
        def zero(self, value: list[Answer]) -> list[Answer]:
            return []

        def addInPlace(self, value1: list[Answer], value2: list[Answer]) -> list[Answer]:  # noqa: N802 - Spark's name
            value1.extend(value2)
            return value1

    return context.accumulator([], Listed())
