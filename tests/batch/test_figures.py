"""The figures in the how-tos are those of the records, and are reckoned right."""

import doctest
import json
from pathlib import Path

import pytest

from benches import batch_figures
from benches.batch_figures import BEGIN, END, HOW_TO, Crawl, Measured, cost, figures
from benches.measure import latest


@pytest.mark.parametrize("name", ["batch.md", "common-crawl.md"])
def test_the_pages_say_what_the_records_say(name: str) -> None:
    page = (HOW_TO / name).read_text()
    told = page.partition(BEGIN)[2].partition(END)[0]
    assert told == figures()[name], "python -m benches.batch_figures --write"


def test_a_crawl_takes_what_its_pages_take_together() -> None:
    ms = {"maintext": 3.6, "maintext --no-metadata": 1.8, "maintext --match": 5.4}
    measured = Measured(20_000, 2_000, 4_000, ms, 1.8, {"embedded": 1, "spark": 2}, {"embedded": 3, "spark": 30})
    text = " ".join(cost(measured, Crawl(n_pages=1e9, n_files=18_000, n_cores=10, dollars_a_core_hour=0.05)).split())
    assert "| | a page | 1 billion pages |" in text
    assert "| read: gzip | 20 KB | 20 TB |" in text
    assert "| text, title, author, date, language | 3.6 ms of a core | 1,000 core hours, 50 dollars |" in text
    assert "`--no-metadata` | 1.8 ms of a core | 500 core hours, 25 dollars |" in text
    # Counting comes on top.
    assert "`--match` | 7.2 ms of a core | 2,000 core hours, 100 dollars |" in text
    assert "On 10 cores the first of these takes 100 hours" in text
    assert "1.9 days at 1 Gbit/s" in text
    assert "For 18,000 files that is 10 core hours, 0.5 dollars, 1.0% of the whole" in text
    assert "A file takes a core 200 s" in text


def test_the_newest_record_counts(tmp_path: Path) -> None:
    for day in ("2026-01-31", "2026-02-01"):
        (tmp_path / f"{day}-engines.json").write_text(json.dumps({"day": day}))
    assert latest("engines", tmp_path) == {"day": "2026-02-01"}


def test_the_examples_of_the_tool_are_so() -> None:
    assert doctest.testmod(batch_figures).failed == 0
