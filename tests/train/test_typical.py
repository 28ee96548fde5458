"""The blocks that the learned model compares others with, from pages made up for it."""

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from maintext.cli.main import commands
from maintext.errors import CorpusError
from maintext.model.explanations import COLUMNS
from maintext.model.predictor import shipped_model
from maintext.train.typical import N_BLOCKS, typical_blocks
from maintext.trained.files import read_arrays
from tests.train.made_pages import made_page, write_corpus

PAGES = [made_page(number) for number in range(N_BLOCKS + 4)]


def test_content_and_other_blocks_are_taken_in_turn() -> None:
    rows = typical_blocks(PAGES, shipped_model())
    assert rows.shape == (N_BLOCKS, len(COLUMNS))
    log_words = rows[:, COLUMNS.index("log_words")]
    assert (log_words[::2] > log_words[1::2].max()).all()


def test_too_few_pages_are_told() -> None:
    with pytest.raises(CorpusError, match=f"3 pages have but 3 of the {N_BLOCKS} blocks"):
        typical_blocks(PAGES[:3], shipped_model())


def test_the_command_writes_the_same_blocks_each_time_and_a_card(tmp_path: Path) -> None:
    corpus = write_corpus(tmp_path / "made", PAGES)
    for name in ("a", "b"):
        output = str(tmp_path / f"{name}.npz")
        done = CliRunner().invoke(commands, ["train", "typical", str(corpus), "-o", output], catch_exceptions=False)
        assert done.exit_code == 0
        assert f"{N_BLOCKS} blocks" in done.output
    assert (tmp_path / "a.npz").read_bytes() == (tmp_path / "b.npz").read_bytes()
    np.testing.assert_array_equal(
        read_arrays(tmp_path / "a.npz", "typical")["blocks"], typical_blocks(PAGES, shipped_model())
    )
    assert json.loads((tmp_path / "a.json").read_text())["data"]["made"]["pages"] == len(PAGES)
