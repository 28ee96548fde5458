"""(Page, row of an element) -> a start tag that has a look and nothing else.

Only listed tags and attributes are kept. So a tag can't run a script, fetch a file, send a form, follow a link or
replace the page, even outside of a sandbox.

>>> import maintext
>>> page = maintext.parse('<p class="a" onclick="x()"><a href="/b" id=c>B</a><script>x()</script><textarea>t')
>>> [safe_tag(page, row) for row in range(len(page.elements))]  # html, body, p, a, script, textarea
[('<html>', '</html>'), ('<body>', '</body>'), ('<p class="a">', '</p>'), ('<a id="c">', '</a>'), None, \
('<mt-box>', '</mt-box>')]
"""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from maintext.extractors.measures.subtrees import in_subtrees
from maintext.page import flags

if TYPE_CHECKING:
    from maintext.page import Page

DROPPED = frozenset(
    "script noscript template iframe frame noframes noembed embed applet portal fencedframe audio video canvas title "
    "svg annotation annotation-xml".split()
)
"""Removed with their content: programs, other pages, and fallbacks that a browser does not show."""
_TRANSPARENT = frozenset(
    "head base link meta object param source track area map basefont bgsound keygen frameset slot".split()
)
"""Removed, but their content stays."""
_RENAMED = {
    # Inside these a browser would show a mark as text, or not at all.
    **dict.fromkeys(("textarea", "select", "optgroup", "option"), "mt-box"),
    **dict.fromkeys(("xmp", "listing", "plaintext"), "pre"),
    "image": "img",
    **dict.fromkeys(("marquee", "form"), "div"),
}
_VOID = frozenset("br hr img input col wbr".split())
_MATH = frozenset(
    "math mi mo mn ms mtext mrow mfrac msup msub msubsup msqrt mroot mover munder munderover mtable mtr mtd mspace "
    "mstyle mpadded mphantom semantics".split()
)
MATH_TOKENS = frozenset("mi mo mn ms mtext".split())
"""The elements of a formula that may contain a mark."""
_ATTRIBUTES = frozenset(
    "class id style lang dir alt width height colspan rowspan align valign bgcolor color size face border cellpadding "
    "cellspacing type value placeholder hidden start reversed checked disabled cols rows nowrap span role".split()
)
# A browser would read a tag with another name differently from how it was written.
_NAME = re.compile(r"[a-z][a-z0-9-]*\Z")
_STYLED = re.compile(r"[\w-]+")
_ADDRESS = re.compile(r"url\(\s*(?!['\"]?data:)|@import", re.IGNORECASE)


def is_dropped(page: Page) -> NDArray[np.bool_]:
    """Which elements are removed with their content."""
    rows = [row for row in range(len(page.elements)) if page.tag_name(row) in DROPPED]
    return in_subtrees(page, np.array(rows, dtype=np.intp))


def styled_names(page: Page) -> frozenset[str] | None:
    """The classes and ids that the page's own style may mention; None if it may mention any.

    >>> import maintext
    >>> sorted(styled_names(maintext.parse("<style>.lead, #top { color: red }</style><p class='lead x'>One")))
    ['color', 'lead', 'red', 'top']
    """
    rows = [row for row in range(len(page.elements)) if page.tag_name(row) == "style"]
    css = "".join(page.content(row) for row in rows)
    # A selector of attributes may ask for a part of a name, and an escape may write one in many ways.
    return None if "[" in css or "\\" in css else frozenset(_STYLED.findall(css))


def safe_tag(page: Page, row: int, names: frozenset[str] | None = None) -> tuple[str, str] | None:
    """A start and an end tag for an element; None if the element is removed. Classes and ids outside of `names`, which
    would have no effect, are left out."""
    name = page.tag_name(row)
    if name in DROPPED or name in _TRANSPARENT:
        return None
    if int(page.elements.flags[row]) & flags.MATH:
        # Formulas have attributes of their own, which hardly change their look.
        return (f"<{name}>", f"</{name}>") if name in _MATH else None
    name = _RENAMED.get(name, name)
    if not _NAME.match(name):
        name = "mt-box"
    opening = f"<{name}{_attributes(page, row, name, names)}>"
    return opening, "" if name in _VOID else f"</{name}>"


def safe_style(css: str) -> str:
    """Style without addresses. Addresses that are written in an unusual way remain; the frame's policy blocks them.

    >>> safe_style("p { background: URL( 'http://x/' ) url(data:image/png,) }")
    "p { background: none('http://x/' ) url(data:image/png,) }"
    """
    # A style element can't contain its own end tag. If it did, the end tag would be harmless here.
    return _ADDRESS.sub(lambda found: "none(" if found[0].endswith(("(", " ")) else "@none", css).replace("</", "<\\/")


def _attributes(page: Page, row: int, name: str, names: frozenset[str] | None) -> str:
    given = page.attributes(row)
    kept = {key: value for key, value in given.items() if key in _ATTRIBUTES}
    if names is not None:
        for key in ("class", "id"):
            known = [word for word in kept.pop(key, "").split() if word in names]
            kept |= {key: " ".join(known)} if known else {}
    if name == "img" and given.get("src", "").lower().startswith("data:image/"):
        kept["src"] = given["src"]
    if name == "details":
        kept["open"] = ""
    if name in ("button", "input") and kept.get("type", "submit").lower() in ("submit", "image", "reset"):
        kept["type"] = "button" if name == "button" or "type" in kept else "text"
    if "style" in kept:
        kept["style"] = safe_style(kept["style"])
    return "".join(f' {key}="{escape(value)}"' for key, value in kept.items())
