"""Sitemaps and feeds of every form, whole and broken."""

import gzip
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext.crawl import listings
from maintext.crawl.listings import read_listing
from maintext.errors import BrokenResponseError, ResponseTooLargeError

URLSET = """<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
  <url><loc> https://example.org/a?b=1&amp;c=2 </loc><lastmod>2024-01-01</lastmod>
    <image:image><image:loc>https://example.org/picture.jpg</image:loc></image:image></url>
  <url><loc><![CDATA[https://example.org/b]]></loc></url>
</urlset>"""
ATOM = """<feed xmlns="http://www.w3.org/2005/Atom"><link href="https://example.org/"/>
<entry><link rel="edit" href="/edit"/><link href="/one"/></entry>
<entry><link rel="alternate" type="text/html" href="/two"/><id>urn:x</id></entry></feed>"""
RSS = """<rss version="2.0"><channel><link>https://example.org/</link><image><link>/logo</link></image>
<item><title>One</title><link>/one</link><guid>/guid</guid></item><item><link>/two</link></item></channel></rss>"""
RDF = """<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
<channel><link>/</link></channel><item><link>/one</link></item></rdf:RDF>"""


@pytest.mark.parametrize(
    ("text", "pages"),
    [
        (URLSET, ["https://example.org/a?b=1&c=2", "https://example.org/b"]),
        (ATOM, ["/one", "/two"]),
        (RSS, ["/one", "/two"]),
        (RDF, ["/one"]),
        (
            "https://example.org/a\r\n\r\n  https://example.org/b\nno address",
            ["https://example.org/a", "https://example.org/b"],
        ),
        ("<urlset></urlset>", []),
    ],
    ids=["sitemap", "Atom", "RSS", "RSS 1.0", "text", "empty"],
)
def test_the_pages_of_a_listing_are_found(text: str, pages: list[str]) -> None:
    assert read_listing(text.encode()).pages == pages
    assert read_listing(gzip.compress(text.encode())).pages == pages
    assert read_listing(b"\xef\xbb\xbf" + text.encode()).pages == pages


def test_an_index_names_sitemaps() -> None:
    found = read_listing(
        b"<sitemapindex><sitemap><loc>/1.xml</loc></sitemap><sitemap><loc>/2.xml</loc></sitemap></sitemapindex>"
    )
    assert (found.sitemaps, found.pages) == (["/1.xml", "/2.xml"], [])


def test_other_encodings_are_read() -> None:
    assert read_listing(URLSET.replace("UTF-8", "UTF-16").encode("utf-16")).pages[1] == "https://example.org/b"


def test_addresses_before_an_error_count_and_the_error_is_noted() -> None:
    found = read_listing(URLSET.replace("</urlset>", "<url><loc>/c & d</loc></url>").encode())
    assert len(found.pages) == 2
    assert (found.note or "").startswith("read up to an error: ")


@pytest.mark.parametrize("text", ["", "<html><p>Not found</html>", "just words", "<", "\x1f\x8bnot gzip", "{}"])
def test_what_is_neither_is_a_named_error(text: str) -> None:
    with pytest.raises(BrokenResponseError):
        read_listing(text.encode("latin-1"))


def test_entities_are_not_expanded() -> None:
    laughs = '<!DOCTYPE urlset [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><urlset><url><loc>/&b;</loc></url></urlset>'
    with pytest.raises(BrokenResponseError, match="declares entities or elements"):
        read_listing(laughs.encode())


def test_a_bomb_is_refused() -> None:
    with pytest.raises(ResponseTooLargeError, match="52,428,800"):
        read_listing(gzip.compress(b"\0" * 60_000_000))


def test_no_more_addresses_are_taken_than_the_protocol_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listings, "MAX_ADDRESSES", 3)
    found = read_listing("\n".join(f"https://example.org/{number}" for number in range(5)).encode())
    assert (len(found.pages), found.note) == (3, "the first 3 addresses were taken")


@given(st.binary(max_size=300))
def test_no_bytes_do_harm(raw: bytes) -> None:
    with suppress(BrokenResponseError, ResponseTooLargeError):
        read_listing(raw)
