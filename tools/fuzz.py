"""Fuzzes targets for some seconds each: `python tools/fuzz.py 60`, `python tools/fuzz.py 600 render warc`.

The targets of the core are in fuzz/fuzz_targets and run under cargo-fuzz, which needs the nightly compiler (`rustup
toolchain install nightly`). The readers are in tests/fuzz/targets.py and run under atheris. Both tools are guided by
coverage; both are installed into .cache if they are missing. Each run begins with the seeds in fuzz/seeds and a random
number of its own, and keeps what it learns in fuzz/corpus. An input that breaks a promise is written to fuzz/artifacts;
fix what it shows and move it to fuzz/seeds, which `make test` reads.

The exit code is not 0 if anything was found, or if a target could not be run.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FUZZ = ROOT / "fuzz"
TOOLS = ROOT / ".cache" / "fuzz-tools"
NATIVE = sorted(path.stem for path in (FUZZ / "fuzz_targets").glob("*.rs"))
READERS = sorted(path.name for path in (FUZZ / "seeds").iterdir() if path.name not in NATIVE)
MAX_BYTES = 4096
"""Of an input. Longer ones find little more and take longer."""


def main() -> None:
    """Runs the targets one after the other and says how each ended."""
    seconds = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    names = sys.argv[2:] or [*NATIVE, *READERS]
    unknown = [name for name in names if name not in {*NATIVE, *READERS}]
    if unknown:
        sys.exit(f"unknown target {', '.join(unknown)}; the targets are {', '.join([*NATIVE, *READERS])}")
    endings = {name: _run(name, seconds) for name in names}
    for name, ending in endings.items():
        print(f"{name:12}{ending}")
    sys.exit(any(ending != "nothing found" for ending in endings.values()))


def _run(name: str, seconds: int) -> str:
    """How the run of a target ended."""
    try:
        code = _run_native(name, seconds) if name in NATIVE else _run_reader(name, seconds)
    except ToolMissingError as error:
        return f"not run: {error}"
    return "nothing found" if code == 0 else f"exit code {code}, see fuzz/artifacts/{name}"


class ToolMissingError(Exception):
    """A tool that fuzzing needs is missing and can't be installed."""


def _run_native(name: str, seconds: int) -> int:
    if "nightly" not in _output(["rustup", "toolchain", "list"]):
        raise ToolMissingError("cargo-fuzz needs the nightly compiler: rustup toolchain install nightly")
    environment = {**os.environ, "PATH": f"{TOOLS / 'bin'}:{os.environ['PATH']}"}
    if not shutil.which("cargo-fuzz", path=environment["PATH"]):
        _output(["cargo", "install", "--quiet", "--root", str(TOOLS), "cargo-fuzz"])
    # The host's own target: cargo-fuzz was perhaps built for another libc.
    host = next(line for line in _output(["rustc", "-vV"]).splitlines() if line.startswith("host:"))
    corpus, seeds = _folders(name)
    command = ["cargo", "+nightly", "fuzz", "run", "--target", host.split()[1], name, str(corpus), str(seeds), "--"]
    options = [f"-max_len={MAX_BYTES}", f"-max_total_time={seconds}", "-timeout=10", "-rss_limit_mb=2048"]
    return subprocess.run([*command, *options], cwd=ROOT, env=environment, check=False).returncode  # noqa: S603


def _run_reader(name: str, seconds: int) -> int:
    library = TOOLS / "python"
    if subprocess.run([sys.executable, "-c", "import atheris"], env=_with(library), check=False).returncode:
        _output([sys.executable, "-m", "pip", "install", "--quiet", "--target", str(library), "atheris"])
    corpus, seeds = _folders(name)
    artifacts = FUZZ / "artifacts" / name
    artifacts.mkdir(parents=True, exist_ok=True)
    options = [f"-max_len={MAX_BYTES}", f"-max_total_time={seconds}", "-timeout=20", "-rss_limit_mb=2048"]
    command = [sys.executable, "-m", "tools.fuzz_reader", name, *options, f"-artifact_prefix={artifacts}/"]
    return subprocess.run([*command, str(corpus), str(seeds)], cwd=ROOT, env=_with(library), check=False).returncode  # noqa: S603


def _with(library: Path) -> dict[str, str]:
    path = [str(library), str(ROOT), str(ROOT / "src"), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path)}


def _folders(name: str) -> tuple[Path, Path]:
    """What earlier runs learned, which this one adds to, and the seeds."""
    corpus = FUZZ / "corpus" / name
    corpus.mkdir(parents=True, exist_ok=True)
    return corpus, FUZZ / "seeds" / name


def _output(command: list[str]) -> str:
    try:
        return subprocess.run(command, cwd=ROOT, check=True, text=True, stdout=subprocess.PIPE).stdout  # noqa: S603
    except (OSError, subprocess.CalledProcessError) as error:
        raise ToolMissingError(f"{' '.join(command)}: {error}") from error


if __name__ == "__main__":
    main()
