"""How a crawl's progress is written."""

import json
import re

import pytest

from maintext.cli.progress import crawl_reporter
from maintext.crawl.frontier import Kind, State
from maintext.crawl.progress import Progress


def some_progress() -> Progress:
    progress = Progress(n_known=1_500)
    for state in (State.DONE, State.DONE, State.FAILED, State.REFUSED, State.MOVED):
        progress.settled(Kind.PAGE, state)
    progress.settled(Kind.SITEMAP, State.DONE)
    return progress


def test_people_see_one_line_that_is_written_over(capsys: pytest.CaptureFixture[str]) -> None:
    with crawl_reporter("line") as report:
        report(some_progress())
        report(some_progress())
    written = capsys.readouterr().err
    assert written.count("\n") == 1
    assert written.startswith("\r2 pages, "), "what clears the line is left out where no terminal is"
    assert "/s, 1,494 queued, 1 failed, 1 refused" in written
    assert re.search(r"1 refused, [\d,]+:\d\d left\n$", written)


def test_machines_read_a_json_object_a_line_and_the_last_numbers_are_always_told(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with crawl_reporter("json") as report:
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


def test_where_no_terminal_is_nothing_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with crawl_reporter("auto") as report:
        report(some_progress())
    assert capsys.readouterr().err == ""
