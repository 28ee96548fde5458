"""The labels under labels/items: complete, and still fitting the pages as they are parsed today."""

import json
import lzma

import pytest

from tests.shared_data import ROOT, shared

FOLDER = ROOT / "labels" / "items"


def test_every_page_has_its_origin_and_a_letter_per_block() -> None:
    records = [
        json.loads(line)
        for file in FOLDER.glob("*.jsonl.xz")
        for line in lzma.decompress(file.read_bytes()).splitlines()
    ]
    assert len(records) == 84
    for record in records:
        assert record["guide"] == "items-1"
        assert record["made"]
        assert record["licence"]
        assert len(record["hashes"]) == 6 * len(record["items"])
        assert set(record["items"]) <= set("BIO")
    assert sum(record["items"].count("B") for record in records) == 1587


@pytest.mark.slow
def test_items_of_the_labelled_pages_are_found() -> None:
    shared("corpora", "wcxb_train.tar.xz")
    from benches.shapes.items import GROUPS, measure

    figures = measure()
    for group in GROUPS:
        assert figures[f"right, {group}"] > 0.9
        assert figures[f"names without their price, {group}"] == 0
    assert figures["precision, second half of sites"] > 0.8
