"""The shell steps of the GitHub workflows that run on Linux -> run by hand in a clean clone.

    python -m tools.workflow_steps                      list them
    python -m tools.workflow_steps test/crate           run the steps of a job in order, up to the first that fails
    python -m tools.workflow_steps wheels/wheel --in DIR   in a folder that exists, which has what earlier jobs made

Steps that publish something are never run. Actions (`uses:`) have no shell command: a clone takes the place of the
checkout, and the present Python and Rust of those that actions install.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parent.parent
WORKFLOWS = ROOT / ".github" / "workflows"
PUBLISHES = ("cargo publish", "gh release")
_EXPRESSION = re.compile(r"\$\{\{\s*([\w.-]+)\s*\}\}")
MINUTES = 60


@dataclass(frozen=True)
class Step:
    """A shell command of a job."""

    job: str
    """WORKFLOW/JOB."""
    command: str
    environment: dict[str, str]

    @property
    def publishes(self) -> bool:
        """Whether it writes to a package index or to GitHub."""
        return any(word in self.command for word in PUBLISHES)


def linux_steps() -> Iterator[Step]:
    """The steps of every job that has a Linux runner, in order."""
    for path in sorted(WORKFLOWS.glob("*.yml")):
        for name, job in yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"].items():
            values = _matrix_values(job)
            if "ubuntu" not in _filled(str(job.get("runs-on", "")), values):
                continue
            for step in job["steps"]:
                if "run" in step:
                    given = {key: _filled(str(value), values) for key, value in step.get("env", {}).items()}
                    yield Step(f"{path.stem}/{name}", _filled(step["run"], values), given)


def _matrix_values(job: dict[str, Any]) -> dict[str, str]:
    """The values of the first Linux entry of a job's matrix, and those that GitHub gives; the tag is our version."""
    version = re.search(r'^version = "(.+)"$', (ROOT / "Cargo.toml").read_text(encoding="utf-8"), re.MULTILINE)
    values = {"github.ref_name": f"v{version[1] if version else ''}"}
    matrix = job.get("strategy", {}).get("matrix", {})
    first = matrix.get("include", [{}])[0] | {key: value[0] for key, value in matrix.items() if key != "include"}
    return values | {f"matrix.{key}": str(value) for key, value in first.items()}


def _filled(text: str, values: dict[str, str]) -> str:
    """A text whose expressions are replaced where their value is known here."""
    return _EXPRESSION.sub(lambda found: values.get(found[1], found[0]), text)


def run(job: str, folder: Path) -> int:
    """Runs the steps of a job in a folder; the exit code of the first that fails, or 0."""
    for step in linux_steps():
        if step.job != job:
            continue
        if step.publishes:
            print(f"--- not run, because it publishes: {step.command}")
            continue
        print(f"--- {step.command}", flush=True)
        environment = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "VIRTUAL_ENV"}}
        shell = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step.command]
        done = subprocess.run(shell, cwd=folder, env={**environment, **step.environment}, timeout=MINUTES * 60)  # noqa: S603
        if done.returncode:
            print(f"--- failed with exit code {done.returncode}")
            return done.returncode
    return 0


def main() -> int:
    """Lists the steps, or runs those of the jobs that are named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("jobs", nargs="*", metavar="WORKFLOW/JOB")
    parser.add_argument("--in", dest="folder", type=Path, help="An existing clone, instead of a new one.")
    given = parser.parse_args()
    known = {step.job for step in linux_steps()}
    unknown = sorted(set(given.jobs) - known)
    if unknown:
        parser.error(f"unknown job {unknown[0]}; known: {', '.join(sorted(known))}")
    if not given.jobs:
        for step in linux_steps():
            print(f"{step.job}: {step.command.strip()}{' (publishes)' if step.publishes else ''}")
        return 0
    if platform.system() != "Linux":
        sys.exit("these are the steps of Linux runners")
    with tempfile.TemporaryDirectory() as new:
        folder = given.folder or Path(new, "clone")
        if given.folder is None:
            subprocess.run(["git", "clone", "--quiet", str(ROOT), str(folder)], check=True)  # noqa: S603, S607
        return next((code for job in given.jobs if (code := run(job, folder))), 0)


if __name__ == "__main__":
    sys.exit(main())
