"""Compares the dependencies in Rust with deny.toml: `python tools/deny.py`.

cargo-deny reads Cargo.lock and fuzz/Cargo.lock. It is installed into .cache if it is missing. Licences, bans and
sources need no network. Advisories do; where they can't be had, this says so rather than that nothing was found.

    exit code 0    all checks passed
              1    a check failed
              2    some could not be made
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
TOOLS = ROOT / ".cache" / "audit-tools"
MANIFESTS = ("Cargo.toml", "fuzz/Cargo.toml")
CHECKS = ("licenses", "bans", "sources", "advisories")


class Verdict(NamedTuple):
    """How one check of one workspace ended."""

    manifest: str
    check: str
    problems: tuple[str, ...] = ()
    not_made: str = ""

    def __str__(self) -> str:
        outcome = f"NOT CHECKED: {self.not_made}" if self.not_made else "failed" if self.problems else "ok"
        return "\n  ".join([f"{self.manifest}, {self.check}: {outcome}", *self.problems])


def main() -> None:
    """Prints every verdict; the exit code says the worst."""
    verdicts = [verdict_on(manifest, check) for manifest in MANIFESTS for check in CHECKS]
    print("\n".join(map(str, verdicts)))
    sys.exit(exit_code(verdicts))


def exit_code(verdicts: list[Verdict]) -> int:
    """1 for a check that failed, 2 for one that could not be made, 0 if all is well."""
    if any(verdict.problems for verdict in verdicts):
        return 1
    return 2 if any(verdict.not_made for verdict in verdicts) else 0


def verdict_on(manifest: str, check: str) -> Verdict:
    """One check by cargo-deny."""
    tool = shutil.which("cargo-deny", path=str(TOOLS / "bin")) or shutil.which("cargo-deny")
    if tool is None:
        done = _run(["cargo", "install", "--quiet", "--locked", "--root", str(TOOLS), "cargo-deny"])
        if done.returncode:
            reason = (done.stderr.strip().splitlines() or ["no message"])[-1]
            return Verdict(manifest, check, not_made=f"cargo-deny can't be installed: {reason}")
        tool = str(TOOLS / "bin" / "cargo-deny")
    options = ["--manifest-path", str(ROOT / manifest), "--config", str(ROOT / "deny.toml"), "--color", "never"]
    done = _run([tool, *options, "check", "--hide-inclusion-graph", check])
    return read_verdict(manifest, check, done.returncode, done.stderr)


def read_verdict(manifest: str, check: str, code: int, report: str) -> Verdict:
    """The meaning of cargo-deny's exit code and report.

    It ends with 1 both for a problem and for advisories that it could not fetch. Problems have a code in brackets.
    """
    if not code:
        return Verdict(manifest, check)
    lines = [line for line in report.splitlines() if line.strip()]
    problems = tuple(line for line in lines if line.startswith("error["))
    return Verdict(manifest, check, problems, "" if problems else (lines or ["no report"])[0])


def _run(command: list[str]) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(command, cwd=ROOT, text=True, capture_output=True, check=False)  # noqa: S603
    except OSError as error:
        return subprocess.CompletedProcess(command, 1, "", str(error))


if __name__ == "__main__":
    main()
