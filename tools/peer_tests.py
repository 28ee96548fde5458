"""Other tools' own unit tests against our functions: how many pass, and why the others do not.

    python tools/peer_tests.py            run them; fails if tools/peer_differences.py does not explain a failure
    python tools/peer_tests.py --write    also write the table into docs/how-to/coming-from-other-tools.md
    python tools/peer_tests.py -v         also print what pytest prints

The source distributions are fetched from the package index by name, and unpacked under .cache; nothing of them is
kept in the project. readability-lxml's has no tests in it. Needs the peers (make .venv/peers), because the tests
also import other parts of them.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tools.peer_differences import DIFFERENCES, as_table  # noqa: E402 - found by the path above

CACHE = ROOT / ".cache" / "peer-tests"
PAGE = ROOT / "docs" / "how-to" / "coming-from-other-tools.md"
TESTS = {
    "trafilatura": ("unit_tests.py", "baseline_tests.py", "metadata_tests.py", "json_metadata_tests.py"),
    "justext": ("test_core.py",),
}
"""By peer: the files whose tests call what we have a door for."""
_MARKS = re.compile(r"(<!-- by tools/peer_tests.py -->\n).*?(<!-- end -->)", re.DOTALL)


@dataclass(frozen=True)
class Outcome:
    """What became of a peer's tests."""

    requirement: str
    counts: dict[str, int]
    """By what pytest calls it: passed, failed, skipped."""
    failed: dict[str, int]
    """By name of the test: how often it failed; a test with parameters runs several times."""
    output: str

    def row(self) -> str:
        """A row of the table of counts."""
        passed, failed, skipped = (self.counts.get(name, 0) for name in ("passed", "failed", "skipped"))
        name = self.requirement.replace("==", " ")
        return f"| {name} | {passed + failed + skipped} | {passed} | {failed} | {skipped} |"


def requirement(peer: str) -> str:
    """The peer in the version that is pinned."""
    lines = (ROOT / "requirements-peers.txt").read_text(encoding="utf-8").splitlines()
    return next(line for line in lines if line.startswith(f"{peer}=="))


def unpacked(peer: str) -> Path:
    """The folder of a peer's source distribution."""
    CACHE.mkdir(parents=True, exist_ok=True)
    wanted = requirement(peer)
    folder = CACHE / wanted.replace("==", "-")
    if not folder.exists():
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", peer, wanted]
        subprocess.run(pip, cwd=CACHE, check=True)  # noqa: S603 - our own words
        with tarfile.open(CACHE / f"{folder.name}.tar.gz") as tar:
            tar.extractall(CACHE, filter="data")
    return folder


def run(peer: str) -> Outcome:
    """Runs the tests of a peer; those that fail for no known reason, twice."""
    first = _run(peer)
    unexplained = sorted(set(first.failed) - set(DIFFERENCES))
    if not unexplained:
        return first
    # One of the tests measures seconds: what fails on a busy machine gets a second run.
    again = _run(peer, unexplained)
    kept = {
        name: n_failed for name, n_failed in first.failed.items() if name not in unexplained or name in again.failed
    }
    n_mended = sum(first.failed.values()) - sum(kept.values())
    counts = {**first.counts, "failed": first.counts["failed"] - n_mended}
    counts["passed"] = first.counts.get("passed", 0) + n_mended
    return replace(first, counts=counts, failed=kept, output=first.output + again.output)


def _run(peer: str, names: Sequence[str] = ()) -> Outcome:
    """Runs all tests of a peer, or some of them."""
    folder = unpacked(peer)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tools.peer_doors", "-p", "no:cacheprovider", "--tb=line"]
    files = [f"tests/{name}" for name in TESTS[peer]]
    chosen = ["-k", " or ".join(names)] if names else []
    paths = [str(ROOT / "src"), str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "MAINTEXT_DOOR": peer, "PYTHONPATH": os.pathsep.join(paths)}
    done = subprocess.run(  # noqa: S603 - our own words
        [*command, "-W", "ignore", "-c", os.devnull, "--rootdir", str(folder), *chosen, *files],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    last = done.stdout.strip().splitlines()[-1] if done.stdout.strip() else done.stderr
    counts = {name: int(number) for number, name in re.findall(r"(\d+) (passed|failed|skipped)", last)}
    failed = Counter(re.findall(r"^FAILED \S+?::(\w+)", done.stdout, re.MULTILINE))
    return Outcome(requirement(peer), counts, dict(failed), done.stdout)


def as_markdown(outcomes: list[Outcome]) -> str:
    """Both tables of the page."""
    head = "| tool | tests that call these functions | pass | fail | skipped |\n|---|---|---|---|---|\n"
    rows = "".join(f"{outcome.row()}\n" for outcome in outcomes)
    return f"{head}{rows}\nThe failures of trafilatura's tests:\n\n{as_table(outcomes[0].failed)}"


def main() -> int:
    """Runs all tests and prints the tables; the exit code is 1 if a failure has no explanation."""
    outcomes = [run(peer) for peer in TESTS]
    unexplained = sorted({name for outcome in outcomes for name in outcome.failed} - set(DIFFERENCES))
    explained = sorted(set(DIFFERENCES) - set(outcomes[0].failed))
    if "-v" in sys.argv:
        print(*(outcome.output for outcome in outcomes), sep="\n")
    for name in unexplained:
        print(f"{name} fails, and tools/peer_differences.py does not say why")
    for name in explained:
        print(f"{name} passes: remove it from tools/peer_differences.py")
    if unexplained:
        return 1
    tables = as_markdown(outcomes)
    print(tables)
    if "--write" in sys.argv:
        page = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(_MARKS.sub(lambda found: found[1] + tables + found[2], page), encoding="utf-8")
    return 1 if explained else 0


if __name__ == "__main__":
    sys.exit(main())
