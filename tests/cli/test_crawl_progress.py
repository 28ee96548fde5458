"""How the progress of a crawl is shown."""

import json

import pytest

from maintext.cli.crawl_progress import reporter
from maintext.crawl.frontier import Kind, State
from maintext.crawl.progress import Progress


def some_progress() -> Progress:
    progress = Progress(n_known=1_500)
    for state in (State.DONE, State.DONE, State.FAILED, State.REFUSED, State.MOVED):
        progress.settled(Kind.PAGE, state)
    progress.settled(Kind.SITEMAP, State.DONE)
    return progress


def test_people_see_one_line_that_is_written_over(capsys: pytest.CaptureFixture[str]) -> None:
    with reporter("line") as report:
        report(some_progress())
        report(some_progress())
    written = capsys.readouterr().err
    assert written.count("\n") == 1
    assert written.startswith("\r2 pages, "), "what clears the line is left out where no terminal is"
    assert "/s, 1,494 queued, 1 failed, 1 refused" in written


def test_programs_read_one_json_object_per_line_and_the_last_numbers_are_always_written(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with reporter("json") as report:
        for _ in range(100):
            report(some_progress())
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert len(lines) == 2
    assert {name: lines[-1][name] for name in ("done", "queued", "failed", "refused", "moved")} == {
        "done": 2,
        "queued": 1_494,
        "failed": 1,
        "refused": 1,
        "moved": 1,
    }


def test_without_a_terminal_nothing_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    with reporter("auto") as report:
        report(some_progress())
    assert capsys.readouterr().err == ""
