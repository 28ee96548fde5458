"""CleanPortalEval (Endrédy, Novák, 2013) as published -> labelled pages.

input/<site>_<number>.html and GoldStandard/<site>_<number>.txt, in CleanEval's form; several pages of each site.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from maintext.corpus.cleaneval import cleaneval_files
from maintext.corpus.labelled import Entry
from maintext.corpus.layout import holds, n_files


class CleanPortalEval:
    """Pages of a few portals."""

    def fits(self, path: Path) -> bool:
        """Whether input/ and GoldStandard/ are there."""
        return holds(path / "input", "*.html") and holds(path / "GoldStandard", "*.txt")

    def count(self, path: Path) -> int:
        """Files of pages."""
        return n_files(path / "input", "*.html")

    def read(self, path: Path, corpus: str) -> Iterator[Entry]:
        """Every page."""
        return cleaneval_files(path / "input", path / "GoldStandard").read(corpus)
