"""`keep` and `prune` in a batch."""

import pyarrow as pa
import pytest
from click.testing import CliRunner

from maintext.batch import Extraction, Settings, extract_batch
from maintext.cli.main import commands
from maintext.errors import BatchError, SelectorError

PAGE = b"<main><p>Tea is a drink.<sup class=note>[1]</sup></p><aside>Buy!</aside></main>"


def text_of(extraction: Extraction) -> str:
    batch = pa.RecordBatch.from_pydict({"html": [PAGE]})
    text: str = extract_batch(batch, extraction).to_pylist()[0]["text"]
    return text


def test_elements_are_kept_and_pruned() -> None:
    assert text_of(Extraction("all")) == "Tea is a drink.[1]\n\nBuy!"
    assert text_of(Extraction("all", prune=(".note", "//aside"))) == "Tea is a drink."
    assert text_of(Extraction("all", keep=("aside",))) == "Buy!"
    assert text_of(Extraction("all", "markdown", prune=("aside, sup",))) == "Tea is a drink."


def test_settings_with_selectors_survive_json() -> None:
    settings = Settings(Extraction(keep=("main",), prune=("aside", "sup")))
    assert Settings.from_plain(settings.to_plain()) == settings


def test_selectors_that_can_not_be_meant_are_refused() -> None:
    with pytest.raises(SelectorError, match="':hover' is not understood"):
        Extraction(prune=("p:hover",))
    with pytest.raises(BatchError, match="prune can't be combined with matching and Markdown"):
        Settings(Extraction(output_format="markdown", prune=("aside",)), matching={})


def test_the_command_takes_selectors(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("pages")
    (folder / "a.html").write_bytes(PAGE)
    command = ["batch", str(folder / "a.html"), "-o", str(folder / "out"), "--prune", "p:hover"]
    done = CliRunner().invoke(commands, command)
    assert done.exit_code == 2
    assert "':hover' is not understood" in done.output
