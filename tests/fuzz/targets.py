"""Bytes -> nothing, or an AssertionError: what each reader promises for any input.

A target calls one reader. The errors that the reader documents are caught; any other error is a find. `TARGETS` is the
one list of them: `make fuzz` runs each with coverage guidance, `make test` a short and repeatable series of mutations.
"""

from __future__ import annotations

import io
import json
import math
import os
import tempfile
from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import maintext
from maintext.batch.inputs.http import MAX_PAGE_BYTES, read_response
from maintext.batch.inputs.jsonl import read_jsonl
from maintext.batch.inputs.page_rows import PageRow, ReadCounts, Skipped, to_batches
from maintext.batch.inputs.warc_pages import read_warc
from maintext.crawl.listings import MAX_ADDRESS_CHARS, MAX_ADDRESSES, read_listing
from maintext.errors import (
    ExtractorError,
    FetchError,
    InputError,
    ModelError,
    OptionError,
    RequestError,
    RobotsRefusedError,
    SelectorError,
    UnknownExtractorError,
    UnknownFormatError,
)
from maintext.extractors.baselines import mss
from maintext.extractors.papers import leaf
from maintext.fetch.decompression import DecompressionLimits, Decompressor
from maintext.fetch.robots import Robots, Rules
from maintext.input_formats.markdown import MAX_ADDED_CHARS, markdown_to_html
from maintext.label.log import LabelLog
from maintext.serve.requests import request_from_json
from maintext.trained.files import model_kind, read_arrays
from tests.property.test_page_properties import check as check_page
from tests.render.test_safe_markdown import READERS, unmeant

ROOT = Path(__file__).resolve().parents[2]
SEEDS = ROOT / "fuzz" / "seeds"


class Target(NamedTuple):
    """A reader to fuzz."""

    check: Callable[[bytes], None]
    """Raises only for a find."""
    tokens: tuple[bytes, ...]
    """What means something to the reader, for mutations to insert."""


def page(data: bytes) -> None:
    """Any bytes are a page table that keeps its promises."""
    depth = 2 + 2 * data[0] if data else 512
    check_page(maintext.parse(data, limits=maintext.Limits(max_depth=depth)))


def decode(data: bytes) -> None:
    """Bytes with any charset in the header are a page; the header is what comes before the first line feed."""
    header, _, content = data.partition(b"\n")
    parsed = maintext.parse(content, encoding=header.decode("latin-1"))
    # The longest character of a single byte has three bytes in UTF-8.
    assert len(parsed.source) <= 3 * len(content) + 3
    assert parsed.source.decode() == maintext.parse(content, encoding=header.decode("latin-1")).source.decode()


def render(data: bytes) -> None:
    """Every format of every page is written, and Markdown has no element that was not meant."""
    try:
        document = maintext.extract(data[2:], "https://example.org/a" if data[:1] > b"\x7f" else None, by="all")
    except InputError:
        return
    for output_format in ("text", "html", "xml", "tei"):
        document.render(output_format)
    markdown = document.to_markdown(with_metadata=True)
    for name, reader in READERS.items():
        found = unmeant(markdown, reader)
        assert not found, f"{name} reader finds {found} in {markdown!r}"


def model(data: bytes) -> None:
    """A model file is a model, or a ModelError."""
    with _file(data) as path:
        _unless_model_error(lambda: model_kind(path))
        _unless_model_error(lambda: read_arrays(path, "leaf"))
        for load in (leaf.LeafClassifier.load, mss.MaximumSubsequence.load):
            extractor = _unless_model_error(partial(load, path))
            scores = extractor(_small_page()) if extractor else None
            assert scores is None or np.isfinite(scores.score).all()


def _unless_model_error(read: Callable[[], Any]) -> Any:
    try:
        return read()
    except ModelError:
        return None


def warc(data: bytes) -> None:
    """Any file is rows: pages, skipped records, errors."""
    rows = list(read_warc(io.BytesIO(data), "f.warc", True, lambda n_bytes: None))
    _check_rows(rows)
    assert _is_compressed(data) or len(rows) <= len(data) + 1


def jsonl(data: bytes) -> None:
    """Any file is rows, one per line at most."""
    rows = list(read_jsonl(io.BytesIO(data), "f.jsonl", lambda n_bytes: None))
    _check_rows(rows)
    assert _is_compressed(data) or len(rows) <= data.count(b"\n") + 1


def _is_compressed(data: bytes) -> bool:
    """Whether there may be more rows than bytes."""
    return data.startswith((b"\x1f\x8b", b"\x28\xb5\x2f\xfd"))


def _check_rows(rows: Sequence[PageRow | Skipped]) -> None:
    read = ReadCounts()
    batches = list(to_batches(rows, read))
    assert sum(batch.num_rows for batch in batches) + sum(read.skipped.values()) == len(rows)
    for row in rows:
        if isinstance(row, PageRow):
            assert (row.html is None) == (row.error is not None), row
            assert len(row.html or b"") <= MAX_PAGE_BYTES


def http(data: bytes) -> None:
    """Any bytes are a response, or a named error."""
    try:
        response = read_response(data)
    except (InputError, FetchError):
        return
    assert 0 <= response.status <= 999
    assert len(response.page) <= MAX_PAGE_BYTES


def decompress(data: bytes) -> None:
    """Any bytes in any encoding are decompressed within the limits, or refused."""
    encodings = ("gzip", "deflate", "br", "zstd", "gzip, zstd", "zstd, zstd", "br, gzip", "x-gzip,identity")
    limits = DecompressionLimits(max_bytes=100_000)
    if not data:
        return
    try:
        whole = b"".join(Decompressor(encodings[data[0] % len(encodings)], limits).feed(data[1:]))
    except FetchError:
        return
    assert len(whole) <= 100_000


def sitemap(data: bytes) -> None:
    """Any bytes are addresses, or a named error."""
    try:
        listing = read_listing(data)
    except FetchError:
        return
    for addresses in (listing.pages, listing.sitemaps):
        assert len(addresses) <= MAX_ADDRESSES
        assert all(len(address) > 0 for address in addresses)
    if data.lstrip().startswith(b"<"):
        assert all(len(address) <= MAX_ADDRESS_CHARS for address in (*listing.pages, *listing.sitemaps))


def robots(data: bytes) -> None:
    """Any bytes are rules that answer for any address."""
    rules = Rules(Robots(data.decode("utf-8-sig", "replace")), "maintext")
    assert math.isfinite(rules.delay_s)
    assert rules.delay_s >= 0
    for address in ("https://example.org/", "https://example.org/a/b?c=d", "https://example.org/robots.txt"):
        is_allowed = rules.is_allowed(address)
        try:
            rules.check(address)
        except RobotsRefusedError:
            continue
        assert is_allowed
    assert rules.is_allowed("https://example.org/robots.txt")


def label_log(data: bytes) -> None:
    """Any file is events and rejected lines; events survive being written again."""
    with _file(data) as path:
        log = LabelLog(path)
        log.refresh()
        n_lines = data.count(b"\n")
        assert len(log.events) + log.n_rejected <= n_lines
        for event in log.events:
            assert type(event).from_line(event.to_line()) == event
        n_before = len(log.events)
        log.refresh()
        assert len(log.events) == n_before


def request(data: bytes) -> None:
    """Any body of a request is a request, or a named error."""
    try:
        request_from_json(data)
    except (ExtractorError, OptionError, RequestError, UnknownExtractorError, UnknownFormatError):
        return


def markdown(data: bytes) -> None:
    """Any text is a Markdown document: HTML of a bounded length, and a page."""
    text = data.decode("utf-8", "replace")
    html = markdown_to_html(text)
    # A mark of one character may become an element; an address may have its characters escaped.
    assert len(html) <= 60 * len(text) + 6 * MAX_ADDED_CHARS
    maintext.extract(text, by="all", encoding="text/markdown")


def selectors(data: bytes) -> None:
    """Any line is a selector that keeps or prunes elements of the page below it, or a named error."""
    selector, _, content = data.decode("utf-8", "replace").partition("\n")
    try:
        kept = maintext.extract(content, by="all", keep=selector)
        pruned = maintext.extract(content, by="all", prune=selector)
    except (InputError, SelectorError):
        return
    assert len(kept.text) <= len(content) * 4 + 100
    # The tags stay, and with them the places where words end.
    assert len(pruned.page.source) <= len(maintext.parse(content).source)


def shapes(data: bytes) -> None:
    """Everything that a document has besides its text can be written as JSON, of a bounded length."""
    try:
        document = maintext.extract(data, "https://example.org/a", by="econ")
    except InputError:
        return
    found = [
        *(thing.to_dict() for thing in document.structured),
        *(post.to_dict() for post in document.posts),
        *(item.to_dict() for item in document.items),
        *(chunk.to_dict() for chunk in document.chunks(max_tokens=32, overlap=8)),
        *([document.product.to_dict()] if document.product else []),
        document.verdict.to_dict(),
        repr(document.permissions),
    ]
    assert len(json.dumps(found)) <= 400 * len(data) + 3_000_000


@cache
def _small_page() -> maintext.Page:
    return maintext.parse(
        "<h1>Tea</h1><p>Water is poured over the leaves, and one waits.<ul><li><a href=x>Home</a></ul>"
    )


class _file:  # noqa: N801 - used like a function
    """A temporary file of these bytes, in memory where the system has such files."""

    def __init__(self, data: bytes) -> None:
        folder = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108
        self._descriptor, name = tempfile.mkstemp(dir=folder)
        os.write(self._descriptor, data)
        os.close(self._descriptor)
        self._path = Path(name)

    def __enter__(self) -> Path:
        return self._path

    def __exit__(self, *_: object) -> None:
        self._path.unlink()


_HTML = tuple(
    b"<p> <b> </b> <table> <tr> <td> <template> <svg> <math> <pre> <textarea> <select> <li> <ol> <a href=x> <h1> <sup>"
    b" <!-- --> <![CDATA[ &lt; &amp; &#0; ``` | ]( <script> </script> <noscript> colspan=999 <caption> <form> <title>"
    b" \xef\xbb\xbf \0 \xff <meta charset=utf-16> <base href=//x> javascript: <img src=x alt=y>".split(b" ")
)
_WARC = (
    *(b"WARC/1.0\r\n", b"\r\n\r\n", b"Content-Length: ", b"WARC-Date: ", b"99999999999", b"-1", b"\x1f\x8b", b"\0"),
    *(b"Transfer-Encoding: chunked", b"Content-Encoding: gzip", b"HTTP/1.1 200", b"WARC-Type: response", b"0001-01-01"),
)
_JSON = (
    *(
        b"{",
        b"}",
        b"[",
        b"]",
        b'"',
        b":",
        b",",
        b"null",
        b"true",
        b"NaN",
        b"1e999",
        b"-0",
        b"\\ud800",
        b"\\u0000",
        b"\n",
    ),
    *(b'"html"', b'"url"', b'"fetched"', b'"http_status"', b'"content_type"', b"9" * 30, b"[" * 50, b"\xff", b"1e300"),
)
_XML = (
    *(
        b"<urlset>",
        b"<url>",
        b"<loc>",
        b"</loc>",
        b"<sitemap>",
        b"<rss>",
        b"<item>",
        b"<link>",
        b"<!DOCTYPE a [",
        b"]>",
    ),
    *(b"<!ENTITY a 'b'>", b"&a;", b"<![CDATA[", b"]]>", b"http://a.example/", b"\n", b"\x1f\x8b", b"\xff\xfe", b"<x:"),
)
_ROBOTS = (
    *(b"User-agent: *", b"User-agent: maintext", b"Disallow: /", b"Allow: /", b"*", b"$", b"\n", b"\r", b"Sitemap: x"),
    *(b"Crawl-delay: ", b"1e999", b"nan", b"#", b":", b"\0", b"\xe2\x80\xa8", b"%2F", b"/index.html"),
)
_EVENTS = (
    *(
        b'"action":"label"',
        b'"blocks":{"3":"00ff"}',
        b'"keep":true',
        b'"who":"Ann"',
        b'"page":"a/b"',
        b'"value":"article"',
    ),
    *(b'"blocks":[]', b'"keep":1', b"{}", b"null", b"\\ud800", b"\n", b"\r", b"\0", b'"action":"undo"', b"1e999"),
)
_BYTES = (
    b"\0",
    b"\xff",
    b"\x1f\x8b\x08",
    b"\x28\xb5\x2f\xfd",
    b"\x78\x9c",
    b"PK\x03\x04",
    b"\x93NUMPY\x01\0",
    b"\x7f" * 8,
)

_MARKDOWN = (
    *b"# > - * + 1. ``` ~~~ ` | --- :-: [a] [a]: ](x) ](<x ![ ** __ ~~ <a> <!-- --> \\ &amp; &lt;".split(b" "),
    *(b"\n", b"\n\n", b"    ", b"---\ntitle: x\n---\n", b'](x "', b"  \n", b"\t"),
)
_SELECTORS = (
    *(b"p", b" > ", b" ", b",", b".c", b"#i", b"[a]", b"[a=b]", b"[a~='b']", b"\\", b"\\ffffff", b"\\d800 ", b"*"),
    *(b"//p", b"/html", b"[1]", b"[@a]", b"contains(@a, 'b')", b" and ", b"|", b"(", b")", b"'", b'"', b"\n", b":x"),
)
_SHAPES = (
    *(b"<script type=application/ld+json>", b"</script>", b'{"@type":"Product"', b'"@graph":[', b'"articleBody":"'),
    *(b"<div itemscope itemtype=X>", b"<p itemprop=name>", b" itemprop='a b c'", b" itemref=i", b" id=i", b"</div>"),
    *(b"<div typeof=X property=a>", b"<time datetime=2020-01-02>", b"3 days ago", b"$1,299.00", b"<del>", b"<li>"),
    *(b"<script id=__NEXT_DATA__>", b'__next_f.push([1,"', b"__NUXT__=", b"1:T5,", b"<noscript>", b"<template>"),
    *(
        b"<template shadowrootmode=open>",
        b"<form><input type=password>",
        b"Please enable JavaScript",
        b"<h2>",
        b"\\u00",
    ),
)

TARGETS: dict[str, Target] = {
    "page": Target(page, _HTML),
    "decode": Target(
        decode, (*_HTML, b"utf-16le\n", b"gbk\n", b"shift_jis\n", b"iso-2022-jp\n", b"\x1b$B", b"\xff\xfe")
    ),
    "render": Target(render, _HTML),
    "model": Target(model, _BYTES),
    "warc": Target(warc, _WARC),
    "jsonl": Target(jsonl, _JSON),
    "http": Target(http, (*_WARC, *_BYTES)),
    "decompress": Target(decompress, _BYTES),
    "sitemap": Target(sitemap, _XML),
    "robots": Target(robots, _ROBOTS),
    "label_log": Target(label_log, (*_JSON, *_EVENTS)),
    "markdown": Target(markdown, _MARKDOWN),
    "selectors": Target(selectors, (*_SELECTORS, *_HTML)),
    "shapes": Target(shapes, (*_SHAPES, *_JSON, *_HTML)),
    "request": Target(
        request, (*_JSON, b'"by":"econ"', b'"by":"model:"', b'"include_links":false', b'"output_format":')
    ),
}
"""By name, which is also the name of the folder with its seeds. The first three are targets of cargo-fuzz, too."""
