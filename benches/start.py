"""How long a process takes to start: `maintext PAGE`, and the first `extract` after `import maintext`.

What it is for: a command on a single page should not take longer to import than to extract. Time is processor time of
the whole process, so that other work on the machine doesn't count; the best of a few runs counts. The interpreter and
NumPy are measured beside it, because no command can be faster than they are.
"""

import argparse
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from benches.measure import record

ROUNDS = 7
PAGE = "<title>Ferries</title><main><h1>Ferries</h1>" + "<p>The ferry was late again, and nobody was surprised." * 9
_FIRST = """
import time
from maintext import extract
page = {page!r}
start = time.process_time()
extract(page).text
print(1000 * (time.process_time() - start))
"""


def process_ms(*command: str) -> float:
    """Milliseconds of processor time of a whole process."""
    before = _children_seconds()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)  # noqa: S603 - our own commands
    return 1000 * (_children_seconds() - before)


def _children_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def first_extract_ms() -> float:
    """Milliseconds of processor time of the first `extract` of a process, which loads the model."""
    done = subprocess.run(  # noqa: S603 - our own code
        [sys.executable, "-c", _FIRST.format(page=PAGE)], check=True, stdout=subprocess.PIPE, text=True
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
        commands = {
            "python": ("pass",),
            "import numpy": ("import numpy",),
            "maintext --version": (run, "--version"),
            "maintext PAGE": (run, str(page)),
        }
        found = {
            name: min(process_ms(sys.executable, "-c", *command) for _ in range(ROUNDS))
            for name, command in commands.items()
        }
    found["first extract"] = min(first_extract_ms() for _ in range(ROUNDS))
    for name, ms in found.items():
        print(f"{name:<20} {ms:>6.0f} ms")
    if arguments.record:
        print(record("start", {"ms": {name: round(ms, 1) for name, ms in found.items()}}))


if __name__ == "__main__":
    main()
