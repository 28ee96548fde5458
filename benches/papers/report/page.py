"""The list of items and the records -> docs/papers.md. A test compares the page with what this makes."""

from benches.corpora import ROOT
from benches.papers.records import recorded
from benches.papers.report import times
from benches.papers.report.cells import CELLS
from benches.papers.report.items import ERRATA, ITEMS, MODULES, PAPERS, Item
from benches.papers.report.tables import TABLES, markdown

PAGE = ROOT / "docs" / "papers.md"
INTRODUCTION = """# The five papers, item by item

Every table and figure of the five papers this project began with: the paper's figure, ours, the pages it is measured
on, and the command that measures it. `make papers` runs all of them and writes this page from the records in
[benches/record/papers](../benches/record/papers); a test compares both. Figures are per cent unless a unit is given.

The pages of four of the papers are not public, so that a difference may come from the pages. CleanEval is the
exception: 732 of its 741 English pages are at hand. Nothing was chosen on this page: the figures are of the extractors
as they ship, and the readings show what following the paper to the letter would change. `--by NAME:as_printed=READING`
runs a reading.
"""


def row(item: Item) -> list[str]:
    """The cells of an item."""
    ours = CELLS[item.ours]() if item.ours else "no data"
    how = f"`{item.command}`" if item.command else item.reason
    return [f"{item.number}: {item.shows}", item.in_paper, ours, item.corpus or "-", how]


def section(paper: str) -> str:
    """The items, tables and slips of one paper."""
    module = MODULES[paper]
    record = recorded(module)
    items = markdown(
        ["item", "in the paper", "ours", "pages", "command, or why not"],
        [row(item) for item in ITEMS if item.paper == paper],
    )
    about = f"{PAPERS[paper]}. [How it works here](algorithms/{module}.md). Measured on {record['time'][:10]}."
    errata = "\n".join(f"* {slip}" for slip in ERRATA[paper])
    parts = [
        f"## {paper}",
        about,
        items,
        *TABLES[paper](),
        *times_of(paper),
        f"**Slips of the paper itself.**\n\n{errata}",
    ]
    return "\n\n".join(parts)


def times_of(paper: str) -> list[str]:
    """The times of a paper that has some."""
    if paper == "qRead":
        about = "**Figures 6 to 8.** Processor time from HTML to answer, in each of the 20 draws without its extremes."
        return [about, times.qread_times()]
    if paper == "leaf":
        return ["**Figure 5.** The split of the time over 200 pages, and its quantiles.", times.leaf_times()]
    return []


def text() -> str:
    """The whole page."""
    return "\n".join([INTRODUCTION, *(f"{section(paper)}\n" for paper in PAPERS)])


def main() -> None:
    PAGE.write_text(text(), encoding="utf-8")


if __name__ == "__main__":
    main()
