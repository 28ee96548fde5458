"""Limits of docs/limits.md that no other test reaches: just below them all is well, beyond them what the page says."""

from __future__ import annotations

import asyncio
from ipaddress import ip_network
from pathlib import Path
from typing import NoReturn

import httpcore
import pytest

import maintext
from maintext.crawl import listings
from maintext.crawl.listings import MAX_ELEMENT_DEPTH, read_listing
from maintext.crawl.scope import Scope
from maintext.crawl.visits import MAX_NESTED_SITEMAPS
from maintext.errors import FetchError, LabelError, RequestError
from maintext.fetch import connections
from maintext.fetch.addresses import MAX_CHARS, resolve
from maintext.fetch.policy import EVERY_NETWORK
from maintext.label import log as label_log
from maintext.label.events import MAX_LINE_BYTES, Event
from maintext.label.log import LabelLog
from maintext.serve.requests import MAX_URL_CHARS, ExtractRequest
from tests.crawl.simulated import SITE, SimulatedWeb, crawl_addresses, page
from tools.limits import value_of

ADDRESS_BYTES = int(value_of("render/structure/facts/address.rs:MAX_ADDRESS_BYTES"))
SPAN = int(value_of("render/structure/facts/grid.rs:MAX_SPAN"))
LEVELS = int(value_of("render/writers/blocks.rs:MAX_LEVELS"))


def markdown(html: str) -> str:
    return maintext.extract(html, by="all").to_markdown(include_title=False)


def test_a_longer_address_is_left_out_and_its_text_stays() -> None:
    address = "https://example.org/".ljust(ADDRESS_BYTES, "x")
    assert markdown(f"<p><a href={address}>Tea</a>") == f"[Tea]({address})"
    assert markdown(f"<p><a href={address}y>Tea</a>") == "Tea"


def test_a_wider_cell_is_an_ordinary_cell() -> None:
    def html(span: int) -> str:
        return maintext.extract(f"<table><tr><th>a<th>b<tr><td colspan={span}>z</table>", by="all").to_html()

    assert f'<td colspan="{SPAN}">z</td>' in html(SPAN)
    assert "<td>z</td>" in html(SPAN + 1)
    assert "<td>z</td>" in html(10**9)


def test_deeper_quotations_stay_at_the_deepest_level() -> None:
    def n_levels(n_nested: int) -> int:
        return markdown("<blockquote>" * n_nested + "<p>Tea").count(">")

    assert n_levels(LEVELS) == LEVELS
    assert n_levels(LEVELS + 40) == LEVELS
    assert "Tea" in markdown("<blockquote>" * (LEVELS + 40) + "<p>Tea")


def test_a_longer_address_is_not_fetched() -> None:
    address = "https://example.org/".ljust(MAX_CHARS, "x")
    assert resolve(address) == address
    with pytest.raises(FetchError, match="2,001 characters"):
        resolve(f"{address}y")


def test_no_more_addresses_of_a_host_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []

    async def resolver(host: str, port: int) -> list[str]:
        return [f"192.0.2.{number}" for number in range(1, 100)]

    async def connect(self: object, host: str, *_: object) -> NoReturn:
        tried.append(host)
        raise httpcore.ConnectError("nobody listens")

    monkeypatch.setattr(httpcore.AnyIOBackend, "connect_tcp", connect)
    networks = tuple(ip_network(network) for network in EVERY_NETWORK)
    with pytest.raises(httpcore.ConnectError):
        asyncio.run(connections.GuardedConnections(networks, resolver).connect_tcp("example.org", 80))
    assert len(tried) == connections.MAX_ADDRESSES


def test_a_sitemap_of_more_elements_is_read_up_to_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listings, "MAX_ELEMENTS", 10)
    addresses = "".join(f"<url><loc>https://a.example/{number}</loc></url>" for number in range(9))
    listing = read_listing(f"<urlset>{addresses}</urlset>".encode())
    assert len(listing.pages) == 4
    assert listing.note == "the first 10 elements were read"


def test_a_sitemap_that_nests_deeper_is_read_up_to_there() -> None:
    address = "<url><loc>https://a.example/</loc></url>"
    deep = "<x>" * MAX_ELEMENT_DEPTH
    listing = read_listing(f"<urlset>{address}{deep}{address}</urlset>".encode())
    assert (listing.pages, listing.note) == (
        ["https://a.example/"],
        "read up to elements that are nested deeper than 64",
    )


def test_sitemaps_that_name_sitemaps_end(tmp_path: Path) -> None:
    def reply(url: str) -> object:
        if url.endswith("/robots.txt"):
            return page(f"User-agent: *\nSitemap: {SITE}/0.xml")
        if not url.endswith(".xml"):
            return "<p>Tea"
        number = int(url.rpartition("/")[2].removesuffix(".xml"))
        return page(f"<sitemapindex><sitemap><loc>{SITE}/{number + 1}.xml</loc></sitemap></sitemapindex>")

    web = SimulatedWeb(reply)  # type: ignore[arg-type]
    rows = crawl_addresses(web, tmp_path / "state", Scope((f"{SITE}/",), sitemaps=("auto",)))
    assert sum(row.url.endswith(".xml") for row in rows) == MAX_NESTED_SITEMAPS + 1
    assert any("nested deeper than 3 were not read" in (row.note or "") for row in rows)


def test_a_request_with_a_longer_url_is_refused() -> None:
    ExtractRequest(url="x" * MAX_URL_CHARS)
    with pytest.raises(RequestError, match="8,193 characters, the limit is 8,192"):
        ExtractRequest(url="x" * (MAX_URL_CHARS + 1))


def test_a_longer_line_of_a_label_log_is_set_aside() -> None:
    line = Event("1", "2026-11-15T12:00:00Z", "Ann", "a", "done").to_line()
    assert Event.from_line(line.ljust(MAX_LINE_BYTES)).id == "1"
    with pytest.raises(LabelError, match="10,000,001 bytes, the limit is 10,000,000"):
        Event.from_line(line.ljust(MAX_LINE_BYTES + 1))


def test_more_rejected_lines_are_counted(tmp_path: Path) -> None:
    (tmp_path / "labels.jsonl").write_bytes(b"x\n" * (label_log.MAX_REJECTED + 5))
    log = LabelLog(tmp_path / "labels.jsonl")
    log.refresh()
    assert (len(log.rejected), log.n_rejected) == (label_log.MAX_REJECTED, label_log.MAX_REJECTED + 5)
