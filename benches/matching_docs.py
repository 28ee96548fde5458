"""The records of matching and of quotations -> the tables of docs/algorithms/matching.md."""

import re

from benches.corpora import ROOT
from benches.matching import pages_table, to_table
from benches.measure import latest
from benches.quotations import to_table as to_quotations_table

COUNTS = re.compile(r"portal\s+has\s[^.]*\.\s+The\s+site\s+is")
DOC = ROOT / "docs" / "algorithms" / "matching.md"


def with_table(text: str, table: str) -> str:
    """The text with this table in place of the one that has the same first line."""
    head = table.partition("\n")[0]
    start = text.index(head)
    stop = text.index("\n\n", start)
    return text[:start] + table + text[stop:]


def with_counts(text: str, corpora: dict[str, dict[str, int]]) -> str:
    """The text with the present numbers of sites and pages in its sentence about them."""
    first, *others = (f"{own['n_sites']} {{}}and {own['n_pages']}" for own in corpora.values())
    parts = [f"portal has {first.format('sites ')} pages"]
    parts += [f"{name} {counts.format('')}" for name, counts in zip(list(corpora)[1:], others, strict=True)]
    sentence = ", ".join(parts) + ". The site is"
    found = COUNTS.search(text)
    if found is None:
        raise KeyError(f"{DOC.name} has no sentence about sites and pages")
    # As long as the numbers are the same, so are the line breaks.
    is_same = " ".join(found[0].split()) == sentence
    return text if is_same else text[: found.start()] + sentence + text[found.end() :]


def main() -> None:
    record = latest("matching")
    text = with_counts(DOC.read_text(encoding="utf-8"), record["corpora"])
    for table in (
        to_table(record["corpora"]),
        pages_table(record["pages"]),
        to_quotations_table(latest("quotations")["corpora"]),
    ):
        text = with_table(text, table)
    DOC.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
