"""Declarative shadow DOM -> elements like others.

A browser shows the content of `<template shadowrootmode="open">` as part of the element around it, whereas the content
of any other template is not shown. The tags of these templates are replaced by those of a `<div>`.
"""

from __future__ import annotations

from maintext.page import Page
from maintext.page.tags import TAGS


def with_open_shadows(page: Page) -> Page:
    """The page with the content of its shadow roots shown; the same page if it has none."""
    if not page.has_tag(TAGS["template"]):
        return page
    (templates,) = page.rows_by_tag([TAGS["template"]])
    modes = page.attribute(templates, "shadowrootmode")
    rows = [row for row, mode in zip(templates, modes, strict=True) if mode in ("open", "closed")]
    if not rows:
        return page
    elements = page.elements
    edits = [(int(elements.start[row]), int(elements.open_stop[row]), b"<div>") for row in rows]
    edits += [(int(elements.close_start[row]), int(elements.stop[row]), b"</div>") for row in rows]
    parts: list[bytes] = []
    done = 0
    for start, stop, tag in sorted(edits):
        if start >= done:
            parts += [page.source[done:start], tag]
            done = stop
    source = b"".join([*parts, page.source[done:]])
    return Page(source, None, page.max_depth, (page.encoding, page.encoding_evidence))
