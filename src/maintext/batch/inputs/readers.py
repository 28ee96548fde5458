"""Input files -> their pages. A record that can't be read is one row with an error; the records around it are read."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from maintext.batch.inputs.http import MAX_PAGE_BYTES
from maintext.batch.inputs.input_files import InputFile, open_input
from maintext.batch.inputs.jsonl import read_jsonl
from maintext.batch.inputs.page_rows import PageRow, Skipped
from maintext.batch.inputs.warc_pages import read_warc
from maintext.errors import BatchError, BrokenResponseError, ResponseTooLargeError
from maintext.fetch.decompression import DecompressionLimits, Decompressor

OnBytesRead = Callable[[int], None]
_PERMANENT = (FileNotFoundError, IsADirectoryError, NotADirectoryError, PermissionError)
"""Errors of a file that another try won't help."""


def read_pages(files: Iterable[InputFile], any_status: bool, on_bytes_read: OnBytesRead) -> Iterator[PageRow | Skipped]:
    """The pages of files, one after the other; `on_bytes_read` is called with the bytes read so far.

    An HTML file that can't be read is a row with an error, and so is any other file that is missing, forbidden or
    damaged as a whole if there are several. If there is only one, or if another try may help, the error is raised: the
    shard is not done then, and a rerun tries again.
    """
    files = tuple(files)
    n_before = 0
    for file in files:
        n_start = n_before
        n_before += file.n_bytes or 0
        try:
            yield from _read_file(file, any_status, partial(_report_from, on_bytes_read, n_start))
        except (OSError, EOFError, BatchError) as error:
            is_permanent = isinstance(error, (*_PERMANENT, BatchError))
            if file.kind != "html" and not (is_permanent and len(files) > 1):
                raise BatchError(f"can't read {file.label}: {error}") from error
            yield PageRow(source=file.label, source_offset=0, record=0, error=f"{type(error).__name__}: {error}")


def _report_from(on_bytes_read: OnBytesRead, n_start: int, n_bytes: int) -> None:
    on_bytes_read(n_start + n_bytes)


def _read_file(file: InputFile, any_status: bool, on_bytes_read: OnBytesRead) -> Iterator[PageRow | Skipped]:
    with open_input(file.path) as opened:
        if file.kind == "warc":
            yield from read_warc(opened, file.label, any_status, on_bytes_read)
        elif file.kind == "html":
            row = PageRow(source=file.label, source_offset=0, record=0)
            content = opened.read(MAX_PAGE_BYTES + 1)
            yield _page_of_file(content, row, is_gzip=file.path.lower().endswith(".gz"))
        elif file.kind == "jsonl":
            yield from read_jsonl(opened, file.label, on_bytes_read)
        else:
            from maintext.batch.inputs.parquet import read_parquet

            yield from read_parquet(opened, file.label)
        on_bytes_read(file.n_bytes or 0)


def _page_of_file(content: bytes, row: PageRow, is_gzip: bool) -> PageRow:
    """The page of an HTML file, or the row with an error."""
    if len(content) > MAX_PAGE_BYTES:
        return row._replace(error=f"PageTooLargeError: the file has more than {MAX_PAGE_BYTES:,} bytes")
    if not is_gzip:
        return row._replace(html=content)
    decompressor = Decompressor("gzip", DecompressionLimits(max_bytes=MAX_PAGE_BYTES))
    try:
        html = b"".join(decompressor.feed(content))
        if not decompressor.is_finished:
            return row._replace(error="DamagedRecordError: the file ends inside its gzip data")
        return row._replace(html=html)
    except ResponseTooLargeError as error:
        return row._replace(error=f"PageTooLargeError: {error}")
    except (BrokenResponseError, zlib.error) as error:
        return row._replace(error=f"DamagedRecordError: {error}")
