"""The labelled pages of a corpus with all that its gold file has."""

import json
import tarfile
import time
from collections.abc import Iterator
from hashlib import blake2b
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import maintext
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


HALVES = ("first half of sites", "second half of sites")


def half_of(url: str) -> int:
    """Which half of the sites an address belongs to, 0 or 1, by a hash of its host."""
    site = urlsplit(url).netloc.removeprefix("www.")
    return blake2b(site.encode(), digest_size=1).digest()[0] % 2


def milliseconds(document: maintext.Document, shape: str) -> float:
    """Processor time of reading a shape, when all that extraction reads is known: the best of three."""
    _ = document.keep, document.page.head, document.structured, document.page_types
    best = float("inf")
    for _ in range(3):
        for name in (shape, "_thread"):
            document.__dict__.pop(name, None)
        start = time.process_time()
        getattr(document, shape)
        best = min(best, 1000 * (time.process_time() - start))
    return best
