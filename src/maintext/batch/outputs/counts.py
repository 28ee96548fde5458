"""Rows of a shard -> counts that must add up, and sums over many shards.

records = pages + skipped                 pages includes damaged records: each is a row with an error
pages   = rows + filtered + duplicates
rows    = with text + empty + failed
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field, fields
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from maintext.batch.outputs.part_files import write_json
from maintext.batch.stores.protocol import Store
from maintext.errors import BatchError


@dataclass
class Counts:
    """Counts of a shard or of a whole job; `failed` is by error name, `filtered` by filter, `skipped` by reason."""

    n_records: int = 0
    n_pages: int = 0
    n_rows: int = 0
    n_with_text: int = 0
    n_empty: int = 0
    n_chars: int = 0
    n_duplicates: int = 0
    skipped: dict[str, int] = field(default_factory=dict)
    filtered: dict[str, int] = field(default_factory=dict)
    failed: dict[str, int] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    """By activity: reading, extracting, writing, matching."""

    @property
    def n_failed(self) -> int:
        """Pages that failed, also those that the schema of the output has no row for."""
        n_left_out = sum(n_pages for reason, n_pages in self.filtered.items() if reason.startswith("failed: "))
        return sum(self.failed.values()) + n_left_out

    def add_rows(self, results: pa.RecordBatch) -> None:
        """Counts rows that are about to be written."""
        errors = results.column("error")
        for error in errors.drop_null().to_pylist():
            name = error.partition(":")[0]
            self.failed[name] = self.failed.get(name, 0) + 1
        lengths = pc.utf8_length(results.column("text").filter(errors.is_null()))
        n_chars = pc.sum(lengths).as_py() or 0
        n_with_text = pc.sum(pc.greater(lengths, 0)).as_py() or 0
        self.n_rows += results.num_rows
        self.n_with_text += n_with_text
        self.n_empty += len(lengths) - n_with_text
        self.n_chars += n_chars

    def check(self) -> None:
        """BatchError if the counts don't add up."""
        sums = {
            "records": (self.n_records, self.n_pages + sum(self.skipped.values())),
            "pages": (self.n_pages, self.n_rows + sum(self.filtered.values()) + self.n_duplicates),
            "rows": (self.n_rows, self.n_with_text + self.n_empty + sum(self.failed.values())),
        }
        wrong = [
            f"{name} {total:,}, but their parts are {parts:,}"
            for name, (total, parts) in sums.items()
            if total != parts
        ]
        if wrong:
            raise BatchError(f"the counts don't add up: {'; '.join(wrong)}")

    def write(self, store: Store, name: str) -> None:
        """Writes the counts as JSON."""
        write_json(store, name, asdict(self))


def read_counts(store: Store, name: str) -> Counts:
    """Reads what `write` wrote."""
    return Counts(**json.loads(store.read(name)))


def read_all_counts(store: Store, names: Iterable[str]) -> Iterator[Counts]:
    """Reads the counts of many shards, in order."""
    return (Counts(**json.loads(content)) for content in store.read_many(names))


def add_up(all_counts: Iterable[Counts]) -> Counts:
    """The sum of counts, field by field."""
    total = Counts()
    for counts in all_counts:
        for entry in fields(Counts):
            setattr(total, entry.name, _sum(getattr(total, entry.name), getattr(counts, entry.name)))
    return total


def _sum(one: Any, other: Any) -> Any:
    if isinstance(one, dict):
        return {name: one.get(name, 0) + other.get(name, 0) for name in sorted({*one, *other})}
    return one + other
