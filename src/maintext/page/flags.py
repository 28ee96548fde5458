"""The bits of the flags columns, as the native core defines them. All but IMPLIED are inherited: a row is such a
thing, or is inside one."""

from maintext import _core

HIDDEN = _core.FLAGS["HIDDEN"]
"""hidden, display:none, visibility:hidden, or an element that browsers never show."""
ARIA_HIDDEN = _core.FLAGS["ARIA_HIDDEN"]
"""aria-hidden="true": shown, but not read out."""
TEMPLATE = _core.FLAGS["TEMPLATE"]
NOSCRIPT = _core.FLAGS["NOSCRIPT"]
SVG = _core.FLAGS["SVG"]
MATH = _core.FLAGS["MATH"]
PREFORMATTED = _core.FLAGS["PREFORMATTED"]
"""White space counts."""
IMPLIED = _core.FLAGS["IMPLIED"]
"""Not in the source at this place: `<tbody>` and the like, or formatting that was opened again."""
UNSHOWN = _core.FLAGS["UNSHOWN"]
"""HIDDEN, TEMPLATE or NOSCRIPT: what a browser with scripts does not show."""
APART = _core.FLAGS["APART"]
"""UNSHOWN or SVG: text that is kept in blocks of its own, apart from the page's text."""
