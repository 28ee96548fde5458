"""Figures in the docs are those that are recorded."""

import json
from pathlib import Path

import click
import pytest

from benches.measure import RECORDS, latest
from tests.shared_data import ROOT
from tools.figures import tables, with_table


@pytest.mark.parametrize("path", tables(), ids=lambda path: path.name)
def test_the_tables_of_figures_are_those_of_the_records(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text == with_table(text, tables()[path]), "run python -m tools.figures"


def test_the_figures_of_the_crawler_are_those_of_the_record() -> None:
    from benches.crawl import to_table

    rows = latest("crawl")["crawls"]
    assert to_table(rows) in (ROOT / "docs" / "how-to" / "sites.md").read_text(encoding="utf-8")


def test_the_scores_of_markdown_are_those_of_the_record() -> None:
    from benches.markdown_scores import table

    assert table(latest("markdown_scores")) in (ROOT / "docs" / "how-to" / "render.md").read_text(encoding="utf-8")


def test_the_reference_has_every_command() -> None:
    from maintext.cli.main import commands

    text = (ROOT / "docs" / "reference" / "cli.md").read_text(encoding="utf-8")
    for path in command_paths(commands, "maintext"):
        assert f"$ {path} --help\n" in text, path


def command_paths(command: click.Command, path: str) -> list[str]:
    """The words of a command and of all commands below it."""
    if not isinstance(command, click.Group):
        return [path]
    context = click.Context(command)
    below = [(name, command.get_command(context, name)) for name in command.list_commands(context)]
    return [path, *(inner for name, one in below if one for inner in command_paths(one, f"{path} {name}"))]


def test_every_record_has_its_date_and_machine() -> None:
    for path in RECORDS.glob("*.json"):
        found = json.loads(path.read_text(encoding="utf-8"))
        assert found["time"].startswith(path.name[:10]), path.name
        assert found["machine"], path.name


def test_every_extractor_has_a_page() -> None:
    from maintext.extractors.registry import EXTRACTORS

    pages = {path.stem for path in (ROOT / "docs" / "algorithms").glob("*.md")}
    assert {name for name in EXTRACTORS if name not in {"all", "cetr-tm", "cetr-km"}} <= pages
