"""A job's counts -> a manifest for programs and a summary for people."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

import maintext
from maintext.batch.job import Job
from maintext.batch.outputs.counts import Counts, add_up, read_all_counts
from maintext.batch.outputs.part_files import write_json, write_small


@dataclass(frozen=True)
class Summary:
    """What was read, what was written, what failed and why."""

    job: Job
    total: Counts
    by_shard: dict[str, Counts] = field(repr=False)
    failed: dict[str, str]
    """The errors of shards that are not done, by name."""
    n_seconds: float = 0.0
    """How long this run took. Earlier runs of the same job do not count, nor do their pages in the next number."""
    n_new_pages: int = 0
    """Pages that this run read."""

    def to_text(self) -> str:
        """The summary for people."""
        total = self.total
        n_files = sum(len(shard.files) for shard in self.job.shards)
        lines = [
            f"{n_files:>12,} files in {len(self.job.shards):,} shards, {len(self.by_shard):,} of them done",
            f"{total.n_records:>12,} records",
            *_named(total.skipped, "skipped: "),
            f"{total.n_pages:>12,} pages",
            *_named(total.filtered, "left out by filter: "),
            *([f"{total.n_duplicates:>14,} left out as duplicates"] if total.n_duplicates else []),
            f"{total.n_rows:>12,} rows",
            f"{total.n_with_text:>14,} with text, {total.n_chars:,} characters",
            f"{total.n_empty:>14,} without text",
            *_named(total.failed, "failed: "),
        ]
        lines.append(self._pace())
        lines += [f"shard {name} failed: {error}" for name, error in self.failed.items()]
        return "\n".join(lines) + "\n"

    def _pace(self) -> str:
        rate = self.n_new_pages / max(self.n_seconds, 1e-3)
        return f"This run: {self.n_new_pages:,} pages in {self.n_seconds:,.1f} s, {rate:,.1f} pages per second"

    def to_manifest(self) -> dict[str, Any]:
        """The summary for programs; with the parts of each shard if there may be several."""
        parts: dict[str, list[str]] = {}
        for name in self.job.store.parts() if "arrange" in self.job.stages else ():
            parts.setdefault(name.rpartition("/")[2], []).append(name)
        shards = [
            {
                "name": shard.name,
                "sources": [file.label for file in shard.files],
                "part": self.job.part(self.job.stages[-1], shard) if shard.name in self.by_shard else None,
                **({"parts": parts.get(self.job.part("arrange", shard), [])} if "arrange" in self.job.stages else {}),
                "counts": asdict(self.by_shard[shard.name]) if shard.name in self.by_shard else None,
                "error": self.failed.get(shard.name),
            }
            for shard in self.job.shards
        ]
        return {
            "maintext": maintext.__version__,
            "settings": self.job.settings.to_plain(),
            "run": {"seconds": round(self.n_seconds, 3), "pages": self.n_new_pages},
            "total": asdict(self.total),
            "shards": shards,
        }


def summarise(job: Job, failed: dict[str, str]) -> Summary:
    """Adds up the counts of all shards that are done; BatchError if they don't add up."""
    last = job.stages[-1]
    is_done = job.done(last)
    done = [shard for shard in job.shards if shard.name in is_done]
    all_counts = read_all_counts(job.store, [job.report(last, shard) for shard in done])
    by_shard = {shard.name: counts for shard, counts in zip(done, all_counts, strict=True)}
    total = add_up(by_shard.values())
    total.check()
    return Summary(job, total, by_shard, failed)


def write_summary(summary: Summary) -> None:
    """Writes the manifest and the summary beside the parts."""
    store = summary.job.store
    write_json(store, "_manifest.json", summary.to_manifest())
    write_small(store, "_summary.txt", summary.to_text().encode())


def _named(counts: dict[str, int], label: str) -> list[str]:
    ordered = sorted(counts.items(), key=lambda entry: (-entry[1], entry[0]))
    return [f"{count:>14,} {label}{name}" for name, count in ordered]
