"""Documents of one site -> the same documents without the blocks that the site's pages share.

W. Thanadechteemapat, C. C. Fung: Improving Webpage Content Extraction by extending a novel single page
extraction approach. ICMLC 2012. This is its extracted content matching; `xpath-blocks` is its single-page
step, and any other extractor will do.

What the paper says. Content that was extracted from several pages of a site is matched; what occurs on
several of them is not informative, unless it is on less than 3 % of all pages.

Departures from the paper. A minimum of three pages, because 3 % of a few pages is less than one:
`matching_rule`. Stretches of prose that a few pages quote stay: `matching_quotes`;
so does what stands among a page's own paragraphs or lines: `matching_own`. A text is matched in its
place, and a page's own title apart from the teasers that carry it; beside the exact form there is one without
numbers, dates and names: `matching_keys`. docs/algorithms/matching.md has what each of them is worth.

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
from maintext.shared_blocks.keys import BlockKeys, block_keys
from maintext.shared_blocks.own_blocks import Standing, among_own, standing
from maintext.shared_blocks.quotations import quotations
from maintext.shared_blocks.rule import Rule

if TYPE_CHECKING:
    from maintext.document import Document

Counted: TypeAlias = Literal["extracted", "shown"]
"""Which blocks of a page count: those that the extractor kept, as in the paper, or all that a browser shows.
The second finds more of what is shared: a block that was wrongly kept once is known from where it was not."""


def match(
    documents: Iterable[Document],
    threshold: float = Rule.threshold,
    minimum: int = Rule.minimum,
    prose: float = Rule.prose,
    counted: Counted = "extracted",
) -> list[Document]:
    """The documents of one site, each with the blocks marked as shared that the site's pages share.

    Shared blocks are no more in `text` and the renderings; `document.shared` says which they are, and
    `shared_blocks` lists them. A block is shared if it is on `threshold` of the pages and on `minimum` of them.
    """
    rule = Rule(threshold, minimum, prose)
    documents = list(documents)
    keys = [document_keys(document, counted) for document in documents]
    # One address is one page, however often it was fetched.
    pages = {
        document.url or number: own.of_page(counted_blocks(document, counted))
        for number, (document, own) in enumerate(zip(documents, keys, strict=True))
    }
    shared = shared_keys(list(pages.values()), rule)
    return [without_shared(document, own, shared) for document, own in zip(documents, keys, strict=True)]


def shared_keys(pages: Sequence[NDArray[np.int64]], rule: Rule) -> NDArray[np.int64]:
    """The keys that a site's pages share. A page is given by its keys, each once; this is the whole of matching.

    >>> shared_keys([np.array([8, 10]), np.array([8, 12]), np.array([8, 10])], Rule()).tolist()
    [8]
    """
    if not pages:
        return np.zeros(0, dtype=np.int64)
    key, n_with = np.unique(np.concatenate(pages), return_counts=True)
    return key[rule.is_shared(key, n_with, len(pages))]


def counted_blocks(document: Document, counted: Counted) -> NDArray[np.bool_]:
    """One a block: whether it counts for the site."""
    if counted == "extracted":
        return document.scores.keep
    if counted == "shown":
        return np.asarray(document.page.blocks.flags & (flags.UNSHOWN | flags.SVG) == 0)
    raise MatchingError(f"blocks are counted that are 'extracted' or 'shown', not {counted!r}")


def document_keys(document: Document, counted: Counted) -> BlockKeys:
    """The keys of the blocks that count or were kept."""
    return block_keys(document.page, counted_blocks(document, counted) | document.scores.keep)


def without_shared(document: Document, keys: BlockKeys, shared: NDArray[np.int64]) -> Document:
    """The document with the blocks marked that have a shared key; quotations and what stands among its own aside."""
    keep, page = document.scores.keep, document.page
    kept = BlockKeys(keys.exact[keep], keys.template[keep], keys.is_prose[keep])
    is_shared = np.zeros(len(keep), dtype=np.bool_)
    is_shared[keep] = dropped_blocks(kept, page.blocks.chars[keep], standing(page, keep), shared)
    return replace(document, shared=is_shared)


def dropped_blocks(
    keys: BlockKeys, chars: NDArray[np.int32], stands: Standing, shared: NDArray[np.int64]
) -> NDArray[np.bool_]:
    """One a block that was kept: whether it has a shared key; quotations and what stands among the page's own aside."""
    is_shared = keys.among(shared)
    is_rare_prose = keys.is_prose & ~np.isin(keys.prose, shared)
    everything = np.ones(len(is_shared), dtype=np.bool_)
    is_shared &= ~quotations(everything, is_shared, np.where(is_rare_prose, chars, 0))
    # A template with other values is the site's, however it stands.
    is_paragraph = keys.is_prose & (~is_shared | np.isin(keys.exact, shared))
    return is_shared & ~among_own(stands, is_shared, is_paragraph)
