"""`maintext evaluate --metadata`, from the outside."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from maintext.cli.main import commands
from maintext.errors import UnknownExtractorError
from tests.corpus.test_layouts import write

GOLD = (
    {"id": "1", "gold": "x", "title": "Tea", "author": "Jane Doe", "date": "2024-03-05", "url": "https://a.example/1"},
    {"id": "2", "gold": "x", "title": "Water", "url": "https://b.example/2"},
)
FIRST = '<title>Tea</title><meta name=author content="Jane Doe, MD"><meta name=date content=2024-03-06><p>x'
SECOND = '<title>Milk</title><meta name=author content="John Roe"><p>x'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    lines = "\n".join(json.dumps(record) for record in GOLD)
    return write(tmp_path / "small", {"gold.jsonl": lines, "html/1.html": FIRST, "html/2.html": SECOND})


def evaluate(*arguments: object) -> Result:
    return CliRunner().invoke(commands, ["evaluate", "--metadata", *map(str, arguments)])


def test_every_field_has_its_figures(folder: Path) -> None:
    (summary,) = json.loads(evaluate(folder, "--by", "maintext", "--json").stdout)
    title, author, date = (summary["fields"][name] for name in ("title", "author", "date"))
    assert (title["n_judged"], title["equal"]) == (2, 0.5)
    assert (author["n_judged"], author["equal"], author["n_unasked"], author["n_unjudged"]) == (1, 1.0, 1, 1)
    assert (date["n_judged"], date["equal"]) == (1, 0.0)


def test_the_table_has_a_part_for_each_half(folder: Path) -> None:
    output = evaluate(folder, "--by", "maintext", "--halves").stdout
    assert output.splitlines()[0] == "small"
    assert "of the domains" in output
    assert output.count("maintext") in (2, 3)


def test_an_unknown_reader_and_options_without_meaning_are_refused(folder: Path) -> None:
    unknown = evaluate(folder, "--by", "nonsense")
    assert (unknown.exit_code, "unknown extractor 'nonsense'" in unknown.stderr) == (2, True)
    assert isinstance(evaluate(folder, "--by", "econ").exception, UnknownExtractorError), "it reads no metadata"
    refused = evaluate(folder, "--types")
    assert refused.exit_code == 2
    assert "--metadata can be combined with" in refused.stderr
