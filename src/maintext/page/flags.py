"""The bits of the flags columns. All but IMPLIED are inherited: such a thing, or inside one."""

HIDDEN = 1
"""hidden, display:none, visibility:hidden, or an element that browsers do not show."""
ARIA_HIDDEN = 2
"""aria-hidden="true": shown, but not read out."""
TEMPLATE = 4
NOSCRIPT = 8
SVG = 16
MATH = 32
PREFORMATTED = 64
"""White space counts."""
IMPLIED = 128
"""Not in the source where it stands: `<tbody>` and the like, or formatting that was opened again."""
UNSHOWN = HIDDEN | TEMPLATE | NOSCRIPT
"""What a browser with scripts does not show."""
