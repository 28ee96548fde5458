"""benches/record -> the benchmark page of the site: the newest record of each, with date, machine and command.

python -m tools.benchmark_page      print it
"""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
RECORDS = ROOT / "benches" / "record"
_ABOUT = ("python", "machine", "time", "numpy")
_MAX_ROWS = 40
_HEAD = """# Benchmarks

The newest record of each benchmark, as [benches/record](../benches/record) has it: date, machine, command and figures.
Only ratios between tools of the same run carry over to other machines. [benches/README.md](../benches/README.md)
describes what each one is for; quality is measured by [`maintext evaluate`](how-to/evaluate.md) and listed with the
[algorithms](algorithms/README.md).
"""


def newest() -> dict[str, Path]:
    """By name of a benchmark: the path of its last record."""
    found = {}
    for path in sorted(RECORDS.glob("*.json")):
        found[re.sub(r"^\d{4}-\d\d-\d\d-", "", path.stem)] = path
    return found


def text() -> str:
    """The whole page, in Markdown."""
    return "\n".join([_HEAD, *(section(name, path) for name, path in newest().items())])


def section(name: str, path: Path) -> str:
    """One benchmark: what it measures, when and where it ran, and its figures."""
    record = json.loads(path.read_text(encoding="utf-8"))
    facts = {key: value for key, value in record.items() if key not in _ABOUT and not isinstance(value, dict | list)}
    lines = [f"## {name}", "", *_about(name)]
    lines += [f"{record['time'][:10]}, {record['machine']}, Python {record['python']}"]
    lines[-1] += "".join(f"; {_words(key)}: {_cell(value)}" for key, value in facts.items()) + "."
    for key, value in record.items():
        if key not in _ABOUT and isinstance(value, dict | list) and value:
            lines += ["", f"**{_words(key)}**", "", *table(value)]
    return "\n".join(lines) + "\n"


def _about(name: str) -> list[str]:
    """The first sentence of the benchmark's module and its command, where a module has its name."""
    stem = name.replace("-", "_")
    path = ROOT / "benches" / f"{stem}.py"
    if not path.exists():
        return []
    about = (ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "").split("\n\n")[0].replace("\n", " ")
    return [about, "", f"`python -m benches.{stem} --record`", ""]


def table(figures: dict[str, Any] | list[Any]) -> list[str]:
    """Figures as a Markdown table: one row per entry."""
    rows = list(figures.items()) if isinstance(figures, dict) else [(str(n), row) for n, row in enumerate(figures, 1)]
    shown = rows[:_MAX_ROWS]
    columns = list(dict.fromkeys(key for _, row in shown if isinstance(row, dict) for key in row))
    if columns:
        lines = ["| | " + " | ".join(map(_words, columns)) + " |", "|---" * (len(columns) + 1) + "|"]
        for name, row in shown:
            cells = [row.get(key, "") for key in columns] if isinstance(row, dict) else [row]
            lines.append(f"| {name} | " + " | ".join(map(_cell, cells)) + " |")
    else:
        lines = ["| | |", "|---|---|", *(f"| {name} | {_cell(value)} |" for name, value in shown)]
    if len(rows) > len(shown):
        lines += ["", f"{len(rows) - len(shown)} more rows are in the record."]
    return lines


def _words(key: str) -> str:
    return key.replace("_", " ").replace("|", "")


def _cell(value: object) -> str:
    if isinstance(value, bool) or value is None:
        return str(value)
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, dict):
        return ", ".join(f"{_words(str(key))} {_cell(one)}" for key, one in list(value.items())[:6])
    if isinstance(value, list):
        return ", ".join(map(_cell, value[:10]))
    return str(value).replace("|", "/").replace("\n", " ")


if __name__ == "__main__":
    print(text())
