"""dragnet's data (Moz, 2012) as published -> labelled pages.

HTML/<id>.html and Corrected/<id>.html.corrected.txt. A gold file may go on after the article with a line of signs and
the word COMMENTS, and the page's comments; they are cut off.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from maintext.corpus.labelled import Entry
from maintext.corpus.layout import holds, n_files
from maintext.corpus.paired import PairedFolders

COMMENTS = re.compile(r"!@#\$%\^&\*\(\)\s*COMMENTS")
GOLD_SUFFIX = ".html.corrected.txt"


class Dragnet:
    """Articles, without their comments."""

    def fits(self, path: Path) -> bool:
        """Whether HTML/ and Corrected/ are there."""
        return holds(path / "HTML", "*.html") and holds(path / "Corrected", f"*{GOLD_SUFFIX}")

    def count(self, path: Path) -> int:
        """Files of pages."""
        return n_files(path / "HTML", "*.html")

    def read(self, path: Path, corpus: str) -> Iterator[Entry]:
        """Every page."""
        return PairedFolders(path / "HTML", path / "Corrected", GOLD_SUFFIX, to_gold=without_comments).read(corpus)


def without_comments(gold: str) -> str:
    r"""The article alone.

    >>> without_comments("The article.\n!@#$%^&*()  COMMENTS\nI agree.")
    'The article.'
    """
    return COMMENTS.split(gold, maxsplit=1)[0].strip()
