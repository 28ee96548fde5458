"""The pages of one site, fetched politely.

open_state(path, scope)    a crawl in a file: a new one, or one to resume
run_crawl(state, ...)      fetches what is left of it
read_rows(state, ...)      one row per page, without what the pages share
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from maintext.crawl.output.rows import RowOptions, SiteRow, read_rows
    from maintext.crawl.output.warc import write_warc
    from maintext.crawl.pace import Pace
    from maintext.crawl.progress import Progress
    from maintext.crawl.running import run_crawl
    from maintext.crawl.scope import Scope
    from maintext.crawl.state import CrawlState, open_state

_HOME = {
    "CrawlState": "maintext.crawl.state",
    "Pace": "maintext.crawl.pace",
    "Progress": "maintext.crawl.progress",
    "RowOptions": "maintext.crawl.output.rows",
    "Scope": "maintext.crawl.scope",
    "SiteRow": "maintext.crawl.output.rows",
    "open_state": "maintext.crawl.state",
    "read_rows": "maintext.crawl.output.rows",
    "run_crawl": "maintext.crawl.running",
    "write_warc": "maintext.crawl.output.warc",
}

__all__ = [
    "CrawlState",
    "Pace",
    "Progress",
    "RowOptions",
    "Scope",
    "SiteRow",
    "open_state",
    "read_rows",
    "run_crawl",
    "write_warc",
]


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module 'maintext.crawl' has no attribute {name!r}")
    value: object = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value
