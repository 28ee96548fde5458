"""The labelled pages of a corpus with all that its gold file has."""

import json
import tarfile
from collections.abc import Iterator
from typing import Any, NamedTuple

from benches.corpora import CORPORA


class Labelled(NamedTuple):
    """A page and the line of the gold file about it."""

    html: bytes
    gold: dict[str, Any]


def labelled(name: str) -> Iterator[Labelled]:
    """The pages of a corpus, in the order of its gold file."""
    with tarfile.open(CORPORA / f"{name}.tar.xz") as archive:
        files = {member.name: archive.extractfile(member) for member in archive.getmembers() if member.isfile()}
        pages = {path: file.read() for path, file in files.items() if file}
    for line in pages[f"{name}/gold.jsonl"].splitlines():
        gold = json.loads(line)
        yield Labelled(pages[f"{name}/html/{gold['id']}.html"], gold)
