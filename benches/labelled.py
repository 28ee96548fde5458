"""Pages of the shared corpora with their gold text, and the bag-of-words score of a text against it."""

import json
import re
import tarfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import maintext

WORD = re.compile(r"\w+")


class LabelledPage(NamedTuple):
    """A page, the text that people marked as its content, and what kind of page they found it to be."""

    name: str
    page: maintext.Page
    gold: str
    kind: str


class BagScores(NamedTuple):
    """Words as a multiset, in lower case."""

    precision: float
    recall: float
    f1: float


def labelled_pages(archive: Path, every: int = 1) -> Iterator[LabelledPage]:
    """Every n-th page of a corpus."""
    with tarfile.open(archive) as tar:
        gold: dict[str, dict[str, str]] = {}
        for number, member in enumerate(tar):
            file = tar.extractfile(member)
            if file is None:
                continue
            if member.name.endswith("gold.jsonl"):
                gold = {str(row["id"]): row for row in map(json.loads, file)}
            elif number % every == 0:
                name = Path(member.name).stem
                yield LabelledPage(name, maintext.parse(file.read()), gold[name]["gold"], gold[name]["kind"])


def bag_scores(text: str, gold: str) -> BagScores:
    """How well a text matches the gold text. Two empty texts match."""
    found, wanted = Counter(WORD.findall(text.lower())), Counter(WORD.findall(gold.lower()))
    n_found, n_wanted = found.total(), wanted.total()
    if not n_found and not n_wanted:
        return BagScores(1.0, 1.0, 1.0)
    n_common = (found & wanted).total()
    if not n_common:
        return BagScores(0.0, 0.0, 0.0)
    return BagScores(n_common / n_found, n_common / n_wanted, 2 * n_common / (n_found + n_wanted))
