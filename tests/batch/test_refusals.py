"""What can't be meant is refused in words, before anything is read."""

from importlib.util import find_spec
from pathlib import Path

import pytest
from click.testing import CliRunner

from maintext.batch import EmbeddedEngine, Extraction, Filters, Settings, run_batch
from maintext.cli.batch import batch
from maintext.errors import BatchError, GuardError, MaintextError

REFUSALS = {
    "--page-seconds 0": "max_seconds must be above 0, got 0",
    "--page-megabytes -5": "max_bytes must be above 0, got -5,242,880",
    "--jobs -3": "jobs must be at least 1, or 0 for one per core, got -3",
    "--memory lots": "memory must be a size such as 500MB or 2GB, got 'lots'",
    "--language english": "a language must be a code of two or three letters such as en, got 'english'",
    "--by econ --min-confidence 0.5": "econ predicts neither page type nor confidence",
    "--language en --no-metadata": "the language filter needs metadata: without it no page has a language",
    "--page-type blorb": "unknown page type 'blorb'; known: article, forum",
    "--min-chars -1": "min_chars must be at least 0, got -1",
    "--master spark://127.0.0.1:1": "the embedded engine has no option master",
    "--conf a=b": "the embedded engine has no option settings",
}


@pytest.mark.parametrize("options", REFUSALS)
def test_options_that_can_not_be_meant_are_refused(options: str, tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<p>Tea.")
    command = [str(tmp_path / "page.html"), "-o", str(tmp_path / "out"), *options.split()]
    done = CliRunner().invoke(batch, command)
    # Values that no batch could have are errors of usage, with exit code 2.
    assert isinstance(done.exception, MaintextError) or done.exit_code == 2
    assert REFUSALS[options] in f"{done.exception} {done.output}"
    assert not (tmp_path / "out").exists()


def test_a_folder_that_can_not_be_written_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<p>Tea.")
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(BatchError, match=r"can't write to .*out: .*Not a directory"):
        run_batch([str(tmp_path / "page.html")], tmp_path / "file" / "out")


def test_results_are_not_read_again(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<p>Tea.")
    with pytest.raises(BatchError, match=r"found no input files: .* 1 are in the output folder"):
        run_batch([str(tmp_path)], tmp_path)


@pytest.mark.skipif(find_spec("gcsfs") is not None, reason="gcsfs is installed")
def test_a_place_that_needs_another_package_names_it() -> None:
    with pytest.raises(BatchError, match=r"can't open gs://bucket/a.warc.gz: .*install gcsfs"):
        run_batch(["gs://bucket/a.warc.gz"], Path("out"))


@pytest.mark.slow
def test_a_query_that_fails_is_reported_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<p>Tea.")
    settings = Settings(Extraction("all"), Filters(exact_duplicates=True))
    with pytest.raises(BatchError, match=r"the DuckDB query for duplicates failed: .*Memory must have a number"):
        run_batch([str(tmp_path / "page.html")], tmp_path / "out", settings, EmbeddedEngine(1, "lots"))
    run_batch([str(tmp_path / "page.html")], tmp_path / "out", settings, EmbeddedEngine(1))


@pytest.mark.slow
def test_a_folder_may_have_wildcards_in_its_name(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<p>Tea.")
    settings = Settings(Extraction("all"), Filters(exact_duplicates=True), matching={})
    summary = run_batch([str(tmp_path / "page.html")], tmp_path / "out [1]*?", settings, EmbeddedEngine(1))
    assert summary.total.n_with_text == 1


def test_limits_of_nothing_are_refused() -> None:
    from maintext.guard import GuardLimits

    with pytest.raises(GuardError, match="got nan"):
        GuardLimits(max_seconds=float("nan"))
