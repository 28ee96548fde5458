"""crawl4ai: `CrawlerRunConfig(markdown_generator=MaintextMarkdown())`. Needs crawl4ai."""

from __future__ import annotations

from typing import Any

from crawl4ai.markdown_generation_strategy import MarkdownGenerationStrategy
from crawl4ai.models import MarkdownGenerationResult

import maintext


class MaintextMarkdown(MarkdownGenerationStrategy):
    """Writes the Markdown of the main content. It reads the page as it was fetched, not crawl4ai's cleaned HTML.

    `fit_markdown` and `raw_markdown` are the same text. Links stay inline, so there are no citations.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(content_source="raw_html")
        self.extract_options = options

    def generate_markdown(self, input_html: str, base_url: str = "", **_: Any) -> MarkdownGenerationResult:
        """The result that crawl4ai stores in `result.markdown`."""
        document = maintext.extract(input_html, base_url or None, **self.extract_options)
        markdown = document.to_markdown()
        return MarkdownGenerationResult(
            raw_markdown=markdown,
            markdown_with_citations=markdown,
            references_markdown="",
            fit_markdown=markdown,
            fit_html=document.to_html(),
        )
