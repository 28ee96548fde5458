"""Scrapy and crawl4ai: a real crawl of a local server by Scrapy, and crawl4ai's own interface."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.adapters.pages import DOCUMENT, HTML, TITLE, framework
from tools.extras import served_demo

SPIDER = """
import scrapy
from maintext.adapters.scrapy import extract_response

class Demo(scrapy.Spider):
    name = "demo"
    custom_settings = {"ITEM_PIPELINES": {"maintext.adapters.scrapy.MaintextPipeline": 300},
                       "FEED_EXPORT_FIELDS": ["url", "title", "text", "by_hand"], "LOG_LEVEL": "ERROR"}

    async def start(self):
        yield scrapy.Request(self.url)

    def parse(self, response):
        yield {"url": response.url, "html": response.text, "by_hand": extract_response(response).title}
"""


@pytest.mark.slow
def test_scrapy_crawls_with_the_pipeline(tmp_path: Path) -> None:
    framework("scrapy")
    (tmp_path / "spider.py").write_text(SPIDER, encoding="utf-8")
    with served_demo() as url:
        command = [sys.executable, "-m", "scrapy", "runspider", "spider.py", "-o", "items.jsonl"]
        subprocess.run([*command, "-a", f"url={url}/harbour-news.html"], cwd=tmp_path, check=True, timeout=120)
    import json

    (line,) = (tmp_path / "items.jsonl").read_text(encoding="utf-8").splitlines()
    item = json.loads(line)
    assert item["text"] == DOCUMENT.text
    assert item["title"] == item["by_hand"] == TITLE


def test_an_item_without_a_page_is_not_changed() -> None:
    framework("itemadapter")
    from maintext.adapters.scrapy import MaintextPipeline

    assert MaintextPipeline().process_item({"name": "tea"}, None) == {"name": "tea"}
    assert MaintextPipeline("page").process_item({"page": HTML, "title": "mine"})["title"] == "mine"


def test_crawl4ai_gets_the_markdown_of_the_main_content() -> None:
    crawl4ai = framework("crawl4ai")
    from maintext.adapters.crawl4ai import MaintextMarkdown

    generator = MaintextMarkdown(favor="precision")
    assert crawl4ai.CrawlerRunConfig(markdown_generator=generator).markdown_generator is generator
    # The names with which crawl4ai's crawler calls a generator.
    result = generator.generate_markdown(input_html=HTML, base_url="https://harbour.example/", citations=True)
    assert result.raw_markdown.startswith(f"# {TITLE}")
    assert result.fit_html
    assert generator.content_source == "raw_html"
