"""A source -> its pages, one reader per kind of file. Other records are counted; damaged ones have an error."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import IO, Any

from maintext.batch.inputs.decompression import BrokenMember, read_chunks
from maintext.batch.inputs.http import read_response
from maintext.batch.inputs.input_files import InputFile, open_input
from maintext.batch.inputs.page_rows import PageRow, Skipped, parse_time
from maintext.batch.inputs.warc import Damage, Record, read_records
from maintext.errors import BatchError, InputError

HTML_TYPES = ("text/html", "application/xhtml+xml")
_HTML_STARTS = (b"<!doctype html", b"<html", b"<head", b"<body")


def _read_file(
    source: InputFile, any_status: bool, on_bytes_read: Callable[[int], None]
) -> Iterator[PageRow | Skipped]:
    """The pages of a file. `on_bytes_read` receives the number of bytes read so far."""
    with open_input(source.path) as file:
        if source.kind == "warc":
            yield from _read_warc(file, source.path, any_status, on_bytes_read)
        elif source.kind == "html":
            yield _read_html(file, source.path)
        elif source.kind == "jsonl":
            yield from _read_jsonl(file, source.path, on_bytes_read)
        else:
            yield from _read_parquet(file, source.path)
        on_bytes_read(source.n_bytes or 0)


def _read_warc(
    file: IO[bytes], path: str, any_status: bool, on_bytes_read: Callable[[int], None]
) -> Iterator[PageRow | Skipped]:
    for number, record in enumerate(read_records(file)):
        if number % 100 == 0:
            on_bytes_read(file.tell())
        if isinstance(record, Damage):
            yield _damage_row(record, path, number)
        else:
            yield warc_row(record, path, number, any_status)


def _damage_row(damage: Damage, path: str, number: int) -> PageRow:
    error = f"DamagedRecordError: {damage.why}"
    return PageRow(url=damage.url or None, source=path, source_offset=damage.offset, record=number, error=error)


def warc_row(record: Record, path: str, number: int, any_status: bool) -> PageRow | Skipped:
    """The page of a record, or why it has none."""
    kind = record.headers.get("warc-type", "").lower()
    if kind not in {"response", "resource"}:
        return Skipped(f"{kind or 'untyped'} record")
    place = {"source": path, "source_offset": record.offset, "record": number}
    if not record.url:
        return PageRow(**place, error="DamagedRecordError: it has no target address")  # type: ignore[arg-type]
    if kind == "response" and not record.url.lower().startswith("http"):
        return Skipped("response of another protocol than HTTP")
    if record.body is None:
        why = f"PageTooLargeError: the record has {record.n_bytes:,} bytes"
        return PageRow(url=record.url, **place, error=why)  # type: ignore[arg-type]
    fetched = parse_time(record.headers.get("warc-date"))
    if kind == "resource":
        content_type = record.headers.get("content-type", "")
        row = PageRow(record.url, record.body, content_type, fetched, None, path, record.offset, number)
        return row if _is_html(content_type, record.body) else _other_type(content_type)
    try:
        response = read_response(record.body)
    except InputError as error:
        return PageRow(url=record.url, fetched=fetched, **place, error=f"InputError: {error}")  # type: ignore[arg-type]
    if not any_status and not 200 <= response.status <= 299:
        return Skipped(f"HTTP status {response.status}")
    if not _is_html(response.content_type, response.page):
        return _other_type(response.content_type)
    content_type, status = response.content_type, response.status
    return PageRow(record.url, response.page, content_type, fetched, status, path, record.offset, number)


def _is_html(content_type: str, page: bytes) -> bool:
    name = content_type.partition(";")[0].strip().lower()
    return name in HTML_TYPES or (not name and page[:1024].lstrip().lower().startswith(_HTML_STARTS))


def _other_type(content_type: str) -> Skipped:
    return Skipped(f"not HTML: {content_type.partition(';')[0].strip().lower() or 'no content type'}")


def _read_html(file: IO[bytes], path: str) -> PageRow:
    html = file.read()
    if path.lower().endswith(".gz"):
        html = gzip.decompress(html)
    return PageRow(html=html, source=path, source_offset=0, record=0)


def _read_jsonl(file: IO[bytes], path: str, on_bytes_read: Callable[[int], None]) -> Iterator[PageRow]:
    offset = 0
    for number, line in enumerate(_lines(file)):
        if number % 100 == 0:
            on_bytes_read(file.tell())
        if isinstance(line, BrokenMember):
            why = f"DamagedRecordError: the file is damaged from here on: {line.why}"
            yield PageRow(source=path, source_offset=offset, record=number, error=why)
            return
        if line.strip():
            yield _json_row(line, path, offset, number)
        offset += len(line)


def _lines(file: IO[bytes]) -> Iterator[bytes | BrokenMember]:
    """The lines of a file, whatever its compression."""
    rest = b""
    for event in read_chunks(file):
        if isinstance(event, BrokenMember):
            yield event
            return
        *lines, rest = (rest + event.data).split(b"\n")
        yield from (line + b"\n" for line in lines)
    if rest:
        yield rest


def _json_row(line: bytes, path: str, offset: int, number: int) -> PageRow:
    place = PageRow(source=path, source_offset=offset, record=number)
    try:
        entry = json.loads(line)
    except ValueError as error:
        return place._replace(error=f"DamagedRecordError: the line is no JSON: {error}")
    if not isinstance(entry, dict) or not isinstance(entry.get("html"), str):
        return place._replace(error="DamagedRecordError: the line has no html")
    return place._replace(**_known(entry))


def _read_parquet(file: IO[bytes], path: str) -> Iterator[PageRow]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        yield from _parquet_rows(pq.ParquetFile(file), path)
    except pa.ArrowException as error:
        raise BatchError(f"{path} can't be read: {error}") from error


def _parquet_rows(table: Any, path: str) -> Iterator[PageRow]:
    names = table.schema_arrow.names
    if "html" not in names:
        raise BatchError(f"{path} has no column html, but {', '.join(names)}")
    columns = [name for name in ("url", "html", "content_type", "fetched", "http_status") if name in names]
    number = 0
    for batch in table.iter_batches(batch_size=64, columns=columns):
        for entry in batch.to_pylist():
            yield PageRow(source=path, source_offset=number, record=number)._replace(**_known(entry))
            number += 1


def _known(entry: dict[str, Any]) -> dict[str, Any]:
    """The fields that we know, as far as they are of their kind."""
    fetched, status = entry.get("fetched"), entry.get("http_status")
    return {
        "html": entry.get("html"),
        "url": _text(entry.get("url")),
        "content_type": _text(entry.get("content_type")),
        "fetched": parse_time(fetched) if isinstance(fetched, str) else fetched,
        "http_status": status if isinstance(status, int) and 0 <= status < 1000 else None,
    }


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def read_pages(
    sources: Iterable[InputFile], any_status: bool, on_bytes_read: Callable[[int], None]
) -> Iterator[PageRow | Skipped]:
    """The pages of files, one after the other.

    A page's own file that can't be read is a row with an error. Other files are whole shards: what hinders their
    reading is raised, so that the shard is not done and a rerun tries again.
    """
    n_before = 0
    for source in sources:
        watch_all = partial(_add, on_bytes_read, n_before)
        n_before += source.n_bytes or 0
        try:
            yield from _read_file(source, any_status, watch_all)
        except (OSError, EOFError) as error:
            if source.kind != "html":
                raise BatchError(f"{source.path} can't be read: {error}") from error
            yield PageRow(source=source.path, record=0, error=f"{type(error).__name__}: {error}")


def _add(on_bytes_read: Callable[[int], None], n_before: int, n_bytes: int) -> None:
    on_bytes_read(n_before + n_bytes)
