"""The records of matching and of quotations -> the tables of docs/algorithms/matching.md."""

from benches.corpora import ROOT
from benches.matching import pages_table, to_table
from benches.measure import latest
from benches.quotations import to_table as to_quotations_table

DOC = ROOT / "docs" / "algorithms" / "matching.md"


def with_table(text: str, table: str) -> str:
    """The text with this table in place of the one that has the same first line."""
    head = table.partition("\n")[0]
    start = text.index(head)
    stop = text.index("\n\n", start)
    return text[:start] + table + text[stop:]


def main() -> None:
    text = DOC.read_text(encoding="utf-8")
    record = latest("matching")
    for table in (
        to_table(record["corpora"]),
        pages_table(record["pages"]),
        to_quotations_table(latest("quotations")["corpora"]),
    ):
        text = with_table(text, table)
    DOC.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
