"""L3S-GN1 (Kohlschütter, Fankhauser, Nejdl, 2010) as published -> labelled pages.

original/<id>.html are the pages, annotated/<id>.html the same with every text in <span class="x-nc-selN">:
1 headline, 2 full text, 3 supplemental, 4 related content, 5 comments, 0 the rest. Gold are 1 to 3.
url-mapping.txt, if it is there, has id and address on a line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from maintext.corpus.labelled import BrokenPage, Entry, LabelledPage
from maintext.corpus.layout import checked, holds, n_files
from maintext.page.parsing import parse

MAIN_CONTENT = re.compile(r"(?:^|\s)x-nc-sel[123](?:\s|$)")
ID_AND_ADDRESS = re.compile(r"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}).*?(https?://[^\s>]+)", re.IGNORECASE)


class GoogleNews:
    """News pages of 408 sites."""

    def fits(self, path: Path) -> bool:
        """Whether original/ and annotated/ are there."""
        return holds(path / "original", "*.html") and holds(path / "annotated", "*.html")

    def count(self, path: Path) -> int:
        """Files of pages."""
        return n_files(path / "original", "*.html")

    def read(self, path: Path, corpus: str) -> Iterator[Entry]:
        """Every page, then the annotations without one."""
        urls = read_addresses(path / "url-mapping.txt")
        pages = {file.stem: file for file in sorted((path / "original").glob("*.html"))}
        annotated = {file.stem: file for file in sorted((path / "annotated").glob("*.html"))}
        for id_, file in pages.items():
            if id_ not in annotated:
                yield BrokenPage(corpus, id_, "there is a page, but no gold")
                continue
            gold = annotated_text(annotated[id_].read_bytes())
            page = LabelledPage(corpus, id_, file.read_bytes(), gold, url=urls.get(id_))
            yield checked(page) if gold else BrokenPage(corpus, id_, "nothing is annotated as main content")
        for id_ in annotated.keys() - pages.keys():
            yield BrokenPage(corpus, id_, "there is gold, but no page")


def annotated_text(html: bytes) -> str:
    """The text of an annotated page that is main content; a line for each block.

    >>> annotated_text(b'<p><span class="x-nc-sel0">Home</span><p><span class="x-nc-sel2">A <b>b</b></span> c')
    'A b'
    """
    page = parse(html)
    classes = page.attribute(range(len(page.elements)), "class")
    is_gold = np.zeros(len(page.elements), dtype=np.bool_)
    for row, names in enumerate(classes):
        if names and MAIN_CONTENT.search(names):
            is_gold[row : page.elements.end[row]] = True
    lines: dict[int, list[str]] = {}
    runs = page.runs
    for run in np.flatnonzero(is_gold[runs.element]).tolist():
        text = page.text[runs.text_start[run] : runs.text_stop[run]].decode()
        lines.setdefault(int(runs.block[run]), []).append(text)
    return "\n".join(" ".join(texts) for texts in lines.values())


def read_addresses(file: Path) -> dict[str, str]:
    """Ids and addresses of url-mapping.txt."""
    if not file.is_file():
        return {}
    found = map(ID_AND_ADDRESS.search, file.read_text(encoding="utf-8", errors="replace").splitlines())
    return {match[1].lower(): match[2] for match in found if match}
