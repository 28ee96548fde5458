"""The shared corpora as pages: raw bytes, straight from their tar files."""

import os
import random
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
CORPORA = Path(os.environ.get("MAINTEXT_SHARED", ROOT.parent / "shared")) / "corpora"


class RawPage(NamedTuple):
    """A page as it was published."""

    corpus: str
    name: str
    html: bytes


def raw_pages() -> Iterator[RawPage]:
    """Every page of every corpus, in a fixed order."""
    archives = sorted(CORPORA.glob("*.tar.xz"))
    if not archives:
        sys.exit(f"no corpora in {CORPORA.name}/: set MAINTEXT_SHARED to the folder that holds corpora/*.tar.xz")
    for archive in archives:
        with tarfile.open(archive) as tar:
            for member in tar:
                if member.isfile() and "/html/" in member.name:
                    file = tar.extractfile(member)
                    if file is not None:
                        yield RawPage(archive.name.removesuffix(".tar.xz"), Path(member.name).name, file.read())


def sample(n_pages: int, seed: int = 1) -> list[RawPage]:
    """Some pages, the same ones every time."""
    pages = list(raw_pages())
    return random.Random(seed).sample(pages, min(n_pages, len(pages)))  # noqa: S311 - not for secrets
