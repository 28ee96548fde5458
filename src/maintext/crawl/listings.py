"""The bytes of a sitemap or a feed -> the addresses in it.

Sitemaps are XML, an index of others, plain text with an address a line, any of them gzipped; feeds are RSS or Atom.
They are read as a stream of events: what stands before an error counts, entities are not expanded.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field
from xml.parsers import expat

from maintext.errors import BrokenResponseError, ResponseTooLargeError

MAX_BYTES = 52_428_800
"""The protocol's limit for a sitemap, unzipped."""
MAX_ADDRESSES = 50_000
"""The protocol's limit for a sitemap."""
MAX_CHARS = 4_000


@dataclass
class Listing:
    """What a sitemap or a feed lists, as written."""

    pages: list[str] = field(default_factory=list)
    sitemaps: list[str] = field(default_factory=list)
    """Those that an index names."""
    note: str | None = None
    """What was wrong with it, if it could be read only in part."""


def read_listing(raw: bytes) -> Listing:
    """What a sitemap or feed lists; an error if it is none."""
    raw = _unzipped(raw)
    if raw.lstrip()[:1] != b"<" and not raw.startswith((b"\xef\xbb\xbf<", b"\xff\xfe", b"\xfe\xff")):
        return _read_lines(raw)
    reader = _Reader()
    try:
        reader.parser.Parse(raw, True)
    except expat.ExpatError as error:
        if not reader.is_known:
            raise BrokenResponseError(f"neither a sitemap nor a feed: {error}") from error
        reader.listing.note = f"read up to an error: {error}"
    if not reader.is_known:
        raise BrokenResponseError("neither a sitemap nor a feed: its XML is of another kind")
    return _cut(reader.listing)


class _Reader:
    """Gathers addresses from the events of an XML parser."""

    def __init__(self) -> None:
        self.listing = Listing()
        self.is_known = False
        self._path: list[str] = []
        self._text: list[str] | None = None
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._characters
        # Entities are how small files become large; sitemaps and feeds have no use for their own.
        self.parser.EntityDeclHandler = _refuse_entity

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        name = tag.rpartition(" ")[2].lower()
        if not self._path:
            self.is_known = name in ("urlset", "sitemapindex", "rss", "feed", "rdf")
        parent = self._path[-1] if self._path else ""
        self._path.append(name)
        self._text = [] if (parent, name) in _ADDRESSES else None
        if parent == "entry" and name == "link" and attributes.get("rel", "alternate") == "alternate":
            self.listing.pages.append(attributes.get("href", ""))

    def _end(self, tag: str) -> None:
        name = self._path.pop()
        parent = self._path[-1] if self._path else ""
        address = "".join(self._text or ()).strip()
        if address and (parent, name) in _ADDRESSES:
            (self.listing.sitemaps if parent == "sitemap" else self.listing.pages).append(address)
        self._text = None

    def _characters(self, text: str) -> None:
        if self._text is not None and sum(map(len, self._text)) < MAX_CHARS:
            self._text.append(text)


_ADDRESSES = frozenset([("url", "loc"), ("sitemap", "loc"), ("item", "link")])
"""Elements whose text is an address, with their parents."""


def _refuse_entity(name: str, *details: object) -> None:
    raise BrokenResponseError(f"it declares an entity, {name!r}")


def _read_lines(raw: bytes) -> Listing:
    lines = [line.strip() for line in raw.decode("utf-8-sig", "replace").splitlines()]
    addresses = [line for line in lines if line.lower().startswith(("http://", "https://"))]
    if not addresses:
        raise BrokenResponseError("neither a sitemap nor a feed: no XML, and no line is an address")
    return _cut(Listing(addresses))


def _cut(listing: Listing) -> Listing:
    n_pages, n_sitemaps = len(listing.pages), len(listing.sitemaps)
    if n_pages > MAX_ADDRESSES or n_sitemaps > MAX_ADDRESSES:
        note = f"the first {MAX_ADDRESSES:,} of {max(n_pages, n_sitemaps):,} addresses were taken"
        return Listing(listing.pages[:MAX_ADDRESSES], listing.sitemaps[:MAX_ADDRESSES], note)
    return listing


def _unzipped(raw: bytes) -> bytes:
    if not raw.startswith(b"\x1f\x8b"):
        return raw
    stream = zlib.decompressobj(31)
    try:
        body = stream.decompress(raw, MAX_BYTES)
    except zlib.error as error:
        raise BrokenResponseError(f"a sitemap whose compression is broken: {error}") from error
    if stream.unconsumed_tail:
        raise ResponseTooLargeError(f"a sitemap of more than {MAX_BYTES:,} bytes after decompression")
    return body
