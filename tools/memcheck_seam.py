"""Uses every unsafe site of the glue between Python and the native core; `tools/memcheck.py` runs it under valgrind.

Prints one number that depends on every byte it read, so that a byte that nobody wrote is noticed.
"""

from __future__ import annotations

import gc
import pickle
import sys
import zlib
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import maintext
from maintext.errors import InputError
from maintext.extractors.by import get_extractor

N_PAGES = 6
DEMO = Path(__file__).resolve().parent.parent / "demo" / "html"
ODD_PAGES = [
    b"",
    b"<",
    b"\xff\xfe<\x00p\x00>\x00x\x00",
    "<p>é \U0001f600 ".encode() * 50,
    b"<div>" * 2_000 + b"deep",
    b"<p><b><i><div>" * 600 + b"<p>x",
    b"<table><tr><template><td>a</template><td colspan=1000>b" * 40,
    *(b"<p>Block, and more.</p>" * n for n in (1, 7, 8, 9, 63, 64, 65)),
]
"""Also numbers of blocks around the width of a vector."""


def tables(page: maintext.Page) -> list[NDArray[Any]]:
    """The record arrays that share memory with the core."""
    return [page.element_rows, page.block_rows, page.run_rows, page.line_rows, page.words]


def checksum(page: maintext.Page) -> int:
    """Of every byte of every table, of the text and of the features."""
    found = zlib.crc32(page.text)
    for table in tables(page):
        columns = [table[name] for name in table.dtype.names] if table.dtype.names else [table]
        for column in columns:
            found = zlib.crc32(np.ascontiguousarray(column).tobytes(), found)
    return found


def outlive(raw: bytes) -> int:
    """Reads arrays and views of them after their page is gone."""
    page = maintext.parse(raw)
    kept = [table[1::2] for table in tables(page)]
    del page
    gc.collect()
    for array in kept:
        with suppress(ValueError):
            array.flags.writeable = True
            sys.exit("an array of the core became writable")
    return zlib.crc32(b"".join(array.tobytes() for array in kept))


def use(raw: bytes) -> int:
    """Everything that crosses the seam for one page."""
    page = maintext.parse(raw)
    found = checksum(page) ^ outlive(raw) ^ checksum(pickle.loads(pickle.dumps(page)))  # noqa: S301 - our own bytes
    for by in ("model", "leaf", "econ"):
        scores = get_extractor(by)(page)
        found = zlib.crc32(np.ascontiguousarray(scores.score).tobytes(), found)
    document = maintext.extract(raw)
    rendered = "".join(document.render(name) for name in ("markdown", "text", "html", "json"))
    attributes = repr([page.attributes(row) for row in range(min(len(page.elements), 200))])
    return zlib.crc32((rendered + attributes).encode("utf-8", "surrogatepass"), found)


def main() -> None:
    """Uses all pages one by one, then one page from several threads."""
    pages = [*ODD_PAGES, *(path.read_bytes() for path in sorted(DEMO.glob("*.html"))[:N_PAGES])]
    found = [0]
    for raw in pages:
        with suppress(InputError):
            found.append(use(raw))
    shared = maintext.parse(pages[-1])
    with ThreadPoolExecutor(4) as pool:
        found += pool.map(lambda _: checksum(shared), range(8))
    print(len(found), sum(found) % 97)


if __name__ == "__main__":
    main()
