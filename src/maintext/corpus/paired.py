"""A folder of pages and a folder of gold files with the same names -> labelled pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from maintext.corpus.labelled import BrokenPage, Entry, LabelledPage
from maintext.corpus.layout import checked

PAGE_SUFFIXES = re.compile(r"\.html?$", re.IGNORECASE)


@dataclass(frozen=True)
class PairedFolders:
    """Where pages and gold are, and what their names have to do with each other."""

    pages: Path
    gold: Path
    gold_suffix: str
    """What a gold file's name has after the page's name (which is without .html)."""
    to_gold: Callable[[str], str]
    """Text of a gold file -> the main content."""
    to_url: Callable[[bytes, str], str | None] = lambda html, gold: None
    """Page and text of the gold file -> the page's address."""

    def read(self, corpus: str) -> Iterator[Entry]:
        """Every page with its gold, then the gold files without a page."""
        golds = {
            file.name.removesuffix(self.gold_suffix): file
            for file in sorted(self.gold.iterdir())
            if file.name.endswith(self.gold_suffix)
        }
        for file in sorted(self.pages.iterdir()):
            if PAGE_SUFFIXES.search(file.name):
                id_ = PAGE_SUFFIXES.sub("", file.name)
                yield self._labelled(corpus, id_, file.read_bytes(), golds.pop(id_, None))
        for id_ in golds:
            yield BrokenPage(corpus, id_, "there is gold, but no page")

    def _labelled(self, corpus: str, id_: str, html: bytes, gold_file: Path | None) -> Entry:
        if gold_file is None:
            return BrokenPage(corpus, id_, "there is a page, but no gold")
        try:
            text = decoded(gold_file.read_bytes())
        except UnicodeDecodeError as error:
            return BrokenPage(corpus, id_, f"the gold is not text: {error}")
        gold = self.to_gold(text)
        if not gold.strip():
            return BrokenPage(corpus, id_, "the gold is empty")
        return checked(LabelledPage(corpus, id_, html, gold, url=self.to_url(html, text)))


def decoded(raw: bytes) -> str:
    """The text of a gold file: UTF-8, UTF-16 if it is marked so, or else windows-1252, as editors then wrote it."""
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return raw.decode("utf-16")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("cp1252")
