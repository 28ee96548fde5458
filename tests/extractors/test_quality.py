"""Every baseline on two small corpora: its F1 may not fall more than a point below what was measured."""

import json
import re
import tarfile
from collections import Counter
from pathlib import Path

import pytest

import maintext
from maintext.extractors import get_extractor
from maintext.page import Page
from tests.shared_data import shared

FLOORS = {
    "cleaneval_dev": {
        "adsc": 0.894,
        "bte": 0.884,
        "ccb": 0.901,
        "cetd": 0.890,
        "combine": 0.935,
        "coreex": 0.729,
        "ctd": 0.906,
        "dsc": 0.888,
        "econ": 0.903,
        "fe": 0.195,
        "kfe": 0.911,
        "lqf": 0.916,
    },
    "portal": {
        "adsc": 0.801,
        "bte": 0.812,
        "ccb": 0.827,
        "cetd": 0.812,
        "combine": 0.847,
        "coreex": 0.599,
        "ctd": 0.806,
        "dsc": 0.824,
        "econ": 0.853,
        "fe": 0.302,
        "kfe": 0.815,
        "lqf": 0.823,
    },
}
"""F1 as it was measured."""


def _read(archive: Path) -> list[tuple[Page, Counter[str]]]:
    """Every page of a corpus, and the words of its gold text."""
    with tarfile.open(archive) as tar:
        files = {Path(member.name).name: tar.extractfile(member) for member in tar if member.isfile()}
        raw = {name: file.read() for name, file in files.items() if file is not None}
    rows = [json.loads(line) for line in raw.pop("gold.jsonl").splitlines()]
    return [(maintext.parse(raw[f"{row['id']}.html"]), _words(row["gold"])) for row in rows]


def _words(text: str) -> Counter[str]:
    return Counter(re.findall(r"\w+", text.lower()))


def _f1(kept: Counter[str], gold: Counter[str]) -> float:
    return 2 * (kept & gold).total() / max(kept.total() + gold.total(), 1)


@pytest.mark.parametrize("corpus", FLOORS)
def test_no_baseline_falls_below_its_floor(corpus: str) -> None:
    pages = _read(shared("corpora", f"{corpus}.tar.xz"))
    for by, floor in FLOORS[corpus].items():
        extractor = get_extractor(by)
        total = sum(_f1(_words("\n".join(page.texts(extractor(page).keep))), gold) for page, gold in pages)
        assert total / len(pages) >= floor - 0.01, by
