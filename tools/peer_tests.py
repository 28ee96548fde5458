"""Other tools' own unit tests against our doors: how many pass, and which do not.

    python tools/peer_tests.py [-v]

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
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CACHE = ROOT / ".cache" / "peer-tests"
TESTS = {
    "trafilatura": ("unit_tests.py", "baseline_tests.py", "metadata_tests.py", "json_metadata_tests.py"),
    "justext": ("test_core.py",),
}
"""By peer: the files whose tests call what we have a door for."""


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


def run(peer: str, *, is_verbose: bool) -> None:
    """Runs the tests of a peer, and prints what became of them."""
    folder = unpacked(peer)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tools.peer_doors", "-p", "no:cacheprovider", "--tb=line"]
    files = [f"tests/{name}" for name in TESTS[peer]]
    environment = {**os.environ, "MAINTEXT_DOOR": peer, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(  # noqa: S603 - our own words
        [*command, "-W", "ignore", "-c", os.devnull, "--rootdir", str(folder), *files],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    summary = done.stdout.strip().splitlines()[-1] if done.stdout.strip() else done.stderr
    print(f"{requirement(peer)}: {summary}")
    failed = sorted(set(re.findall(r"^FAILED \S+::(\S+)", done.stdout, re.MULTILINE)))
    for name in failed:
        print(f"  fails: {name}")
    if is_verbose:
        print(done.stdout)


if __name__ == "__main__":
    for each in TESTS:
        run(each, is_verbose="-v" in sys.argv)
