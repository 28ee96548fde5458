"""LabelledPage -> the same page with a gold text as a reader sees it.

Some data sets write `&quot;` and `&#39;` into their gold texts, and mark a page without main content by a comment such
as `<!-- this page contains no article -->`. Entities are decoded unless the page itself shows them as text, as pages
about HTML do; a gold text that is nothing but a comment is empty. The published text stays in `raw_gold`.

>>> page = LabelledPage("c", "1", b"<p>Tom &amp; Jerry", "Tom &amp; Jerry")
>>> readable_gold(page).gold, readable_gold(page).raw_gold
('Tom & Jerry', 'Tom &amp; Jerry')
>>> readable_gold(LabelledPage("c", "2", b"<p>Log in", "<!-- this page contains no article -->")).gold
''
"""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape

from maintext.corpus.labelled import LabelledPage
from maintext.errors import InputError
from maintext.page.parsing import parse

_ENTITY = re.compile(r"&(?:[a-zA-Z][a-zA-Z0-9]{1,30}|#\d{1,7}|#x[0-9a-fA-F]{1,6});")
_COMMENT = re.compile(r"\s*<!--(?:(?!-->).){0,200}-->\s*", re.DOTALL)


def readable_gold(page: LabelledPage) -> LabelledPage:
    """The page with its gold text decoded; the same object if there is nothing to change."""
    if _COMMENT.fullmatch(page.gold):
        return replace(page, gold="", raw_gold=page.gold)
    found = set(_ENTITY.findall(page.gold))
    if not found:
        return page
    shown = _shown_text(page)
    decoded = _ENTITY.sub(lambda entity: entity[0] if entity[0] in shown else unescape(entity[0]), page.gold)
    if decoded == page.gold:
        return page
    return replace(page, gold=decoded, raw_gold=page.gold)


def _shown_text(page: LabelledPage) -> str:
    try:
        return "\n".join(parse(page.html).texts())
    except InputError:
        return ""
