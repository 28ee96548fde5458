"""Pages of one site: fetched politely, and told apart what is theirs and what the site's pages share.

open_state(path, scope)    a crawl in a file, new or taken up again
run_crawl(state, ...)      asks for what is left of it
read_rows(state, ...)      a row a page, without what the pages share
match(documents)           the documents without the blocks that the site's pages share
SiteCounts(path)           the same, with counts that stay on disk, for pages that come one at a time
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from maintext.site.counts import SiteCounts
    from maintext.site.matching import match
    from maintext.site.matching_report import SharedBlock, shared_blocks
    from maintext.site.matching_rule import Rule
    from maintext.site.pace import Pace
    from maintext.site.progress import Progress
    from maintext.site.rows import SiteRow, read_rows
    from maintext.site.running import run_crawl
    from maintext.site.scope import Scope
    from maintext.site.state import CrawlState, open_state
    from maintext.site.warc import write_warc

_HOME = {
    "CrawlState": "maintext.site.state",
    "Pace": "maintext.site.pace",
    "Progress": "maintext.site.progress",
    "Rule": "maintext.site.matching_rule",
    "Scope": "maintext.site.scope",
    "SharedBlock": "maintext.site.matching_report",
    "SiteCounts": "maintext.site.counts",
    "SiteRow": "maintext.site.rows",
    "match": "maintext.site.matching",
    "open_state": "maintext.site.state",
    "read_rows": "maintext.site.rows",
    "run_crawl": "maintext.site.running",
    "shared_blocks": "maintext.site.matching_report",
    "write_warc": "maintext.site.warc",
}

__all__ = [
    "CrawlState",
    "Pace",
    "Progress",
    "Rule",
    "Scope",
    "SharedBlock",
    "SiteCounts",
    "SiteRow",
    "match",
    "open_state",
    "read_rows",
    "run_crawl",
    "shared_blocks",
    "write_warc",
]


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module 'maintext.site' has no attribute {name!r}")
    value: object = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value
