"""Scrapy: an item pipeline, and the document of a response. Needs Scrapy only where you do.

    ITEM_PIPELINES = {"maintext.adapters.scrapy.MaintextPipeline": 300}

An item with a field `html` gets `text`, `title`, `author`, `date`, `language` and `page_type`; the setting
`MAINTEXT_HTML_FIELD` names another field, and `MAINTEXT_OPTIONS` has options of `maintext.extract`.
"""

from __future__ import annotations

from typing import Any

import maintext
from maintext.document import Document

FIELDS = ("text", "title", "author", "date", "language", "page_type")


def extract_response(response: Any, **options: Any) -> Document:
    """The main content of a Scrapy response. Options are those of `maintext.extract`."""
    declared = response.headers.get("Content-Type", b"").decode("latin-1") or None
    return maintext.extract(response.body, response.url, encoding=declared, **options)


class MaintextPipeline:
    """Adds the main content to items that have a page."""

    def __init__(self, html_field: str = "html", options: dict[str, Any] | None = None) -> None:
        self.html_field = html_field
        self.options = options or {}

    @classmethod
    def from_crawler(cls, crawler: Any) -> MaintextPipeline:
        """A pipeline with the settings of a crawl."""
        settings = crawler.settings
        return cls(settings.get("MAINTEXT_HTML_FIELD", "html"), settings.getdict("MAINTEXT_OPTIONS"))

    def process_item(self, item: Any, *_: Any) -> Any:
        """The item with its fields; one without a page, or whose fields are already set, is not changed.

        Versions of Scrapy before 2.14 also pass the spider.
        """
        from itemadapter import ItemAdapter

        fields = ItemAdapter(item)
        html = fields.get(self.html_field)
        if html:
            document = maintext.extract(html, fields.get("url"), **self.options)
            for name in FIELDS:
                if fields.get(name) is None:
                    fields[name] = getattr(document, name)
        return item
