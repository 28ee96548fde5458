"""Inputs, an output folder, settings -> a summary: the whole of a batch in one call."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from maintext.batch.engines.embedded import EmbeddedEngine
from maintext.batch.flow import Engine, OnProgress, run_job
from maintext.batch.inputs.input_files import InputFiles, absolute, find_input_files
from maintext.batch.job import Job, Settings, make_shards
from maintext.batch.outputs.summary import Summary
from maintext.errors import BatchError
from maintext.extractors.by import find_extractor


def plan(found: InputFiles, output: Path, settings: Settings = Settings()) -> Job:
    """The job that would be run. Files in the output folder are results, and not read."""
    find_extractor(settings.extraction.by)
    all_sources = [replace(source, path=absolute(source.path)) for source in found.sources]
    sources = [source for source in all_sources if output.absolute() not in Path(source.path).parents]
    if not sources:
        raise BatchError(
            f"there is nothing to read: of the files {len(found.ignored):,} have names that say nothing, and "
            f"{len(all_sources):,} lie in {output}, where results go"
        )
    return Job(output.absolute(), settings, make_shards(sources))


def run_batch(
    inputs: Iterable[str],
    output: Path,
    settings: Settings = Settings(),
    engine: Engine = EmbeddedEngine(),
    on_progress: OnProgress = lambda progress: None,
) -> Summary:
    """Reads WARC, HTML, JSONL and Parquet files, and writes the main content of their pages.

    A rerun with the same settings does only what is missing, with whatever engine.
    """
    return run_job(plan(find_input_files([str(name) for name in inputs]), output, settings), engine, on_progress)
