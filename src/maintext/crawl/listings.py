"""The bytes of a sitemap or a feed -> the addresses it lists.

A sitemap is XML, an index of other sitemaps, or plain text with one address per line, and any of these may be
gzipped. A feed is RSS or Atom. XML is read as a stream of events, so everything before an error counts.

Reading is linear in the input, and memory does not grow with it. Text is collected only inside the elements that hold
addresses and only up to a limit; elements nested deeper than any sitemap nests them end the reading; declarations of
the document's own (entities, default attributes), which expand small files into large ones, are refused. Namespace
prefixes are cut off rather than expanded, because expat would repeat the namespace's whole name for every element.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from xml.parsers import expat

from maintext.errors import BrokenResponseError, FetchError
from maintext.fetch.decompression import DecompressionLimits, Decompressor

MAX_BYTES = 52_428_800
"""The protocol's limit for a sitemap after decompression."""
MAX_ADDRESSES = 50_000
"""The protocol's limit for a sitemap."""
MAX_ADDRESS_CHARS = 4_000
MAX_ELEMENTS = 2_000_000
"""A sitemap of 50,000 pages with ten images each has as many."""
MAX_ELEMENT_DEPTH = 64
"""Sitemaps nest four elements, feeds a dozen; those that hold whole articles as XHTML a few more."""

_ADDRESS_ELEMENTS = frozenset([("url", "loc"), ("sitemap", "loc"), ("item", "link")])
"""Elements whose text is an address, with their parents."""
_ROOTS = frozenset(["urlset", "sitemapindex", "rss", "feed", "rdf"])
_ADDRESS_LINE = re.compile(r"^[ \t]*(https?://[^\s]+)", re.IGNORECASE | re.MULTILINE)


@dataclass
class Listing:
    """The addresses of a sitemap or a feed, as it gives them."""

    pages: list[str] = field(default_factory=list)
    sitemaps: list[str] = field(default_factory=list)
    """Other sitemaps that an index names."""
    note: str | None = None
    """What was wrong with it, if only a part could be read."""


def read_listing(raw: bytes) -> Listing:
    """The addresses in a sitemap or feed; raises BrokenResponseError if it is neither."""
    raw = _unzipped(raw)
    if not raw.startswith((b"\xef\xbb\xbf<", b"\xff\xfe", b"\xfe\xff")) and not re.match(rb"\s*<", raw):
        return _read_lines(raw)
    reader = _XmlReader()
    try:
        reader.parser.Parse(raw, True)
    except _LimitError as error:
        reader.listing.note = str(error)
    except expat.ExpatError as error:
        if not reader.is_known:
            raise BrokenResponseError(f"neither a sitemap nor a feed: {error}") from error
        reader.listing.note = f"read up to an error: {error}"
    if not reader.is_known:
        raise BrokenResponseError("neither a sitemap nor a feed: its XML has another root element")
    return reader.listing


class _LimitError(Exception):
    """A limit ends the reading."""


class _XmlReader:
    """Collects addresses from the events of an XML parser."""

    def __init__(self) -> None:
        self.listing = Listing()
        self.is_known = False
        self._n_elements = 0
        self._path: list[str] = []
        self._text: list[str] = []
        self._n_chars = 0
        self.parser = expat.ParserCreate()
        # Without this the parser reports every line of text by itself.
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.StartDoctypeDeclHandler = _refuse_declarations

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        name = tag.rpartition(":")[2].lower()
        self._n_elements += 1
        if not self._path:
            self.is_known = name in _ROOTS
        if len(self._path) >= MAX_ELEMENT_DEPTH:
            raise _LimitError(f"read up to elements that are nested deeper than {MAX_ELEMENT_DEPTH}")
        if self._n_elements > MAX_ELEMENTS:
            raise _LimitError(f"the first {MAX_ELEMENTS:,} elements were read")
        parent = self._path[-1] if self._path else ""
        self._path.append(name)
        if (parent, name) in _ADDRESS_ELEMENTS:
            self._text, self._n_chars = [], 0
            self.parser.CharacterDataHandler = self._characters
        elif parent == "entry" and name == "link" and attributes.get("rel", "alternate") == "alternate":
            _add(self.listing.pages, attributes.get("href", ""))

    def _end(self, tag: str) -> None:
        name = self._path.pop()
        parent = self._path[-1] if self._path else ""
        if (parent, name) in _ADDRESS_ELEMENTS:
            self.parser.CharacterDataHandler = None
            if self._n_chars <= MAX_ADDRESS_CHARS:
                addresses = self.listing.sitemaps if parent == "sitemap" else self.listing.pages
                _add(addresses, "".join(self._text).strip())

    def _characters(self, text: str) -> None:
        self._n_chars += len(text)
        if self._n_chars <= MAX_ADDRESS_CHARS:
            self._text.append(text)


def _add(addresses: list[str], address: str) -> None:
    if len(addresses) == MAX_ADDRESSES:
        raise _LimitError(f"the first {MAX_ADDRESSES:,} addresses were taken")
    if address and len(address) <= MAX_ADDRESS_CHARS:
        addresses.append(address)


def _refuse_declarations(name: str, system_id: str | None, public_id: str | None, has_subset: bool) -> None:
    """Sitemaps and feeds need no declarations of their own."""
    if has_subset:
        raise BrokenResponseError("neither a sitemap nor a feed: it declares entities or elements in its DOCTYPE")


def _read_lines(raw: bytes) -> Listing:
    listing = Listing()
    text = raw.decode("utf-8-sig", "replace").replace("\r", "\n")
    try:
        for found in _ADDRESS_LINE.finditer(text):
            _add(listing.pages, found[1])
    except _LimitError as error:
        listing.note = str(error)
    if not listing.pages:
        raise BrokenResponseError("neither a sitemap nor a feed: not XML, and no line is an address")
    return listing


def _unzipped(raw: bytes) -> bytes:
    if not raw.startswith(b"\x1f\x8b"):
        return raw
    decompressor = Decompressor("gzip", DecompressionLimits(MAX_BYTES))
    try:
        return b"".join(decompressor.feed(raw))
    except FetchError as error:
        raise type(error)(f"cannot decompress the sitemap: {error}") from error
