"""`maintext PAGE` with selectors, chunks, sections and a number of tokens."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from maintext.cli.main import commands

PAGE = """<title>Tea</title><link rel=canonical href="https://example.org/tea"><h1>Tea</h1><p>Tea is a drink.</p>
<h2>Brewing</h2><p>Boil the water, <a href=leaves>and wait</a>.<sup class=note>[1]</sup></p>
<h2>Milk</h2><p>Milk goes in last, say some people, and others pour it first.</p><aside>Buy!</aside>"""


def run(tmp_path: Path, *options: str) -> Result:
    path = tmp_path / "page.html"
    path.write_text(PAGE, encoding="utf-8")
    return CliRunner().invoke(commands, ["extract", str(path), "--by", "all", *options])


def test_elements_are_pruned_and_kept(tmp_path: Path) -> None:
    done = run(tmp_path, "--prune", "aside", "--prune", "//sup[@class='note']", "--format", "text")
    assert "Buy!" not in done.output
    assert "[1]" not in done.output
    assert run(tmp_path, "--keep", "aside", "--format", "text", "--no-include-title").output == "Buy!\n"


def test_a_selector_that_is_not_understood_is_wrong_usage(tmp_path: Path) -> None:
    done = run(tmp_path, "--prune", "p:hover")
    assert done.exit_code == 2
    assert "':hover' is not understood" in done.output


def test_chunks_are_one_json_object_per_line(tmp_path: Path) -> None:
    done = run(tmp_path, "--format", "chunks", "--chunk-tokens", "24", "--prune", "sup, aside", "--no-include-links")
    chunks = [json.loads(line) for line in done.output.splitlines()]
    assert [chunk["headings"] for chunk in chunks] == [["Tea"], ["Tea", "Milk"]]
    assert chunks[1]["link"].startswith("https://example.org/tea#:~:text=Milk")
    assert {"url", "title", "text", "start", "stop", "n_tokens", "n_repeated"} < set(chunks[0])


def test_chunks_are_written_to_files(tmp_path: Path) -> None:
    assert run(tmp_path, "--format", "chunks", "-o", str(tmp_path / "out")).exit_code == 0
    assert json.loads((tmp_path / "out" / "page.jsonl").read_text(encoding="utf-8"))["title"] == "Tea"


def test_a_page_without_text_has_no_line_of_chunks(tmp_path: Path) -> None:
    assert run(tmp_path, "--format", "chunks", "--keep", "video", "-o", str(tmp_path / "out")).exit_code == 0
    assert (tmp_path / "out" / "page.jsonl").read_text(encoding="utf-8") == ""
    assert "{" not in run(tmp_path, "--format", "chunks", "--keep", "video").stdout


def test_fields_may_be_markdown_sections_and_chunks(tmp_path: Path) -> None:
    done = run(tmp_path, "--fields", "title,markdown,sections,chunks", "--max-tokens", "40", "--chunk-overlap", "4")
    record = json.loads(done.output)
    assert list(record) == ["title", "markdown", "sections", "chunks"]
    assert "are left out" in record["markdown"]
    assert [section["heading"] for section in record["sections"]] == ["", "Brewing", "Milk"]
    assert len(record["chunks"]) == 1


def test_links_are_references_with_their_addresses_at_the_end(tmp_path: Path) -> None:
    done = run(tmp_path, "--links", "references")
    assert "[and wait][1]." in done.output
    assert done.output.endswith("\n[1]: https://example.org/leaves\n")
    record = json.loads(run(tmp_path, "--links", "references", "--fields", "markdown").output)
    assert record["markdown"].endswith("\n[1]: https://example.org/leaves")


def test_markdown_is_cut_after_so_many_tokens(tmp_path: Path) -> None:
    done = run(tmp_path, "--max-tokens", "40")
    assert done.output.startswith("# Tea\n\nTea is a drink.")
    assert 'are left out: "Brewing"' in done.output


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--max-tokens", "40", "--format", "text"], "--max-tokens cuts Markdown"),
        (["--chunk-tokens", "40"], "need --format chunks or --fields chunks"),
        (["--format", "chunks", "--chunk-tokens", "20", "--chunk-overlap", "11"], "at most half of --chunk-tokens"),
        (["--max-tokens", "3"], "x>=16"),
        (["--max-tokens", "40", "--links", "references"], "needs the whole document"),
        (["--format", "chunks", "--links", "references"], "needs the whole document"),
    ],
)
def test_lengths_that_mean_nothing_are_wrong_usage(tmp_path: Path, options: list[str], message: str) -> None:
    done = run(tmp_path, *options)
    assert done.exit_code == 2
    assert message in done.output
