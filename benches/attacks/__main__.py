"""Runs attacks, each in a process of its own, and writes what they cost into docs/hardening.md."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from benches.attacks import batches, fetching, pages, services
from benches.attacks.attack import Attack, measured
from benches.measure import record

DOCS = Path(__file__).resolve().parent.parent.parent / "docs" / "hardening.md"
ATTACKS: dict[str, Attack] = {**fetching.ATTACKS, **pages.ATTACKS, **batches.ATTACKS, **services.ATTACKS}
BEGIN, END = "<!-- attacks -->\n", "<!-- end of attacks -->\n"
HEAD = "| input | before | now | what the user sees | test |\n|---|---|---|---|---|\n"


def table(results: dict[str, dict[str, Any]]) -> str:
    """The table of docs/hardening.md."""
    return HEAD + "".join(f"{_row(ATTACKS[name], found)}\n" for name, found in results.items())


def _row(attack: Attack, found: dict[str, Any]) -> str:
    file, _, test = attack.test.partition("::")
    held_by = f"`{test}` in `tests/{file}`" if test else f"`tests/{file}`"
    outcome = found["outcome"].replace("|", "\\|").replace("<", "&lt;")
    now = f"{found['seconds']:.1f} s, {found['megabytes']:,} MB"
    return f"| {attack.what} | {attack.before} | {now} | {outcome} | {held_by} |"


def with_table(text: str, results: dict[str, dict[str, Any]]) -> str:
    """The page with the table of these results."""
    before, _, rest = text.partition(BEGIN)
    return before + BEGIN + "\n" + table(results) + "\n" + END + rest.partition(END)[2]


def _in_own_process(name: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "benches.attacks", "--only", name, "--json"]
    done = subprocess.run(command, text=True, capture_output=True, check=False)  # noqa: S603 - ourselves
    if done.returncode:
        return {"failure": done.stderr.strip().splitlines()[-1]}
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=ATTACKS, metavar="NAME", help=", ".join(ATTACKS))
    parser.add_argument("--json", action="store_true", help="in this process, as one line of JSON")
    parser.add_argument("--write", action="store_true", help="write a record, and the table in docs/hardening.md")
    chosen = parser.parse_args()
    if chosen.json:
        with tempfile.TemporaryDirectory() as folder:
            print(json.dumps(measured(ATTACKS[chosen.only], Path(folder))))
        return
    results: dict[str, dict[str, Any]] = {}
    for name in [chosen.only] if chosen.only else ATTACKS:
        results[name] = _in_own_process(name)
        print(results[name].get("failure") or _row(ATTACKS[name], results[name]), flush=True)
    if failed := [name for name, found in results.items() if "failure" in found]:
        sys.exit(f"not as it must be: {', '.join(failed)}")
    if chosen.write:
        record("attacks", {"attacks": results})
        DOCS.write_text(with_table(DOCS.read_text(encoding="utf-8"), results), encoding="utf-8")


if __name__ == "__main__":
    main()
