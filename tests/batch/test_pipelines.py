"""The readers for pipelines of one's own: columns of pandas and Polars, a step of datatrove."""

import json
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pytest

from maintext.batch import Extraction, MaintextExtractor, extract_column, extract_series
from maintext.guard import GuardLimits

PAGES = ["<ul><li><a href=/>Home</a></ul><p>Tea, and milk.", None, "<p>Coffee, black."]
TEXTS = ["Tea, and milk.", None, "Coffee, black."]


def test_a_pandas_column_keeps_its_index_and_name() -> None:
    frame = pd.DataFrame({"html": PAGES}, index=[7, 8, 9])
    frame["text"] = extract_series(frame["html"])
    assert frame["text"].tolist() == TEXTS
    assert frame.loc[9, "text"] == "Coffee, black."


def test_a_polars_column_is_mapped() -> None:
    frame = pl.DataFrame({"html": PAGES})
    mapped = frame.with_columns(text=pl.col("html").map_batches(extract_series, return_dtype=pl.String))
    assert mapped["text"].to_list() == TEXTS
    binary = frame.select(pl.col("html").cast(pl.Binary)).to_series()
    assert extract_series(binary, by="all").to_list() == ["Home\n\nTea, and milk.", None, "Coffee, black."]


@pytest.mark.slow
def test_a_column_longer_than_a_batch_keeps_its_order_and_survives_a_killer() -> None:
    pages: list[str | bytes | None] = [f"<title>x</title><p>Page {number}." for number in range(150)]
    pages[70] = "<title>leave</title><p>Gone."
    texts = list(extract_column(pages, Extraction("tests.batch.killers:Killer"), GuardLimits()))
    assert [text for number, text in enumerate(texts) if number != 70] == [f"Page {n}." for n in range(150) if n != 70]
    assert texts[70] is None


@dataclass
class LikeADocument:
    text: str
    metadata: dict[str, Any] = field(default_factory=dict)


def test_the_datatrove_step_passes_on_what_has_content_and_tells_the_rest() -> None:
    lost: list[str] = []
    documents = [LikeADocument("<p>Tea, and milk."), LikeADocument("<p></p>"), LikeADocument("<p>Coffee, black.")]
    step = MaintextExtractor(lost=lambda document, reason: lost.append(reason))
    assert [document.text for document in step(documents)] == ["Tea, and milk.", "Coffee, black."]
    assert lost == ["the page has no text"]
    assert step.extract("<p>Tea, and milk.") == "Tea, and milk."


DATATROVE = """
import json
import sys
from pathlib import Path
from datatrove.data import Document
from datatrove.executor import LocalPipelineExecutor
from datatrove.pipeline.extractors.base import BaseExtractor
from maintext.batch import MaintextExtractor

class Sandboxed(BaseExtractor):
    name = "maintext"

    def __init__(self):
        super().__init__(timeout=60)

    def extract(self, text):
        return MaintextExtractor().extract(text)

if __name__ == "__main__":
    folder = Path(sys.argv[1])
    for name, step in (("ours", MaintextExtractor()), ("theirs", Sandboxed())):
        pages = ["<ul><li><a href=/>Home</a></ul><p>Tea, and milk.", "<p></p>", "<p>Coffee, black."]
        documents = [Document(page, str(number)) for number, page in enumerate(pages)]

        def write(data, rank, world_size, name=name):
            (folder / name).write_text(json.dumps([document.text for document in data]))

        LocalPipelineExecutor([documents, step, write], logging_dir=str(folder / f"logs-{name}")).run()
"""


@pytest.mark.slow
def test_datatrove_itself_runs_the_step_and_a_class_on_its_own_base(tmp_path: Path) -> None:
    (tmp_path / "pipeline.py").write_text(DATATROVE)
    command = [sys.executable, str(tmp_path / "pipeline.py"), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    for name in ("ours", "theirs"):
        assert json.loads((tmp_path / name).read_text()) == ["Tea, and milk.", "Coffee, black."]
