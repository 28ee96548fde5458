"""Whether what is written to a terminal may have colours."""

from __future__ import annotations

import os
from typing import TextIO


def has_colour(stream: TextIO) -> bool:
    """Only on a terminal that can show them, and not if NO_COLOR is set (https://no-color.org)."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
