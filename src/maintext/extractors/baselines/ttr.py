r"""`ttr`, Text-to-Tag Ratio: the lines whose smoothed ratio of text to tags is high. The ancestor of CETR.

T. Weninger, W. H. Hsu: Text extraction from the web via text-to-tag ratio. TIR, 2008. Each line of the source has the
ratio of its text's characters to its tags. The ratios are smoothed by a moving mean over `radius` lines on both sides,
and the lines above a threshold are content; the threshold is a number of standard deviations of the smoothed ratios:

    T_i = chars_i / max(tags_i, 1)
    T'_i = mean(T_{i - radius} .. T_{i + radius});   i is content if T'_i >= deviations * std(T')

CETR (WWW 2010) replaced the moving mean by a Gauss kernel as wide as the deviation, and added the second dimension.

Departures: we do not have the paper; radius and threshold are those that the CETR paper and later ones describe. Lines
and what they mean for blocks are those of `cetr`.

>>> import maintext
>>> menu, text = "<li><a href=x>Link</a></li>\n", "<p>A paragraph of plain text.</p>\n"
>>> page = maintext.parse("<ul>\n" + menu * 30 + "</ul>\n" + text * 9)
>>> keep = TextToTagRatio()(page).keep
>>> bool(keep[:25].any()), bool(keep[-9:].all())
(False, True)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from maintext.extractors.papers.cetr import judge_lines
from maintext.extractors.parameters import Count, Weight

if TYPE_CHECKING:
    from maintext.extractors.protocol import Scores
    from maintext.page import Page


@dataclass(frozen=True)
class TextToTagRatio:
    """Keeps the lines with much text and few tags; a block's score is the share of its text on kept lines."""

    name: ClassVar[str] = "ttr"
    radius: Count = 2
    """Lines on either side that a line's ratio is averaged with."""
    deviations: Weight = 1.0
    """The threshold, in standard deviations. Lower keeps more."""

    def __call__(self, page: Page) -> Scores:
        """Judges every block of a page."""
        return judge_lines(page, self._is_content)

    def _is_content(self, ratios: NDArray[np.float64]) -> NDArray[np.bool_]:
        # Lines beyond the page's ends count as empty, as in `cetr`.
        sums = np.concatenate([np.zeros(1), np.cumsum(ratios)])
        line = np.arange(len(ratios))
        last, first = np.minimum(line + self.radius + 1, len(ratios)), np.maximum(line - self.radius, 0)
        smoothed = (sums[last] - sums[first]) / (2 * self.radius + 1)
        return np.asarray(smoothed >= self.deviations * smoothed.std())
