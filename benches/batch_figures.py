"""Records of benches -> figures in docs/how-to/batch.md and common-crawl.md: speeds, and what a monthly crawl takes.

python -m benches.batch_figures            prints them
python -m benches.batch_figures --write    puts them into the pages, between their marks

`make bench-batch` does the second when it has measured. A test sees that the pages say what the records say.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path
from textwrap import fill
from typing import Any

from benches.batch import MATCHED, OURS, TITLE_ALONE, TRAFILATURA_WITH_METADATA, UNGUARDED
from benches.engines import ENGINES
from benches.group_by import BLOCKS_A_PAGE
from benches.measure import RECORDS, latest

HOW_TO = Path(__file__).parent.parent / "docs" / "how-to"
BEGIN, END = "<!-- by benches/batch_figures.py -->\n", "<!-- end -->\n"
BYTES_A_SECOND = 1e9 / 8
"""Of a line of 1 Gbit/s."""


@dataclass(frozen=True)
class Crawl:
    """A monthly crawl, and what is paid for."""

    n_pages: float = 3e9
    n_files: int = 90_000
    n_cores: int = 64
    dollars_a_core_hour: float = 0.04


@dataclass(frozen=True)
class Measured:
    """Figures of the records: bytes per page, core milliseconds per page, core seconds per file."""

    gzip_bytes: float
    parquet_bytes: float
    matchable_bytes: float
    ms: dict[str, float]
    counting_ms: float
    """Of finding what sites share, with as many blocks a page as `group_by` has."""
    file_seconds: dict[str, float]
    """By engine. Spark has figures only where Java is installed."""
    start_seconds: dict[str, float]


def read_measured(folder: Path = RECORDS) -> Measured:
    speed, counting, engines = (latest(name, folder) for name in ("batch-speed", "group-by", "engines"))
    n_pages = speed["pages"]
    return Measured(
        speed["gzip_bytes"] / n_pages,
        speed["parquet_bytes"] / n_pages,
        speed["matchable_bytes"] / n_pages,
        {name: 1000 / rate for name, rate in speed["pages_a_second_a_core"].items()},
        1000 * counting["cpu_seconds"] * BLOCKS_A_PAGE / counting["rows"],
        {name: engines[name]["file_seconds"] for name in ENGINES if name in engines},
        {name: engines[name]["start_seconds"] for name in ENGINES if name in engines},
    )


def core_hours(ms_a_page: float, crawl: Crawl) -> float:
    """Of all pages.

    >>> round(core_hours(1.2, Crawl()))
    1000
    """
    return ms_a_page * crawl.n_pages / 1000 / 3600


def rounded(value: float) -> str:
    """Two digits that count: more would claim more than was measured.

    >>> rounded(1234.5), rounded(0.0456), rounded(73.2)
    ('1,200', '0.046', '73')
    """
    short = float(f"{value:.2g}")
    return f"{short:,.0f}" if short >= 10 else f"{short:g}"


def cost(measured: Measured, crawl: Crawl = Crawl()) -> str:
    """What a crawl takes, as Markdown."""
    work = {
        "text, title, author, date, language": measured.ms[OURS],
        "text and title: `--no-metadata`": measured.ms[TITLE_ALONE],
        "all, and `--match`": measured.ms[MATCHED] + measured.counting_ms,
    }
    bytes_of = {
        "read: gzip": measured.gzip_bytes,
        "written: Parquet": measured.parquet_bytes,
        "kept until the end with `--match`": measured.matchable_bytes,
    }
    lines = [f"| | a page | {crawl.n_pages / 1e9:g} billion pages |", "|---|---|---|"]
    lines += [
        f"| {name} | {rounded(n_bytes / 1000)} KB | {rounded(n_bytes * crawl.n_pages / 1e12)} TB |"
        for name, n_bytes in bytes_of.items()
    ]
    lines += [
        f"| {name} | {rounded(ms)} ms of a core | {_paid(core_hours(ms, crawl), crawl)} |" for name, ms in work.items()
    ]
    return "\n".join(lines) + "\n\n" + _prose(measured, crawl)


def _paid(n_hours: float, crawl: Crawl) -> str:
    return f"{rounded(n_hours)} core hours, {rounded(n_hours * crawl.dollars_a_core_hour)} dollars"


def _prose(measured: Measured, crawl: Crawl) -> str:
    n_hours = core_hours(measured.ms[OURS], crawl)
    n_days = measured.gzip_bytes * crawl.n_pages / BYTES_A_SECOND / 86_400
    a_file = measured.ms[OURS] * crawl.n_pages / crawl.n_files / 1000
    here = (
        f"An hour of a core is taken for {crawl.dollars_a_core_hour:g} dollars. On {crawl.n_cores} cores the first of "
        f"these takes {rounded(n_hours / crawl.n_cores)} hours. Reading from another network than Amazon's is bounded "
        f"by the line: {rounded(n_days)} days at 1 Gbit/s."
    )
    cluster = (
        "A cluster takes the same core hours for the pages, because executors run the same processes. "
        f"{_beside_pages(measured, crawl)} A file takes a core {rounded(a_file)} s, and that long some cores have "
        "nothing to do at the end."
    )
    return f"{_filled(here)}\n\n{_filled(cluster)}\n"


def _beside_pages(measured: Measured, crawl: Crawl) -> str:
    """What a file takes whatever its pages are, by the engine of which most is known."""
    engine = "spark" if "spark" in measured.file_seconds else "embedded"
    a_file, start = measured.file_seconds[engine], measured.start_seconds[engine]
    n_hours = a_file * crawl.n_files / 3600
    share = n_hours / core_hours(measured.ms[OURS], crawl)
    who = {"spark": "Spark", "embedded": "the embedded engine (of Spark it has not been measured yet)"}[engine]
    return (
        f"What {who} takes beside them, on one machine: {rounded(start)} s of a core to start, and {rounded(a_file)} s "
        f"for each file, in which the processes of a file start. For {crawl.n_files:,} files that is "
        f"{_paid(n_hours, crawl)}, {share:.1%} of the whole."
    )


def _filled(text: str) -> str:
    return fill(text, 120, break_on_hyphens=False)


def speeds(record: dict[str, Any]) -> str:
    """How fast which pipeline is, and where the time goes, as Markdown."""
    rates, n_pages = record["pages_a_second_a_core"], record["pages"]
    html_kb, gzip_kb = (rounded(record[name] / n_pages / 1000) for name in ("html_bytes", "gzip_bytes"))
    rows = [f"| {name} | {rate:,.0f} |" for name, rate in rates.items()]
    shares = ", ".join(f"{name} {share:.0%}" for name, share in record["shares"].items())
    before = (
        f"`make bench-batch`, on {n_pages:,} pages of the corpora ({html_kb} KB of HTML, {gzip_kb} KB of gzip each), "
        "from a gzip WARC to Parquet, in pages a second of processor time of one core, each page guarded:"
    )
    # Like with like: who reads metadata beside who does.
    text, full = rates[TITLE_ALONE], rates[OURS]
    after = (
        f"So for text alone it is {text / rates['resiliparse']:.1f} times as fast as with resiliparse and "
        f"{text / rates['trafilatura']:.0f} times as fast as with trafilatura; with title, author and date "
        f"{full / rates[TRAFILATURA_WITH_METADATA]:.0f} times as fast as with trafilatura, and still "
        f"{full / rates['resiliparse']:.1f} and {full / rates['trafilatura']:.0f} times as fast as they are for text "
        f"alone. fastwarc, resiliparse and pyarrow in one process, where a page that crashes ends the run, write "
        f"{rates[UNGUARDED]:,.0f} pages a second: ours is {text / rates[UNGUARDED]:.1f} times as fast for text and "
        f"{full / rates[UNGUARDED]:.1f} times with metadata. Of the first the shares are: {shares}. The records are in "
        "`benches/record`."
    )
    table = "\n".join(["| in the kernel's place | pages/s/core |", "|---|---|", *rows])
    return f"{_filled(before)}\n\n{table}\n\n{_filled(after)}\n"


def figures(folder: Path = RECORDS) -> dict[str, str]:
    """By the name of the page: what stands between its marks."""
    return {"batch.md": speeds(latest("batch-speed", folder)), "common-crawl.md": cost(read_measured(folder))}


def written(page: str, text: str) -> str:
    """A page with other figures between its marks.

    >>> written(f"Before. {BEGIN}Old.{END}After.", "New.") == f"Before. {BEGIN}New.{END}After."
    True
    """
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    assert begin and end, "the page has no marks"  # noqa: PT018 - both or none
    return f"{before}{BEGIN}{text}{END}{after}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true")
    is_to_write = parser.parse_args().write
    for name, text in figures().items():
        print(text)
        if is_to_write:
            path = HOW_TO / name
            path.write_text(written(path.read_text(), text))


if __name__ == "__main__":
    main()
