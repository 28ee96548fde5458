"""`all`: every block that a browser shows. The baseline that every method must beat.

>>> import maintext
>>> page = maintext.parse("<nav>Home</nav><p>Text.</p><p hidden>Not shown.</p>")
>>> Everything()(page).keep
array([ True,  True, False])
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from maintext.extractors.protocol import Scores
from maintext.page import flags

if TYPE_CHECKING:
    from maintext.page import Page


@dataclass(frozen=True)
class Everything:
    """Keeps what is shown."""

    name: ClassVar[str] = "all"

    def __call__(self, page: Page) -> Scores:
        """Judges every block of a page."""
        is_shown = page.blocks.flags & (flags.UNSHOWN | flags.SVG) == 0
        return Scores(is_shown.astype(float), is_shown, reason="the page shows no text")
