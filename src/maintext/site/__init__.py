"""Pages of one site -> what the site's pages share is told from what is theirs.

match(documents)      the documents without the blocks that the site's pages share
SiteCounts(path)      the same, with counts that stay on disk, for pages that come one at a time
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from maintext.site.counts import SiteCounts
    from maintext.site.matching import match
    from maintext.site.matching_report import SharedBlock, shared_blocks
    from maintext.site.matching_rule import Rule

_HOME = {
    "Rule": "maintext.site.matching_rule",
    "SharedBlock": "maintext.site.matching_report",
    "SiteCounts": "maintext.site.counts",
    "match": "maintext.site.matching",
    "shared_blocks": "maintext.site.matching_report",
}

__all__ = ["Rule", "SharedBlock", "SiteCounts", "match", "shared_blocks"]


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module 'maintext.site' has no attribute {name!r}")
    value: object = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value
