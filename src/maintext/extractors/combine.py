"""`combine`: several extractors vote on every block, and the majority has it.

In the spirit of S. Gupta, G. Kaiser, D. Neistadt, P. Grimm: DOM-based content extraction of HTML documents. WWW, 2003
(Crunch, filters in a row) and of T. Gottron: Combining content extraction heuristics: the CombinE system. iiWAS, 2008
(filters in parallel, their answers joined, intersected or voted on). Crunch showed that methods together can do better
than one alone: each looks at something else, so that their mistakes differ.

    votes(b) = members that keep b;   b is kept if votes(b) > quorum * members

How the members were chosen: of all threes and fives of ten baselines, by the mean F1 on CleanEval's development set,
newspaper_train, readability_train and 150 pages of wcxb_train. The best three are `bte` (words and tags in the stream),
`kfe` (what else is in a block) and `econ` (punctuation, and the tree) with .872; the best five had .874 for more
than twice the time, so that the three are the default. Each alone has less: see docs/algorithms/combine.md.

Departures: Crunch's filters change the page for those that come after them; here no filter changes the page.

>>> import maintext
>>> text = "<p>Boil the water, and wait.</p><p>Pour it slowly, on the leaves.</p>"
>>> page = maintext.parse(f"<p><a href=/>Home</a></p>{text}<p>Tea</p><p><a href=/>News</a></p>")
>>> Combine()(page).score.round(2)
array([0.  , 1.  , 1.  , 0.67, 0.  ])
>>> Combine((BodyText(), Econ()), quorum=0.9)(page).keep  # all of them
array([False,  True,  True, False, False])
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from maintext.extractors.baselines.bte import BodyText
from maintext.extractors.baselines.econ import Econ
from maintext.extractors.baselines.kfe import KFeatureExtractor
from maintext.extractors.parameters import Share
from maintext.extractors.protocol import Extractor, Scores, name_of

if TYPE_CHECKING:
    from maintext.page import Page


@dataclass(frozen=True)
class Combine:
    """Keeps what enough members keep; a block's score is the share of members that do."""

    name: ClassVar[str] = "combine"
    members: tuple[Extractor, ...] = (BodyText(), KFeatureExtractor(), Econ())
    quorum: Share = 0.5
    """The share of members that must be exceeded."""

    def __call__(self, page: Page) -> Scores:
        """Judges every block of a page."""
        votes = np.zeros(len(page.blocks))
        for member in self.members:
            votes += member(page).keep
        share = votes / max(len(self.members), 1)
        names = ", ".join(map(name_of, self.members))
        return Scores(share, share > self.quorum, f"of {names} too few agree on any block")
