"""Fuzzes the scanner for some seconds: `python tools/fuzz.py 60`.

Needs the nightly compiler (`rustup toolchain install nightly`); cargo-fuzz is installed into .cache if it is
not there. What is found is kept in fuzz/corpus, so that the next run goes on from it; a crash is written to
fuzz/artifacts and the exit code is not 0.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TOOLS = ROOT / ".cache" / "cargo"


def main() -> None:
    """Builds the target and runs it."""
    seconds = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    toolchains = _run(["rustup", "toolchain", "list"], capture=True)
    if "nightly" not in toolchains:
        sys.exit("fuzzing needs the nightly compiler: rustup toolchain install nightly")
    environment = {**os.environ, "PATH": f"{TOOLS / 'bin'}:{os.environ['PATH']}"}
    if not shutil.which("cargo-fuzz", path=environment["PATH"]):
        _run(["cargo", "install", "--quiet", "--root", str(TOOLS), "cargo-fuzz"])
    corpus = ROOT / "fuzz" / "corpus" / "page"
    corpus.mkdir(parents=True, exist_ok=True)
    for page in (ROOT / "demo").rglob("*.html"):
        shutil.copy(page, corpus)
    # The host's own target: cargo-fuzz was perhaps built for another libc.
    host = next(line for line in _run(["rustc", "-vV"], capture=True).splitlines() if line.startswith("host:"))
    command = ["cargo", "+nightly", "fuzz", "run", "--target", host.split()[1], "page", "--"]
    options = [
        f"-max_total_time={seconds}",
        "-max_len=4096",
        "-timeout=5",
        "-rss_limit_mb=2048",
        "-print_final_stats=1",
    ]
    sys.exit(subprocess.run([*command, *options], cwd=ROOT, env=environment, check=False).returncode)  # noqa: S603


def _run(command: list[str], *, capture: bool = False) -> str:
    try:
        done = subprocess.run(command, cwd=ROOT, check=True, text=True, capture_output=capture)  # noqa: S603
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"{' '.join(command)}: {error}")
    return done.stdout or ""


if __name__ == "__main__":
    main()
