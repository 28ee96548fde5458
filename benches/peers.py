"""Quality and time of maintext beside other tools on two corpora that none of them was trained on: README's table.

    python -m benches.peers --record     measure, and write benches/record (on one core, some minutes)
    python -m benches.peers --write      write the tables of README.md and docs/how-to/evaluate.md from the last record

`make peers-table` does both. All rows are from one run, so that their times can be compared.
"""

from __future__ import annotations

import argparse
import re
from importlib.metadata import version
from pathlib import Path
from typing import Any

from benches.corpora import CORPORA, ROOT
from benches.measure import latest, record
from maintext.corpus import open_corpus
from maintext.evaluate.evaluation import Request, evaluate
from maintext.evaluate.peers import PEERS
from maintext.evaluate.summary import Summary, summarise

NAME = "peers"
CORPUS_TITLES = {"gn1": "L3S-GN1", "portal": "CleanPortalEval"}
OURS, WHOLE_PAGE = "model", "all"
SHOWN_NAMES = {"justext": "jusText"}
Row = dict[str, Any]
_MARKS = r"(<!-- by benches/peers.py -->\n).*?(<!-- end -->)"


def rows_of(summaries: list[Summary]) -> dict[str, Row]:
    """By tool: its version, and by corpus its F1, shingles F1, median milliseconds and errors."""
    found: dict[str, Row] = {}
    for summary in summaries:
        row = found.setdefault(summary.by, {"version": version(summary.by) if summary.by in PEERS else ""})
        words, shingles = summary.figures["bag-of-words"], summary.figures["shingles"]
        row[summary.corpus] = {
            "f1": round(words["f1"], 3),
            "f1_of_means": round(words["f1_of_means"], 3),
            "shingles_f1": round(shingles["f1"], 3),
            "median_ms": round(summary.ms["median"], 2),
            "errors": summary.errors,
        }
    return found


def measured(limit: int | None) -> dict[str, Any]:
    """What is recorded."""
    corpora = [open_corpus(CORPORA / f"{name}.tar.xz") for name in CORPUS_TITLES]
    evaluation = evaluate(Request(corpora, [OURS, WHOLE_PAGE, *PEERS], limit=limit))
    summaries = summarise(evaluation.results)
    pages = {summary.corpus: summary.n_pages for summary in summaries}
    return {"pages": pages, "corpora": evaluation.sha256, "tools": rows_of(summaries), "missing": evaluation.missing}


def _short(figure: float) -> str:
    return f"{figure:.3f}".removeprefix("0")


def readme_table(kept: dict[str, Any]) -> str:
    """README's table: tools by F1 on the first corpus, the best of each corpus in bold."""
    tools = {name: row for name, row in kept["tools"].items() if name != WHOLE_PAGE}
    first = next(iter(CORPUS_TITLES))
    best = {corpus: max(row[corpus]["f1"] for row in tools.values()) for corpus in CORPUS_TITLES}
    titles = [f"{title}, {kept['pages'][corpus]:,} pages" for corpus, title in CORPUS_TITLES.items()]
    lines = [f"| | {' | '.join(titles)} | ms per page |", "|---|---|---|---|"]
    # Ours first: the table shows the others beside it.
    for name, row in sorted(tools.items(), key=lambda tool: (tool[0] != OURS, -tool[1][first]["f1"])):
        figures = []
        for corpus in CORPUS_TITLES:
            shown = _short(row[corpus]["f1"])
            figures.append(f"**{shown}**" if row[corpus]["f1"] == best[corpus] else shown)
        label = "**maintext**" if name == OURS else f"{SHOWN_NAMES.get(name, name)} {row['version']}"
        lines.append(f"| {label} | {' | '.join(figures)} | {row[first]['median_ms']:.1f} |")
    return "\n".join(lines) + f"\n\n{_when(kept)}\n"


def docs_table(kept: dict[str, Any]) -> str:
    """The table of docs/how-to/evaluate.md, with more figures."""
    heads = [f"{corpus}: F1 | shingles | ms" for corpus in CORPUS_TITLES]
    lines = [f"| by | {' | '.join(heads)} | errors |", f"|---|{'---|---|---|' * len(CORPUS_TITLES)}---|"]
    first = next(iter(CORPUS_TITLES))
    for name, row in sorted(kept["tools"].items(), key=lambda tool: -tool[1][first]["f1"]):
        cells = [
            f"{own['f1']:.3f} ({own['f1_of_means']:.3f}) | {own['shingles_f1']:.3f} | {own['median_ms']:.1f}"
            for own in (row[corpus] for corpus in CORPUS_TITLES)
        ]
        errors = [f"{n} {kind}" for corpus in CORPUS_TITLES for kind, n in row[corpus]["errors"].items()]
        lines.append(f"| {name} | {' | '.join(cells)} | {', '.join(errors) or '-'} |")
    return "\n".join(lines) + f"\n\n{_when(kept)}\n"


def _when(kept: dict[str, Any]) -> str:
    return f"Measured on {kept['time'][:10]} on one core of {kept['machine']} by `make peers-table`."


def write(path: Path, text: str) -> None:
    """Puts a text between the marks of a page."""
    page = path.read_text(encoding="utf-8")
    written, n_places = re.subn(_MARKS, lambda found: found[1] + text + found[2], page, flags=re.DOTALL)
    if n_places != 1:
        raise SystemExit(f"{path.name} has {n_places} places marked <!-- by benches/peers.py -->, expected 1")
    path.write_text(written, encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--limit", type=int, help="pages of each corpus, for a try")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    if arguments.record:
        print(record(NAME, measured(arguments.limit)))
    if arguments.write:
        kept = latest(NAME)
        write(ROOT / "README.md", readme_table(kept))
        write(ROOT / "docs" / "how-to" / "evaluate.md", docs_table(kept))
    if not (arguments.record or arguments.write):
        print(readme_table({"time": "not recorded", "machine": "this machine", **measured(arguments.limit)}))


if __name__ == "__main__":
    main()
