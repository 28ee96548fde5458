"""A WARC file -> its pages. Other records are skipped with a reason, damaged ones are rows with an error."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import IO

from maintext.batch.inputs.fields import parse_time
from maintext.batch.inputs.http import read_response
from maintext.batch.inputs.page_rows import PageRow, Skipped
from maintext.batch.inputs.warc import MAX_RECORD_BYTES, Damage, Record, read_records
from maintext.errors import DamagedRecordError, MaintextError

HTML_TYPES = ("text/html", "application/xhtml+xml")
_HTML_STARTS = (b"<!doctype html", b"<html", b"<head", b"<body")
_OTHER_RECORDS = ("warcinfo", "request", "metadata", "revisit", "conversion", "continuation")
_COMMON_CRAWL = re.compile(r"\bCC-MAIN-\d{4}-\d\d\b(?!\d)")
_PART_OF = re.compile(rb"^isPartOf:([^\r\n]{1,200})", re.IGNORECASE | re.MULTILINE)
_MAX_INFO_BYTES = 1 << 16
_TYPE_NAME = re.compile(r"[\w.+-]{1,40}/[\w.+-]{1,60}")


def read_warc(
    file: IO[bytes], source: str, any_status: bool, on_bytes_read: Callable[[int], None]
) -> Iterator[PageRow | Skipped]:
    """The pages of a file. Pages with a status other than 2xx are skipped unless `any_status`."""
    dump = _crawl_name(source)
    for number, record in enumerate(read_records(file)):
        if number % 100 == 0:
            on_bytes_read(file.tell())
        if isinstance(record, Damage):
            error = f"DamagedRecordError: {record.reason}"
            place = PageRow(source=source, source_offset=record.offset, record=number, dump=dump)
            yield place._replace(url=record.url, error=error)
            continue
        kind = record.headers.get("warc-type", "").lower()
        row = PageRow(
            source=source,
            source_offset=record.offset,
            record=number,
            dump=dump,
            warc_record_id=record.headers.get("warc-record-id"),
            payload_digest=record.headers.get("warc-payload-digest"),
        )
        if kind == "warcinfo":
            dump = _declared_crawl(record.body or b"") or dump
        try:
            yield page_of_record(record, row, any_status)
        except MaintextError as error:
            yield row._replace(url=record.url or None, error=f"{type(error).__name__}: {error}")


def _crawl_name(path: str) -> str | None:
    """The crawl of Common Crawl that a path names.

    >>> _crawl_name("s3://commoncrawl/crawl-data/CC-MAIN-2026-43/segments/1.2/warc/CC-MAIN-20261018-00001.warc.gz")
    'CC-MAIN-2026-43'
    """
    found = _COMMON_CRAWL.search(path)
    return found[0] if found else None


def _declared_crawl(warcinfo: bytes | memoryview) -> str | None:
    """The collection that a warcinfo record declares itself a part of."""
    found = _PART_OF.search(warcinfo[:_MAX_INFO_BYTES])
    return found[1].decode("utf-8", "replace").strip() or None if found else None


def page_of_record(record: Record, row: PageRow, any_status: bool) -> PageRow | Skipped:
    """The page of a record, or why it has none; raises a MaintextError if the record is wrong."""
    kind = record.headers.get("warc-type", "").lower()
    if kind not in {"response", "resource"}:
        return Skipped(f"{kind} record" if kind in _OTHER_RECORDS else "record of an unknown type")
    if not record.url:
        raise DamagedRecordError("the record has no WARC-Target-URI")
    if kind == "response" and not record.url.lower().startswith("http"):
        return Skipped("response of another protocol than HTTP")
    if record.body is None:
        error = f"PageTooLargeError: the record has {record.n_bytes:,} bytes, the limit is {MAX_RECORD_BYTES:,}"
        return row._replace(url=record.url, error=error)
    if kind == "resource":
        status, content_type, page = None, record.headers.get("content-type", ""), bytes(record.body)
        signals = None
    else:
        response = read_response(record.body)
        status, content_type, page = response.status, response.content_type, response.page
        signals = response.signals
        if not any_status and not 200 <= response.status <= 299:
            return Skipped(f"HTTP status {response.status}")
    if not _is_html(content_type, page):
        return _other_type(content_type)
    fetched = parse_time(record.headers.get("warc-date"), "WARC-Date")
    row = row._replace(url=record.url, html=page, content_type=content_type, fetched=fetched, http_status=status)
    return row._replace(signals=signals) if signals else row


def _is_html(content_type: str, page: bytes) -> bool:
    name = content_type.partition(";")[0].strip().lower()
    return name in HTML_TYPES or (not name and page[:1024].lstrip().lower().startswith(_HTML_STARTS))


def _other_type(content_type: str) -> Skipped:
    name = content_type.partition(";")[0].strip().lower()
    if name and not _TYPE_NAME.fullmatch(name):
        # Servers send anything; a reason for each would make the summary as long as the file.
        name = "malformed content type"
    return Skipped(f"not HTML: {name or 'no content type'}")
