"""Page -> Scores: the published ways of finding a page's main content, one module per method.

`protocol` says what an extractor is, `registry` lists the extractors, `by` finds the one that a caller names. They are
not imported here: each method imports this package, and the registry imports each method.
"""

from maintext.extractors.protocol import Extractor, Scores

__all__ = ["Extractor", "Scores"]
