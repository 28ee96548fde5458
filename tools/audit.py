"""Compares the locked versions of all dependencies with published advisories: `python tools/audit.py`.

cargo-audit reads Cargo.lock and fuzz/Cargo.lock, pip-audit reads constraints.txt. Both are installed into .cache if
they are missing, and both get their advisories from the network. Without it nothing can be compared, and this says so
rather than that nothing was found.

    exit code 0    every dependency was compared, and none has an advisory
              1    some have an advisory
              2    some could not be compared
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
TOOLS = ROOT / ".cache" / "audit-tools"


class Audit(NamedTuple):
    """What became of one list of dependencies."""

    source: str
    n_compared: int = 0
    advisories: tuple[str, ...] = ()
    unchecked: str = ""
    """Why some were not compared; empty if all were."""

    def __str__(self) -> str:
        parts = [f"{self.n_compared} compared, {len(self.advisories)} with advisories", *self.advisories]
        return "\n  ".join([f"{self.source}: {parts[0]}", *parts[1:], *([self.unchecked] if self.unchecked else [])])


def main() -> None:
    """Prints every audit; the exit code says the worst."""
    audits = [rust_audit("Cargo.lock"), rust_audit("fuzz/Cargo.lock"), python_audit("constraints.txt")]
    print("\n".join(map(str, audits)))
    sys.exit(exit_code(audits))


def exit_code(audits: list[Audit]) -> int:
    """1 for an advisory, 2 for what could not be compared, 0 if all is well."""
    if any(audit.advisories for audit in audits):
        return 1
    return 2 if any(audit.unchecked for audit in audits) else 0


def rust_audit(lock: str) -> Audit:
    """Crates of a lock file, compared by cargo-audit."""
    tool = shutil.which("cargo-audit", path=str(TOOLS / "bin")) or shutil.which("cargo-audit")
    if tool is None:
        install = ["cargo", "install", "--quiet", "--locked", "--root", str(TOOLS), "cargo-audit"]
        done = _run(install)
        if done.returncode:
            return Audit(lock, unchecked=f"NOT COMPARED: cargo-audit can't be installed: {_last_line(done.stderr)}")
        tool = str(TOOLS / "bin" / "cargo-audit")
    done = _run([tool, "audit", "--json", "--file", str(ROOT / lock)])
    return read_cargo_audit(lock, done.stdout, done.stderr)


def read_cargo_audit(lock: str, report: str, errors: str) -> Audit:
    """The meaning of cargo-audit's output."""
    try:
        found = json.loads(report)
    except ValueError:
        first = next((line for line in errors.splitlines() if line.strip()), "no report")
        return Audit(lock, unchecked=f"NOT COMPARED: the advisory data can't be had: {first}")
    advisories = tuple(
        f"{one['package']['name']} {one['package']['version']}: {one['advisory']['id']} {one['advisory']['title']}"
        for one in found["vulnerabilities"]["list"]
    )
    return Audit(lock, found["lockfile"]["dependency-count"], advisories)


def python_audit(constraints: str) -> Audit:
    """Packages of a constraints file, compared by pip-audit."""
    environment = TOOLS / "python"
    tool = environment / "bin" / "pip-audit"
    if not tool.exists():
        _run([sys.executable, "-m", "venv", str(environment)])
        done = _run([str(environment / "bin" / "pip"), "install", "--quiet", "pip-audit"])
        if done.returncode:
            return Audit(
                constraints, unchecked=f"NOT COMPARED: pip-audit can't be installed: {_last_line(done.stderr)}"
            )
    command = [str(tool), "--no-deps", "--disable-pip", "--format", "json", "--requirement", str(ROOT / constraints)]
    done = _run(command)
    return read_pip_audit(constraints, done.stdout, done.stderr)


def read_pip_audit(constraints: str, report: str, errors: str) -> Audit:
    """The meaning of pip-audit's output. It ends with 0 even if it could compare no package."""
    try:
        found = json.loads(report)["dependencies"]
    except (ValueError, KeyError):
        return Audit(constraints, unchecked=f"NOT COMPARED: the advisory data can't be had: {_last_line(errors)}")
    skipped = [one for one in found if "skip_reason" in one]
    advisories = tuple(
        f"{one['name']} {one['version']}: {advisory['id']}" for one in found for advisory in one.get("vulns", ())
    )
    unchecked = f"NOT COMPARED: {len(skipped)} packages: {skipped[0]['skip_reason']}" if skipped else ""
    return Audit(constraints, len(found) - len(skipped), advisories, unchecked)


def _run(command: list[str]) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(command, cwd=ROOT, text=True, capture_output=True, check=False)  # noqa: S603
    except OSError as error:
        return subprocess.CompletedProcess(command, 1, "", str(error))


def _last_line(text: str) -> str:
    return (text.strip().splitlines() or ["no message"])[-1]


if __name__ == "__main__":
    main()
