"""Looks for undefined behaviour: `python tools/memcheck.py [miri] [valgrind]`.

`miri` runs the tests of the pure core under Miri, which interprets them and checks every access to memory, also in the
crates that the core uses. It needs the nightly compiler (`rustup toolchain install nightly -c miri -c rust-src`).
Miri can't call Python, so `valgrind` runs tools/memcheck_seam.py under valgrind's memcheck. That uses every unsafe
site of the glue. Errors inside Python and NumPy alone are not ours and don't count.

    exit code 0    nothing was found
              1    something was found
              2    a check could not be run
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree as ET

ROOT = Path(__file__).resolve().parent.parent
CORE = "_core.abi3.so"
PROPTEST_CASES = "1"
"""Of each property test, another one in each run; Miri is some hundred times slower than the processor."""
SLOW_UNDER_MIRI = ("keys_made_to_collide", "a_long_base_is_not_repeated_without_end")
"""Tests of many thousand rounds, which do nothing that others don't."""
MIRI_FLAGS = "-Zmiri-disable-isolation -Zmiri-deterministic-floats"
"""Miri otherwise changes the last bits of powers and roots at random; tests compare probabilities exactly."""
VALGRIND = ("--tool=memcheck", "--error-limit=no", "--num-callers=40", "--undef-value-errors=yes")
LEAKS = {"Leak_DefinitelyLost", "Leak_IndirectlyLost", "Leak_PossiblyLost", "Leak_StillReachable"}


class Check(NamedTuple):
    """How a check ended."""

    name: str
    found: tuple[str, ...] = ()
    not_run: str = ""

    def __str__(self) -> str:
        outcome = f"NOT RUN: {self.not_run}" if self.not_run else f"{len(self.found)} errors"
        return "\n  ".join([f"{self.name}: {outcome}", *self.found])


def main() -> None:
    """Runs the checks that are named, or both."""
    checks = {"miri": run_miri, "valgrind": run_valgrind}
    names = sys.argv[1:] or list(checks)
    if unknown := [name for name in names if name not in checks]:
        sys.exit(f"unknown check {', '.join(unknown)}; the checks are {', '.join(checks)}")
    ended = [checks[name]() for name in names]
    print("\n".join(map(str, ended)))
    sys.exit(exit_code(ended))


def exit_code(checks: list[Check]) -> int:
    """1 if something was found, 2 if a check could not be run, 0 if all is well."""
    if any(check.found for check in checks):
        return 1
    return 2 if any(check.not_run for check in checks) else 0


def run_miri() -> Check:
    """The tests of the core under Miri."""
    version = ["cargo", "+nightly", "miri", "--version"]
    if shutil.which("cargo") is None or subprocess.run(version, capture_output=True, check=False).returncode:  # noqa: S603
        return Check("miri", not_run="needs Miri: rustup toolchain install nightly -c miri -c rust-src")
    command = ["cargo", "+nightly", "miri", "test", "--package", "pagetable", "--lib", "--locked", "--"]
    command += [word for name in SLOW_UNDER_MIRI for word in ("--skip", name)]
    environment = {**os.environ, "MIRIFLAGS": MIRI_FLAGS, "PROPTEST_CASES": PROPTEST_CASES}
    done = subprocess.run(command, cwd=ROOT, env=environment, text=True, stdout=subprocess.PIPE, check=False)  # noqa: S603
    print(done.stdout, end="")
    failed = tuple(line for line in done.stdout.splitlines() if line.endswith("... FAILED"))
    return Check("miri", failed or (("exit code " + str(done.returncode),) if done.returncode else ()))


def run_valgrind() -> Check:
    """The seam between Python and the core under memcheck."""
    if shutil.which("valgrind") is None:
        return Check("valgrind", not_run="needs valgrind: apt-get install valgrind")
    # Python's own allocator hides blocks from valgrind.
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
    environment = {**os.environ, "PYTHONMALLOC": "malloc", "PYTHONPATH": path, "OPENBLAS_NUM_THREADS": "1"}
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.xml")
        command = [
            "valgrind",
            *VALGRIND,
            "--xml=yes",
            f"--xml-file={report}",
            sys.executable,
            "-m",
            "tools.memcheck_seam",
        ]
        done = subprocess.run(command, cwd=ROOT, env=environment, text=True, capture_output=True, check=False)  # noqa: S603
        if done.returncode:
            reason = (done.stderr.strip().splitlines() or ["no message"])[-1]
            return Check("valgrind", not_run=f"tools.memcheck_seam ended with {done.returncode}: {reason}")
        return Check("valgrind", errors_of_core(report.read_text(encoding="utf-8")))


def errors_of_core(report: str) -> tuple[str, ...]:
    """Errors of a valgrind report that have a frame in the core, each with its kind and its first frames."""
    found = []
    for error in ET.fromstring(report).iter("error"):  # noqa: S314 - valgrind wrote it
        kind = error.findtext("kind") or ""
        frames = [(frame.findtext("obj") or "", frame.findtext("fn") or "?") for frame in error.iter("frame")]
        if kind not in LEAKS and any(path.endswith(CORE) for path, _ in frames):
            found.append(f"{kind}: {' < '.join(name for _, name in frames[:6])}")
    return tuple(found)


if __name__ == "__main__":
    main()
