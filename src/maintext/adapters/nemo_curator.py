"""NeMo Curator: an algorithm for `CommonCrawlDownloadExtractStage(html_extraction=MaintextAlgorithm())`.

Needs nemo-curator.
"""

from __future__ import annotations

from typing import Any

from nemo_curator.stages.text.download.html_extractors import HTMLExtractorAlgorithm

import maintext


class MaintextAlgorithm(HTMLExtractorAlgorithm):
    """The main content as a list of paragraphs. Options are those of `maintext.extract`."""

    def __init__(self, **options: Any) -> None:
        self.options = options

    def extract_text(self, html: str, stop_words: frozenset[str], language: str) -> list[str] | None:
        """The text of each kept block, or None if there is none. maintext needs neither stop words nor the language."""
        document = maintext.extract(html, **self.options)
        paragraphs = [block.text for block in document.blocks if block.is_kept]
        return paragraphs or None
