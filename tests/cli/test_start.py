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


_PAGE = """<!doctype html><html lang=en><head><title>Tea - The Kettle</title><meta property=og:title content=Tea>
<script>var a = 1</script><link rel=canonical href=https://example.org/tea></head><body>
<nav><ul><li><a href=/>Home</a><li><a href=/tea>Tea</a></ul></nav><noscript>Without scripts.</noscript>
<main><h1>Tea</h1><p>By <a rel=author href=/ann>Ann Lee</a>, <time datetime=2026-03-01>1 March 2026</time></p>
<p property=name>Boil the water, and wait for it to cool a little before you pour it over the leaves. <img src=cup.jpg>
<p>Green tea needs eighty degrees and two minutes, black tea needs boiling water and four minutes.
<p>The pot should be warm, and large enough for all who want to drink from it. Pour the first cup after two minutes,
and the last one when the leaves have sunk to the bottom of the pot.
<p>Nobody needs a thermometer: water that has stood open for five minutes is cool enough, and cups that were warmed
before keep the tea warm for as long as it takes to drink it, in winter as well as in the summer months of the year.
<table><tr><th>Tea<th>Minutes<tr><td>Green<td>2<tr><td>Black<td>4</table></main>
<div class=comments><p>I have never done it in this way, and it was the best tea that I have had in years.</div>"""


@pytest.fixture
def page(tmp_path: Path) -> str:
    path = tmp_path / "page.html"
    path.write_text(_PAGE)
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


@pytest.mark.parametrize("output_format", ["markdown", "text", "html", "json", "xml", "tei"])
def test_a_page_is_written_without_numpy(page: str, output_format: str) -> None:
    assert "numpy" not in modules_of(page, "--format", output_format, "--with-metadata")
