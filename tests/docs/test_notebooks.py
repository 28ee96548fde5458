"""Every notebook runs from its first cell to its last, and shows output."""

from pathlib import Path

import nbformat
import pytest

from tools.notebooks import FOLDER, executed

pytestmark = pytest.mark.slow
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def outputs(notebook: nbformat.NotebookNode) -> list[int]:
    return [len(cell.outputs) for cell in notebook.cells if cell.cell_type == "code"]


def test_there_are_three() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["comparing-methods", "first-steps", "warc-to-data-frame"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_runs_and_shows_what_its_file_shows(path: Path) -> None:
    stored = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    assert any(outputs(stored)), "python -m tools.notebooks --write"
    assert outputs(executed(path)) == outputs(stored)


def test_no_notebook_shows_a_path_of_the_machine_that_ran_it() -> None:
    for path in NOTEBOOKS:
        assert "site-packages" not in path.read_text(encoding="utf-8")
