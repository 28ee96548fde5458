"""Pages of a few words, and pages whose text is only in their data: what trafilatura's last resorts return.

The model judges blocks by each other, and a page of two lines gives it nothing to judge by. trafilatura returns such a
page whole; `small_page` does that. `baseline_texts` is the order of its `baseline`: text stated as data, then
`<article>`, then paragraphs, then all text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from typing import TYPE_CHECKING, Any

import numpy as np

from maintext.api import extract
from maintext.compat.trafilatura.comments import CONTAINERS, blocks_in, with_blocks
from maintext.metadata.sources.json_reader import read_json
from maintext.page.parsing import parse
from maintext.page.tags import TAGS

if TYPE_CHECKING:
    from maintext.document import Document
    from maintext.page import Page

FURNITURE = ("nav", "footer", "aside", "form", "button", "fencedframe")
"""Elements whose text is not content on any page."""
BANNERS = (
    *("#onetrust-consent-sdk", "#CybotCookiebotDialog", "#usercentrics-root", "#didomi-host", "#qc-cmp2-container"),
    *("#cookie-law-info-bar", "#cookie-notice", "#cookie-banner", "#cookie-consent", "#cookie-bar", "#cookiebanner"),
    *(".cookie-notice", ".cookie-notice-container", ".cookie-banner", ".cookie-consent", ".cookie-bar", ".cc-window"),
    *(".cookie-popup", ".cookie-modal", ".gdpr-banner", ".consent-banner", ".cky-consent-container"),
)
"""Containers of what asks for consent to cookies: those of the usual scripts, and of the usual names."""
MAX_WHOLE_CHARS = 250
"""A page with less text is always taken whole."""
MAX_SMALL_CHARS = 2000
"""A page with less text is taken whole if little was found in it."""
MIN_CHARS = 100
"""Less text than this does not end the search of `baseline`."""
_TEXTS = ("articlebody", "reviewbody", "transcript")
"""Properties that hold a text, wherever they are."""
_STEPS = ("recipeinstructions", "step", "itemlistelement", "acceptedanswer", "suggestedanswer")
"""Properties whose members have a text."""
_TEASERS = ("product", "videoobject")
_TAG = re.compile(
    r"</?(?:p|br|div|span|a|b|i|em|strong|ul|ol|li|h[1-6]|img|figure|blockquote|table|tr|td)"
    r"""(?:\s+[\w-]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>]+))*\s*/?>""",
    re.IGNORECASE,
)
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


def small_page(document: Document, html: str | bytes, prune: list[str] | None, min_extracted: int) -> Document:
    """The document; or more of its page, if that is small.

    The whole of it if it has a few words or little was found in it, and else all of its only `<article>` that is
    between the first and the last kept block.
    """
    whole = extract(html, document.given_url, "all", prune=[*(prune or ()), *FURNITURE, *CONTAINERS])
    n_whole = len(whole.text)
    is_small = n_whole <= MAX_WHOLE_CHARS
    is_poor = n_whole <= MAX_SMALL_CHARS and len(document.text) < max(min_extracted, 1)
    if (is_small or is_poor) and n_whole > len(document.text):
        return whole
    return _without_gaps(document) if n_whole <= MAX_SMALL_CHARS else document


def _without_gaps(document: Document) -> Document:
    """The document with what its only article has between two kept blocks."""
    page, kept = document.page, np.flatnonzero(document.keep)
    if int((page.elements.tag == TAGS["article"]).sum()) != 1 or not len(kept):
        return document
    between = blocks_in(document, ("article",)) & ~blocks_in(document, (*FURNITURE, *BANNERS, *CONTAINERS))
    between[: kept[0]] = False
    between[kept[-1] :] = False
    return with_blocks(document, between)


def baseline_texts(html: str | bytes) -> list[str]:
    """The paragraphs that `baseline` returns."""
    page = parse(html)
    full, teasers = _data_texts(page)
    if _n_chars(full) > MIN_CHARS:
        return full
    shown = extract(html, by="all", prune=[*FURNITURE, *BANNERS])
    for tags, is_dominant in ((("article",), True), (("p", "blockquote", "q", "code", "pre", "quote"), False)):
        found = _texts_in(shown, tags, is_dominant)
        if _n_chars(found) > MIN_CHARS:
            return found
    everything = [one_line(text) for text in shown.text.split("\n\n")] if shown.text else []
    return teasers if _n_chars(teasers) > max(MIN_CHARS, _n_chars(everything)) else everything


def one_line(text: str) -> str:
    """One line without control characters."""
    return " ".join(_CONTROL.sub("", text).split())


def _n_chars(texts: list[str]) -> int:
    return sum(map(len, texts))


def _texts_in(document: Document, tags: tuple[str, ...], is_dominant: bool) -> list[str]:
    """The blocks inside elements of some tags; if one element is much longer, only its own."""
    elements, keep = document.page.elements, document.keep
    groups: list[list[str]] = []
    stop = -1
    for row in range(len(elements)):
        if row < stop or document.page.tag_name(row) not in tags:
            continue
        stop = int(elements.end[row])
        inside = keep.copy()
        inside[: int(elements.first_block[row])] = False
        inside[int(elements.stop_block[row]) :] = False
        groups.append([one_line(text) for text in document.page.texts(inside)])
    longest = max(map(_n_chars, groups), default=0)
    return [text for group in groups if not is_dominant or 5 * _n_chars(group) >= longest for text in group]


def _data_texts(page: Page) -> tuple[list[str], list[str]]:
    """The texts that the page states as data, each once, and texts that only announce others."""
    full: dict[str, None] = {}
    teasers: dict[str, None] = {}
    for source in page.head.json_ld:
        for value in read_json(source):
            for text, is_teaser in _stated(value):
                (teasers if is_teaser else full).update(dict.fromkeys(_plain(text)))
    for text in _forum_posts(page):
        full.update(dict.fromkeys(_plain(text)))
    return list(full), list(teasers)


def _stated(value: Any) -> Iterator[tuple[str, bool]]:
    stack: list[tuple[Any, bool]] = [(value, False)]
    while stack:
        here, is_step = stack.pop()
        if isinstance(here, list):
            stack.extend((member, is_step) for member in reversed(here))
        elif isinstance(here, str) and is_step:
            yield here, False
        elif isinstance(here, dict):
            yield from _of_object(here, is_step)
            members = [(member, name.lower() in _STEPS) for name, member in here.items() if name.lower() not in _TEXTS]
            stack.extend((member, inside) for member, inside in reversed(members) if inside or not _is_text(member))


def _of_object(here: dict[str, Any], is_step: bool) -> Iterator[tuple[str, bool]]:
    kinds = here.get("@type")
    kinds = {str(kind).lower() for kind in (kinds if isinstance(kinds, list) else [kinds])}
    for name, member in here.items():
        if not isinstance(member, str):
            continue
        if name.lower() in _TEXTS or (is_step and name.lower() == "text"):
            yield member, False
        elif name.lower() == "description" and kinds.intersection(_TEASERS):
            yield member, True


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _forum_posts(page: Page) -> Iterator[str]:
    """The posts that Discourse writes into an attribute of a page without text."""
    for row in range(len(page.elements)):
        preloaded = page.attributes(row).get("data-preloaded") if page.tag_name(row) == "div" else None
        if not preloaded:
            continue
        values = _loaded(preloaded)
        for name, value in values.items() if isinstance(values, dict) else ():
            topic = _loaded(value) if name.startswith("topic_") and isinstance(value, str) else None
            stream = topic.get("post_stream") if isinstance(topic, dict) else None
            posts = stream.get("posts") if isinstance(stream, dict) else None
            for post in posts if isinstance(posts, list) else ():
                if isinstance(post, dict) and isinstance(post.get("cooked"), str):
                    yield post["cooked"]


def _loaded(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _plain(text: str) -> list[str]:
    """A text without its tags, paragraph by paragraph."""
    text = unescape(text)
    parts = parse(text).texts() if _TAG.search(text) else text.split("\n\n")
    return [line for part in parts if (line := one_line(part))]
