"""datatrove: a step of a pipeline, with datatrove's statistics. Needs datatrove and maintext[batch]."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from datatrove.data import Document
from datatrove.pipeline.base import PipelineStep
from datatrove.utils.typeshelper import StatHints

from maintext.batch.adapters.columns import MaintextExtractor
from maintext.extractors.registry import DEFAULT
from maintext.guard import GuardLimits


class MaintextStep(PipelineStep):
    """Documents whose text is HTML become documents whose text is the main content; pages without any are dropped.

    Every page runs in a guarded process: one that hangs, crashes or exhausts memory is dropped and counted.
    """

    type = "🛢 - EXTRAC"
    name = "maintext"

    def __init__(self, by: str = DEFAULT, output_format: str = "text", limits: GuardLimits = GuardLimits()) -> None:
        super().__init__()
        self.by = by
        self.output_format = output_format
        self.limits = limits

    def run(self, data: Iterable[Document] | None, rank: int = 0, world_size: int = 1) -> Iterator[Document]:
        """The documents that have main content."""
        step = MaintextExtractor(self.by, self.output_format, self.limits, self._count_lost)
        for document in step(self._counted(data or ())):
            self.stat_update(StatHints.forwarded)
            self.update_doc_stats(document)
            yield document

    def _counted(self, data: Iterable[Document]) -> Iterator[Document]:
        for document in data:
            self.stat_update(StatHints.total)
            yield document

    def _count_lost(self, document: Any, reason: str) -> None:
        # The reason of a failure begins with the name of its error; the rest differs from page to page.
        error = reason.partition(":")[0]
        self.stat_update(StatHints.dropped, f"dropped_{error if error.endswith('Error') else 'no_main_content'}")
