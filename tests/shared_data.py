"""Where the data is that is too large or not free to ship: a folder `shared` beside the project, or
wherever MAINTEXT_SHARED says. Tests that need it are skipped without it, and say so."""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("MAINTEXT_SHARED", ROOT.parent / "shared"))


def shared(*parts: str) -> Path:
    """A file or folder of the shared data; skips the test if it is not there."""
    path = SHARED.joinpath(*parts)
    if not path.exists():
        pytest.skip(f"needs the shared data: {'/'.join(parts)} (set MAINTEXT_SHARED to its folder)")
    return path
