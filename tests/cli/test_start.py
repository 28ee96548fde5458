"""A command imports what it needs and nothing else: modules are counted, because time depends on the machine."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

_RUN = """
import json, sys
from maintext.cli import main
sys.argv = ["maintext", *sys.argv[1:]]
try:
    main()
except SystemExit as end:
    assert not end.code, end.code
print(json.dumps(sorted(sys.modules)), file=sys.stderr)
"""


def modules_of(*arguments: str) -> set[str]:
    """The modules that a command has imported when it ends."""
    done = subprocess.run([sys.executable, "-c", _RUN, *arguments], capture_output=True, text=True, check=True)
    return set(json.loads(done.stderr.splitlines()[-1]))


@pytest.fixture
def page(tmp_path: Path) -> str:
    path = tmp_path / "page.html"
    path.write_text("<h1>Tea</h1><p>Boil the water, and wait for it to cool a little before you pour it.")
    return str(path)


def test_the_version_needs_neither_numpy_nor_a_command() -> None:
    modules = modules_of("--version")
    assert "click" in modules
    assert "numpy" not in modules
    assert not {name for name in modules if name.startswith("maintext.cli.")} - {
        "maintext.cli.main",
        "maintext.cli.inputs",
    }


@pytest.mark.parametrize("output_format", ["markdown", "text"])
def test_a_page_needs_no_other_command_process_or_extractor(page: str, output_format: str) -> None:
    modules = modules_of(page, "--format", output_format)
    assert "maintext.model.extractor" in modules
    unneeded = {"asyncio", "concurrent.futures", "multiprocessing", "maintext.render.markup", "maintext.cli.batch"}
    assert not unneeded & modules
    assert not {name for name in modules if name.startswith("maintext.extractors.papers.")}
    assert "maintext.input_formats.markdown" not in modules


def test_another_extractor_and_format_are_imported_when_they_are_used(page: str) -> None:
    modules = modules_of(page, "--by", "pvalue", "--format", "tei")
    assert {"maintext.extractors.papers.pvalue", "maintext.render.tei"} <= modules
    assert "maintext.extractors.papers.cetr" not in modules
