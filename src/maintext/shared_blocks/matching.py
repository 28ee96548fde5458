"""Documents of one site -> the same documents without the blocks that the site's pages share.

W. Thanadechteemapat, C. C. Fung: Improving Webpage Content Extraction by extending a novel single page extraction
approach. ICMLC 2012. This module is its extracted content matching. `xpath-blocks` is its single-page step; any other
extractor works as well.

The paper's idea: a single page does not show that "Share this" or a legal notice is not its content, and an extractor
that takes them for content on one page does so on all. The other pages of the site do show it, because content is what
differs between pages. So the extracted blocks of all pages are compared, and a block that occurs on several of them is
dropped, unless it is on less than 3 % of all pages. Comparing extracted blocks rather than whole pages keeps the work
small, and blocks that no page kept can't be dropped by mistake. `match(documents, rule="paper")` does exactly this:
equal texts, on two pages or more.

Departures in the default rule, each with its reason; docs/algorithms/matching.md has what each one is worth:

* A minimum of three pages. On a small site 3 % is less than one page, and two pages share a text by chance.
* Texts are compared in their position, and a page's own title apart from the teasers that repeat it (`keys`). A
  headline is content on its page and boilerplate on all others.
* Besides its exact text, a block has a template without numbers, dates and names (`templates`): "Posted by Ann, 12
  comments" is boilerplate although no two pages have it.
* Quotations and a page's own paragraphs stay (`spared_blocks`): a press release on four pages is content of each.

>>> import maintext
>>> page = "<title>{0}</title><p>About {0}, at some length.<p>Share this page!<p>Page {1} of 3, read by {1} people"
>>> documents = [maintext.extract(page.format(name, n), by="all") for n, name in enumerate(["cats", "dogs", "owls"])]
>>> [document.text for document in match(documents)]
['About cats, at some length.', 'About dogs, at some length.', 'About owls, at some length.']
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from maintext.errors import MatchingError
from maintext.page import flags
from maintext.shared_blocks.keys import BlockKeys, block_keys, page_keys
from maintext.shared_blocks.rule import EVERYWHERE, PROSE, Compared, Rule, find_rule
from maintext.shared_blocks.spared_blocks import BlockPositions, block_positions, is_own_paragraph, is_quotation

if TYPE_CHECKING:
    from maintext.document import Document

Counted: TypeAlias = Literal["extracted", "shown"]
"""Which blocks of a page count: those that the extractor kept, as in the paper, or all that a browser shows. The second
finds more: a block that was wrongly kept on one page is known from the pages on which it was not."""


def match(
    documents: Iterable[Document],
    rule: Rule | str = "default",
    threshold: float | None = None,
    minimum: int | None = None,
    counted: Counted = "extracted",
) -> list[Document]:
    """The documents of one site, with the blocks marked as shared that the site's pages share.

    Shared blocks are no longer in `text` and the renderings; `document.shared` marks them, and `list_shared_blocks`
    lists them. `rule` is "default", "paper" or a `Rule`: a block is shared if at least `minimum` pages and at least a
    `threshold` share of the pages have it.
    """
    rule = find_rule(rule, threshold, minimum)
    documents = list(documents)
    keys = [document_keys(document, counted, rule.compared) for document in documents]
    # One URL is one page, however often it was fetched.
    pages = {
        document.given_url or number: page_keys(document.page, own, counted_blocks(document, counted), rule.compared)
        for number, (document, own) in enumerate(zip(documents, keys, strict=True))
    }
    shared = shared_keys(list(pages.values()), rule)
    return [without_shared(document, own, shared, rule.compared) for document, own in zip(documents, keys, strict=True)]


def shared_keys(pages: Sequence[NDArray[np.int64]], rule: Rule) -> NDArray[np.int64]:
    """The keys that a site's pages share. A page is given by its keys, each once.

    >>> shared_keys([np.array([8, 12]), np.array([8, 16]), np.array([8, 12])], Rule()).tolist()
    [8]
    """
    if not pages:
        return np.zeros(0, dtype=np.int64)
    key, n_with = np.unique(np.concatenate(pages), return_counts=True)
    return key[rule.is_shared(key, n_with, len(pages))]


def counted_blocks(document: Document, counted: Counted) -> NDArray[np.bool_]:
    """For each block, whether it counts for the site."""
    if counted == "extracted":
        return document.scores.keep
    if counted == "shown":
        return np.asarray(document.page.blocks.flags & (flags.UNSHOWN | flags.SVG) == 0)
    raise MatchingError(f"counted must be 'extracted' or 'shown', got {counted!r}")


def document_keys(document: Document, counted: Counted, compared: Compared = "positions") -> BlockKeys:
    """The keys of the blocks that count or were kept."""
    return block_keys(document.page, counted_blocks(document, counted) | document.scores.keep, compared)


def without_shared(
    document: Document, keys: BlockKeys, shared: NDArray[np.int64], compared: Compared = "positions"
) -> Document:
    """The document with those of its blocks marked as shared that are to be dropped."""
    keep = document.scores.keep
    kept = keys.of(keep)
    is_shared = np.zeros(len(keep), dtype=np.bool_)
    if compared == "texts":
        is_shared[keep] = kept.has_shared_key(shared)
    else:
        is_shared[keep] = is_dropped(kept, block_positions(document.page, keep), shared)
    return replace(document, shared=is_shared)


def is_dropped(keys: BlockKeys, positions: BlockPositions, shared: NDArray[np.int64]) -> NDArray[np.bool_]:
    """For each kept block, whether it is shared and not spared."""
    is_shared = keys.has_shared_key(shared)
    is_rare_prose = keys.is_prose & ~np.isin(keys.exact | PROSE, shared)
    is_shared &= ~is_quotation(is_shared, np.where(is_rare_prose, keys.prose_chars, 0))
    # A template with other values belongs to the site, whatever its position.
    is_paragraph = keys.is_prose & (~is_shared | np.isin(keys.exact, shared))
    is_everywhere = np.isin(keys.exact | EVERYWHERE, shared)
    return is_shared & (is_everywhere | ~is_own_paragraph(positions, is_shared, is_paragraph))
