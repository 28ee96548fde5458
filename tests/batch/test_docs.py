"""What the how-to says is so: its examples run, its columns are those of the schema."""

import re

from maintext.batch.inputs.input_files import KINDS
from maintext.batch.schema import RESULTS
from maintext.cli.batch import batch
from tests.shared_data import ROOT

HOW_TO = (ROOT / "docs" / "how-to" / "batch.md").read_text(encoding="utf-8")


def test_every_column_is_described() -> None:
    (table,) = re.findall(r"\| column \| is \|\n(.*?)\n\n", HOW_TO, re.DOTALL)
    told = [name for row in table.splitlines() for name in re.findall(r"`(\w+)`", row.split("|")[1])]
    assert told == [field.name for field in RESULTS]
    assert all(field.metadata and field.metadata[b"description"] for field in RESULTS)


def test_every_kind_of_file_and_every_option_is_described() -> None:
    for kind, endings in KINDS.items():
        assert f"`{endings[0]}`" in HOW_TO, kind
    told = set(re.findall(r"--[a-z][a-z-]+", HOW_TO))
    options = {name for parameter in batch.params for name in parameter.opts if name.startswith("--")}
    assert told <= options
    assert options - told <= {"--output", "--by", "--engine", "--jobs", "--dry-run", "--master", "--conf"}
