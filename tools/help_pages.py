"""docs/how-to/command-line.md <- what the commands print when they are asked for help.

`python tools/help_pages.py` writes it; a test fails if it is not up to date.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "how-to" / "command-line.md"
_BLOCK = re.compile(r"```\n\$ maintext ([^\n]*--help)\n.*?```", re.DOTALL)


def help_of(arguments: str) -> str:
    """What `maintext ...` prints on a terminal of 80 columns."""
    command = [sys.executable, "-m", "maintext", *arguments.split()]
    environment = {**os.environ, "COLUMNS": "80", "TERM": "dumb"}
    return subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout.rstrip()  # noqa: S603 - our own


def with_help(text: str) -> str:
    """The page with every block that shows a help text up to date."""
    return _BLOCK.sub(lambda found: f"```\n$ maintext {found[1]}\n{help_of(found[1])}\n```", text)


if __name__ == "__main__":
    PAGE.write_text(with_help(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
