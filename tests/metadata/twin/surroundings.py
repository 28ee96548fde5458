"""Where the days and the authors are that a page shows: places relative to its heading."""

from __future__ import annotations

BEFORE_HEADING, AFTER_HEADING, ELSEWHERE = "before the heading", "after the heading", "elsewhere"
PLACES = (BEFORE_HEADING, AFTER_HEADING, ELSEWHERE, None)
"""By the number that `_core.Surroundings` gives: where an element is; None if it is apart from the page's text, in a
comment, in another text or in a sidebar, or if it is not shown."""
