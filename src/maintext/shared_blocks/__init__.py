"""The blocks that the pages of a site share, found by comparing their extracted blocks.

match(documents)           the documents without the blocks that the site's pages share
SiteCounts(path)           the same with counts on disk, for pages that arrive one at a time
list_shared_blocks(...)    the dropped blocks, with counts and examples
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from maintext.shared_blocks.counts import SiteCounts
    from maintext.shared_blocks.matching import match
    from maintext.shared_blocks.report import SharedBlock, list_shared_blocks
    from maintext.shared_blocks.rule import Rule

_HOME = {
    "Rule": "maintext.shared_blocks.rule",
    "SharedBlock": "maintext.shared_blocks.report",
    "SiteCounts": "maintext.shared_blocks.counts",
    "list_shared_blocks": "maintext.shared_blocks.report",
    "match": "maintext.shared_blocks.matching",
}

__all__ = [
    "Rule",
    "SharedBlock",
    "SiteCounts",
    "list_shared_blocks",
    "match",
]


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module 'maintext.shared_blocks' has no attribute {name!r}")
    value: object = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value
