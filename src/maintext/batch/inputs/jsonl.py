"""A file of JSON objects, one per line -> pages."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import IO

from maintext.batch.inputs.decompression import BrokenMember, read_chunks
from maintext.batch.inputs.page_rows import PageRow, page_of_entry

MAX_LINE_BYTES = 64 * 1024**2
"""Longer lines are skipped without being held; no page is that long."""
MAX_VALUES = 1_000_000
"""A line with more values is not parsed, because they take time and memory before any process guards them: 64 MB of
`[],[],` become 2 GB of lists. A page is one value, however long it is."""
_MESSAGE_CHARS = 100
_STRING = re.compile(rb'"[^"]*"')


def read_jsonl(file: IO[bytes], source: str, on_bytes_read: Callable[[int], None]) -> Iterator[PageRow]:
    """The pages of a file, plain, gzip or zstd."""
    offset = 0
    for number, line in enumerate(_lines(file)):
        if number % 100 == 0:
            on_bytes_read(file.tell())
        row = PageRow(source=source, source_offset=offset, record=number)
        if isinstance(line, BrokenMember):
            yield row._replace(error=f"DamagedRecordError: the rest of the file can't be read: {line.reason}")
            return
        if isinstance(line, int):
            yield row._replace(error=f"PageTooLargeError: the line has {line:,} bytes, the limit is {MAX_LINE_BYTES:,}")
            offset += line
            continue
        if line.strip():
            yield page_of_line(line, row)
        offset += len(line)


def _lines(file: IO[bytes]) -> Iterator[bytes | int | BrokenMember]:
    """The lines of a file with their ends; the length of a line that is too long."""
    # What is known of the line so far, and how many bytes of it were dropped because it is too long.
    pieces: list[bytes] = []
    n_kept = n_dropped = 0
    for event in read_chunks(file):
        if isinstance(event, BrokenMember):
            yield event
            return
        start = 0
        while (stop := event.data.find(b"\n", start) + 1) > 0:
            pieces.append(event.data[start:stop])
            n_line = n_dropped + n_kept + stop - start
            yield b"".join(pieces) if n_line <= MAX_LINE_BYTES else n_line
            pieces, n_kept, n_dropped, start = [], 0, 0, stop
        pieces.append(event.data[start:])
        n_kept += len(event.data) - start
        if n_kept > MAX_LINE_BYTES:
            pieces, n_kept, n_dropped = [], 0, n_dropped + n_kept
    if n_kept or n_dropped:
        yield b"".join(pieces) if not n_dropped else n_dropped + n_kept


def page_of_line(line: bytes, row: PageRow) -> PageRow:
    """The page that a line describes, or the row with an error."""
    if _has_many_values(line):
        return row._replace(error=f"DamagedRecordError: the line has more than {MAX_VALUES:,} values")
    try:
        # Bytes would be guessed to be UTF-16 or UTF-32, whose lines end elsewhere.
        entry = json.loads(line.decode("utf-8-sig", "surrogatepass"))
    except RecursionError:
        return row._replace(error="DamagedRecordError: the line is nested too deeply")
    except ValueError as error:
        # Not UTF-8, not JSON, or a number of thousands of digits.
        return row._replace(error=f"DamagedRecordError: the line is not JSON: {str(error)[:_MESSAGE_CHARS]}")
    if not isinstance(entry, dict):
        return row._replace(error="DamagedRecordError: the line is not a JSON object")
    page = page_of_entry(entry, row)
    is_empty = page.html is None and page.error is None
    return page._replace(error="DamagedRecordError: the line has no html") if is_empty else page


def _has_many_values(line: bytes) -> bool:
    """Whether the line has more than MAX_VALUES values. Each but the first follows a comma or a bracket."""
    if _n_marks(line) <= MAX_VALUES:
        return False
    # Most marks may be inside the page, so strings are taken out; their quotes are counted before that is done.
    bare = line.replace(rb"\\", b"").replace(rb"\"", b"")
    return bare.count(b'"') > 2 * MAX_VALUES or _n_marks(_STRING.sub(b"", bare)) > MAX_VALUES


def _n_marks(text: bytes) -> int:
    return text.count(b",") + text.count(b"[") + text.count(b"{")
