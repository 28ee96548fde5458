"""HTML -> what readers wrote below a page, by the containers that blogs put it in; and pages that consist of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from maintext.api import extract
from maintext.page.parsing import parse
from maintext.selectors.matching import read_selectors
from maintext.selectors.selection import Selection
from maintext.shapes.structured.json_ld import read_json_ld

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from maintext.document import Document

CONTAINERS = (
    *("#comments", ".comments", ".comments-area", ".comments-list"),
    *(".commentlist", ".comment-list", ".comment-body"),
)
"""Where blogs put what readers wrote."""
_THREADS = ("DiscussionForumPosting", "QAPage")


def is_thread(html: str | bytes) -> bool:
    """Whether the page declares itself a discussion, whose comments are its content."""
    return any(kind in _THREADS for thing in read_json_ld(parse(html)) for kind in thing.types)


def in_containers(html: str | bytes, prune: list[str] | None) -> list[str]:
    """The shown texts in containers of comments, block by block."""
    document = extract(html, by="all", keep=list(CONTAINERS), prune=prune)
    return document.page.texts(document.keep)


def with_posts(document: Document) -> Document:
    """The document of a discussion, with the posts in containers of comments."""
    return with_blocks(document, blocks_in(document, CONTAINERS))


def blocks_in(document: Document, selectors: tuple[str, ...]) -> NDArray[np.bool_]:
    """Per block of a page: whether it is shown and in an element that matches."""
    chosen = Selection(keep=read_selectors(selectors))
    return chosen.decided(document.page, document.scores).keep


def with_blocks(document: Document, blocks: NDArray[np.bool_]) -> Document:
    """The document with more blocks of its page."""
    return replace(document, scores=replace(document.scores, keep=document.scores.keep | blocks))
