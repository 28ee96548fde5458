"""A query over all shards -> its table, by Spark SQL.

Executors read and write files through the job's store, as all other work does, so that Spark needs no package of its
own for an object store. A task that is repeated writes another file; only those of tasks that ended well are used.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING
from uuid import uuid4

import pyarrow as pa
import pyarrow.parquet as pq

from maintext.batch.engines.protocol import Query
from maintext.batch.job import WORK
from maintext.batch.outputs.part_files import part_writer
from maintext.batch.stores.opening import open_store
from maintext.batch.stores.protocol import Store

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

MAX_TASKS = 1000
"""That read the table; each reads several files if there are more."""


def run_spark_query(session: SparkSession, store: Store, query: Query) -> None:
    """Writes the result of a query as one file, in the order of its rows."""
    from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_schema

    names = [name for name in store.names(query.folder) if name.endswith(".parquet")]
    context = session.sparkContext
    rows = context.parallelize([(name,) for name in names], max(min(len(names), MAX_TASKS), 1))
    table = session.createDataFrame(rows, "name string")
    table = table.mapInArrow(partial(_read, store.address, query.schema), from_arrow_schema(query.schema))
    table.createOrReplaceTempView(query.table)
    result = session.sql(query.sql("explode"))
    schema = to_arrow_schema(result.schema).remove_metadata()
    folder = f"{WORK}/spill/{query.name}-{uuid4().hex[:8]}"
    try:
        written = result.mapInArrow(partial(_write, store.address, folder, schema), "name string").collect()
        with part_writer(store, query.output, schema) as file:
            for name in sorted(row.name for row in written):
                with store.reading(name) as path, pq.ParquetFile(path) as part:
                    for batch in part.iter_batches():
                        file.write(batch)
    finally:
        store.remove(store.names(folder))


def _read(address: str, schema: pa.Schema, names: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """The task of an executor: files -> their rows."""
    store = open_store(address)
    for name in (name for batch in names for name in batch.column("name").to_pylist()):
        with store.reading(name) as path, pq.ParquetFile(path) as part:
            for batch in part.iter_batches(columns=schema.names):
                yield batch.select(schema.names)


def _write(address: str, folder: str, schema: pa.Schema, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """The task of an executor: rows of a partition -> a file, and its name."""
    from pyspark import TaskContext

    first = next(batches, None)
    if first is None:
        return
    context = TaskContext.get()
    number = context.partitionId() if context is not None else 0
    name = f"{folder}/part-{number:06}-{uuid4().hex[:8]}.parquet"
    with part_writer(open_store(address), name, schema) as file:
        file.write(first.cast(schema))
        for batch in batches:
            file.write(batch.cast(schema))
    yield pa.RecordBatch.from_pydict({"name": [name]})
