"""The project's prose stays plain English: words of its former private dialect do not return.

"The caller is told", "the rule stands here", "what is no page" cost a reader a second look. A few uses are fine, so the
test counts them.
"""

import re
from collections import Counter
from pathlib import Path

from tests.shared_data import ROOT

WORDS = re.compile(r"\b(?:told|tells|stands|is no)\b(?! longer)", re.IGNORECASE)
LIMIT = 80
SUFFIXES = {".py", ".pyi", ".md", ".html", ".js", ".txt"}


def pages() -> list[Path]:
    folders = [ROOT / "src" / "maintext", ROOT / "docs"]
    files = [path for folder in folders for path in folder.rglob("*") if path.suffix in SUFFIXES]
    return [*files, *ROOT.glob("*.md")]


def test_the_former_dialect_does_not_return() -> None:
    found = Counter[str]()
    for path in pages():
        for word in WORDS.findall(path.read_text(encoding="utf-8")):
            found[f"{path.relative_to(ROOT)}: {word.lower()}"] += 1
    assert found.total() < LIMIT, "\n".join(f"{n} {place}" for place, n in found.most_common())


def test_a_count_finds_the_words() -> None:
    assert WORDS.findall("It is told, tells and stands; what is no page.") == ["told", "tells", "stands", "is no"]
    assert not WORDS.search("It is no longer there; stand, untold.")
