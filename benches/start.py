"""How long a process takes to start: `maintext PAGE`, and the first `extract` after `import maintext`.

What it is for: a command on a single page should not take longer to import than to extract. Time is processor time of
the whole process, so that other work on the machine doesn't count; the best of a few runs counts. The interpreter and
NumPy are measured beside it, because no command can be faster than they are. Modules have their byte code, as pip
leaves them, in a folder of their own: some machines forbid to write it beside the source.
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from benches.measure import record

ROUNDS = 20
PAGE = "<title>Ferries</title><main><h1>Ferries</h1>" + "<p>The ferry was late again, and nobody was surprised." * 9
_FIRST = """
import time
from maintext import extract
page = {page!r}
start = time.process_time()
extract(page).text
print(1000 * (time.process_time() - start))
"""


def environment(folder: str) -> dict[str, str]:
    """The environment of all processes, in which the first of them writes the byte code into a folder."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPYCACHEPREFIX": folder}


def process_ms(command: tuple[str, ...], own: dict[str, str]) -> float:
    """Milliseconds of processor time of a whole process that runs some code."""
    before = _children_seconds()
    subprocess.run(  # noqa: S603 - our own code
        [sys.executable, "-c", *command], check=True, stdout=subprocess.DEVNULL, env=own
    )
    return 1000 * (_children_seconds() - before)


def _children_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def first_extract_ms(own: dict[str, str]) -> float:
    """Milliseconds of processor time of the first `extract` of a process, which loads the model."""
    code = _FIRST.format(page=PAGE)
    done = subprocess.run(  # noqa: S603 - our own code
        [sys.executable, "-c", code], check=True, stdout=subprocess.PIPE, text=True, env=own
    )
    return float(done.stdout)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--record", action="store_true", help="write the result to benches/record/")
    arguments = parser.parse_args()
    run = "import sys; from maintext.cli import main; sys.argv[0] = 'maintext'; main()"
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "page.html"
        page.write_text(PAGE)
        own = environment(folder)
        commands = {
            "python": ("pass",),
            "import numpy": ("import numpy",),
            "maintext --version": (run, "--version"),
            "maintext PAGE": (run, str(page)),
        }
        found = {name: min(process_ms(command, own) for _ in range(ROUNDS)) for name, command in commands.items()}
        found["first extract"] = min(first_extract_ms(own) for _ in range(ROUNDS))
    for name, ms in found.items():
        print(f"{name:<20} {ms:>6.0f} ms")
    if arguments.record:
        print(record("start", {"ms": {name: round(ms, 1) for name, ms in found.items()}}))


if __name__ == "__main__":
    main()
