"""docs/limits.md has every limit with its present value, and names tests that exist."""

import ast
import re

import pytest

from tests.shared_data import ROOT
from tools.limits import PAGE, Limit, limits, value_of, with_values

TEXT = PAGE.read_text(encoding="utf-8")
ALL = limits(TEXT)
CONSTANT = re.compile(r"^((?:MAX|N_LARGEST)_\w+)(?:: .*)? = ", re.MULTILINE)
NOT_LISTED = {
    "articles.joining:MAX_PAGINATION_CHARS": "what a line of page numbers looks like",
    "articles.next_page:MAX_ELEMENTS_OF_ICON": "what a link with an icon looks like",
    "articles.next_page:MAX_LINK_CHARS": "what a link to the next page looks like",
    "articles.page_numbers:MAX_UNNAMED": "what a page number looks like",
    "batch.engines.spark_queries:MAX_TASKS": "tasks of a cluster that share the files of a table",
    "crawl.crawler:MAX_SLEEP_S": "how often the queue is looked at",
    "crawl.hosts:MAX_REMEMBERED": "a cache that can be filled again",
    "crawl.output.folders:MAX_NAME_CHARS": "the length of file names that are written",
    "crawl.output.rows:MAX_CIRCLE": "redirects that are followed in memory when results are written",
    "data_text.needs_scripts:MAX_SHOWN_WORDS": "when a page counts as one without text",
    "data_text.using:MAX_KEPT_WORDS_OF_OTHERS": "when the data of a page is looked at",
    "fetch.transport:MAX_CONNECTIONS": "connections that wait for a place",
    "guard.answer_file:MAX_ANSWER_BYTES": "what a broken child may claim; the limits of a page come first",
    "guard.page_file:MAX_KEPT_BYTES": "memory that is returned after a batch",
    "label.desk:MAX_LINES_SHOWN": "lines of a message",
    "label.finishing:MAX_LINES": "lines of a training that are kept for display",
    "label.desk:MAX_NAME_CHARS": "one of the lengths in label.events:MAX_CHARS",
    "label.events:MAX_CHARS": "lengths of the fields of an event, refused with their names",
    "label.events:MAX_HASH_CHARS": "length of a field of an event, refused with its name",
    "label.events:MAX_ROWS": "the range of a row's number, refused with the value",
    "label.text_form:MAX_CHARS": "the length of lines that are shown",
    "page.notebook:MAX_LINES": "lines that a notebook shows",
    "serve.requests:MAX_SELECTORS": "selectors of a request, refused with the number",
    "shapes.structured.reading:MAX_COMPARED": "things that are compared with each other; of more, equal ones are found",
    "serve.view:MAX_REPLACED_SHARE": "when a page is shown without colours",
    "serve.workers:MAX_REST_SECONDS": "how long an idle process is kept",
}
"""Constants of the same rooms that a user never meets, with the reason."""
ROOMS = (
    *("articles", "batch", "browser", "cli", "crawl", "data_text", "fetch", "guard", "input_formats", "label", "page"),
    *("selectors", "serve", "shapes/structured", "trained", "web"),
)
"""The rooms that read what strangers wrote."""


def test_the_page_has_the_present_values() -> None:
    assert with_values(TEXT) == TEXT, "run python -m tools.limits"


def test_every_row_of_the_page_is_read() -> None:
    n_rows = sum(line.startswith("| ") and "| what |" not in line for line in TEXT.splitlines())
    assert len(ALL) == n_rows >= 50


@pytest.mark.parametrize("limit", ALL, ids=[limit.constant for limit in ALL])
def test_every_limit_is_a_positive_number_with_a_test(limit: Limit) -> None:
    assert value_of(limit.constant) > 0
    tree = ast.parse((ROOT / limit.test_file).read_text(encoding="utf-8"))
    assert limit.test in {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def test_every_limit_of_the_rooms_that_read_foreign_input_is_listed() -> None:
    source = ROOT / "src" / "maintext"
    found = {
        f"{'.'.join(path.relative_to(source).with_suffix('').parts)}:{name}"
        for room in ROOMS
        for path in (source / room).rglob("*.py")
        for name in CONSTANT.findall(path.read_text(encoding="utf-8"))
    }
    listed = {limit.constant for limit in ALL}
    assert found - listed - set(NOT_LISTED) == set(), "add them to docs/limits.md, or to NOT_LISTED"
    assert not listed & set(NOT_LISTED)
    assert set(NOT_LISTED) <= found
