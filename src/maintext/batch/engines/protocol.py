"""What an engine must do: run shards through a stage, and answer a query over all shards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

import pyarrow as pa

from maintext.batch.inputs.shards import Shard
from maintext.batch.job import Job


@dataclass(frozen=True)
class ShardDone:
    """A shard that has been through a stage, or failed in it."""

    shard: Shard
    error: str | None = None


@dataclass(frozen=True)
class Query:
    """A question to all shards at once."""

    table: str
    """The name of the table in the SQL."""
    schema: pa.Schema
    """The columns of the table; its files may have more."""
    folder: str
    """Where the store has the table's Parquet files."""
    sql: Callable[[str], str]
    """Returns the SQL for an engine, given the engine's function that turns a list into rows."""
    output: str
    """The name of the Parquet file for the result; it must not exist before the query is done."""

    @property
    def name(self) -> str:
        """What the query finds, as messages name it."""
        return self.output.rpartition("/")[2].removesuffix(".parquet")


class Engine(Protocol):
    """Runs the work: on processes of this machine, or on a cluster."""

    def run_shards(
        self, job: Job, stage: str, shards: Sequence[Shard], on_progress: Callable[[], None]
    ) -> Iterator[ShardDone]:
        """Calls `shard_stages.run_stage` for each shard, in any order, and `on_progress` about once a second."""
        ...

    def run_query(self, job: Job, query: Query) -> None:
        """Writes the result of a query."""
        ...
