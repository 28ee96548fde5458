"""The shared corpora as raw pages."""

import os
import random
import sys
from collections.abc import Iterator
from pathlib import Path

from maintext.corpus import LabelledPage, open_corpus

ROOT = Path(__file__).resolve().parent.parent
CORPORA = Path(os.environ.get("MAINTEXT_SHARED", ROOT.parent / "shared")) / "corpora"


def raw_pages() -> Iterator[LabelledPage]:
    """Every page of every corpus that has a gold text, in a fixed order."""
    archives = sorted(CORPORA.glob("*.tar.xz"))
    if not archives:
        sys.exit("there are no corpora: set MAINTEXT_SHARED to the folder that holds corpora/*.tar.xz")
    for archive in archives:
        # Some corpora have pages without gold text; they are left out here.
        yield from open_corpus(archive).pages([])


def sample(n_pages: int, seed: int = 1) -> list[LabelledPage]:
    """Some pages, the same ones every time."""
    pages = list(raw_pages())
    return random.Random(seed).sample(pages, min(n_pages, len(pages)))  # noqa: S311 - not for secrets
