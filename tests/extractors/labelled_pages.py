"""Pages of the shared corpora with their gold text, and the bag-of-words score that the floors are in."""

import json
import re
import tarfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import maintext
from tests.shared_data import shared

WORD = re.compile(r"\w+")


def labelled_pages(corpus: str, every: int) -> Iterator[tuple[maintext.Page, str]]:
    """Every n-th page of a corpus, and the text that people marked as its content."""
    with tarfile.open(shared("corpora", f"{corpus}.tar.xz")) as tar:
        gold: dict[str, str] = {}
        for number, member in enumerate(tar):
            file = tar.extractfile(member)
            if file is None:
                continue
            if member.name.endswith("gold.jsonl"):
                gold = {str(row["id"]): row["gold"] for row in map(json.loads, file)}
            elif number % every == 0:
                yield maintext.parse(file.read()), gold[Path(member.name).stem]


def bag_f1(text: str, gold: str) -> float:
    """F1 of two texts as multisets of lower-case words."""
    found, wanted = Counter(WORD.findall(text.lower())), Counter(WORD.findall(gold.lower()))
    n_common = (found & wanted).total()
    return 2 * n_common / (found.total() + wanted.total()) if n_common else 0.0
