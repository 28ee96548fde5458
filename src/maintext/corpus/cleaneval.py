"""CleanEval (ACL SIGWAC, 2007) as published -> labelled pages.

    en_original/1.html      en_cleaned/1.txt        the development set (also with - for _)
    zh_original/1.html      zh_cleaned/1.txt        the Chinese pages
    finalrun-input/1.html   GoldStandard/1.txt      the final run

Some copies name the gold 1-cleaned.txt. A page is wrapped in <text id="its address" ...>. A gold file begins with a
line `URL: ...`, and every paragraph with <p>, <h> or <l>; both are cut off.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from maintext.corpus.labelled import Entry
from maintext.corpus.layout import holds, n_files
from maintext.corpus.paired import PairedFolders

FOLDERS = (
    ("en_original", "en_cleaned"),
    ("en-original", "en-cleaned"),
    ("zh_original", "zh_cleaned"),
    ("zh-original", "zh-cleaned"),
    ("finalrun-input", "GoldStandard"),
    ("orig", "clean"),
)
URL_LINE = re.compile(r"\A\s*URL:[ \t]*(\S*)[^\n]*\n?")
MARKS = re.compile(r"</?(?:p|h|l|text)(?:\s[^>]*)?>", re.IGNORECASE)
WRAPPER = re.compile(rb"\A\s*<text[^>]*\sid=[\"']?([^\"'\s>]+)", re.IGNORECASE)


class CleanEval:
    """The development or the final set."""

    def fits(self, path: Path) -> bool:
        """Whether one of the pairs of folders is there."""
        return any(holds(path / pages, "*.htm*") and holds(path / gold, "*.txt") for pages, gold in FOLDERS)

    def count(self, path: Path) -> int:
        """Files of pages."""
        return sum(n_files(path / pages, "*.html", "*.htm") for pages, _ in FOLDERS)

    def read(self, path: Path, corpus: str) -> Iterator[Entry]:
        """Pages of the first pair that is there."""
        for pages, gold in FOLDERS:
            if (path / pages).is_dir() and (path / gold).is_dir():
                yield from cleaneval_files(path / pages, path / gold).read(corpus)
                return


def cleaneval_files(pages: Path, gold: Path) -> PairedFolders:
    """Two folders whose files have CleanEval's form."""
    is_long = holds(gold, "*-cleaned.txt")
    return PairedFolders(pages, gold, "-cleaned.txt" if is_long else ".txt", to_gold=without_marks, to_url=address)


def without_marks(gold: str) -> str:
    r"""The text of a gold file.

    >>> without_marks("URL: http://a.example/\n\n<h>Title\n\n<p>Text, a < b.")
    'Title\n\nText, a < b.'
    """
    return MARKS.sub("", URL_LINE.sub("", gold)).strip()


def address(html: bytes, gold: str) -> str | None:
    """The page's address, from its wrapper or its gold file."""
    if found := WRAPPER.search(html[:2000]):
        return found[1].decode(errors="replace")
    line = URL_LINE.search(gold)
    return (line[1] or None) if line else None
