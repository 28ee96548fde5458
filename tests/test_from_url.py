"""`extract_url` and `aextract_url`: a real server, redirects, encodings, and what is refused."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

import maintext
from maintext.errors import ForbiddenAddressError, HttpStatusError, NotHtmlError, OptionError
from maintext.fetch import EVERY_NETWORK, Policy
from tests.web_server import Answer, WebServer, web_server

TEXT = "<title>Größen</title><p>Die Größe der Fähre genügt für sechzig Leute, sagt die <a href=reederei>Reederei</a>."
ROUTES = {
    "/latin": Answer(TEXT.encode("latin-1"), headers={"Content-Type": "text/html; charset=latin1"}),
    "/moved": Answer(status=302, headers={"Location": "/folder/latin"}),
    "/folder/latin": Answer(TEXT.encode("latin-1"), headers={"Content-Type": "text/html; charset=latin1"}),
    "/notes": Answer(b"# Tea\n\nBoil *it*.", headers={"Content-Type": "text/markdown"}),
    "/picture": Answer(b"\x89PNG", headers={"Content-Type": "image/png"}),
    "/disguised": Answer(b"%PDF-1.7", headers={"Content-Type": "text/html"}),
}
HERE = Policy(allowed_networks=EVERY_NETWORK)


@pytest.fixture
def server() -> Iterator[WebServer]:
    with web_server(ROUTES) as running:
        yield running


def test_a_page_is_fetched_decoded_and_extracted(server: WebServer) -> None:
    document = maintext.extract_url(f"{server.url}/latin", by="all", policy=HERE)
    assert document.text == "Die Größe der Fähre genügt für sechzig Leute, sagt die Reederei."
    assert document.url == f"{server.url}/latin"


def test_links_are_resolved_against_the_address_that_answered(server: WebServer) -> None:
    document = maintext.extract_url(f"{server.url}/moved", by="all", policy=HERE)
    assert f"[Reederei]({server.url}/folder/reederei)" in document.to_markdown()


def test_markdown_is_taken_as_it_is(server: WebServer) -> None:
    assert maintext.extract_url(f"{server.url}/notes", policy=HERE).to_markdown() == "# Tea\n\nBoil *it*."


def test_coroutines_have_the_same_and_can_run_side_by_side(server: WebServer) -> None:
    async def both() -> list[maintext.Document]:
        paths = ("/latin", "/moved")
        return await asyncio.gather(*(maintext.aextract_url(server.url + path, "all", policy=HERE) for path in paths))

    one, other = asyncio.run(both())
    assert one.text == other.text == maintext.extract_url(f"{server.url}/latin", by="all", policy=HERE).text


def test_extract_url_works_inside_a_running_loop(server: WebServer) -> None:
    async def from_a_notebook() -> str:
        return maintext.extract_url(f"{server.url}/latin", by="all", policy=HERE).text

    assert asyncio.run(from_a_notebook()).startswith("Die Größe")


@pytest.mark.parametrize(
    ("path", "error"), [("/picture", NotHtmlError), ("/disguised", NotHtmlError), ("/nowhere", HttpStatusError)]
)
def test_what_is_no_page_is_a_named_error(server: WebServer, path: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        maintext.extract_url(server.url + path, policy=HERE)


def test_this_machine_is_refused_by_default(server: WebServer) -> None:
    with pytest.raises(ForbiddenAddressError):
        maintext.extract_url(f"{server.url}/latin")
    with pytest.raises(ForbiddenAddressError):
        asyncio.run(maintext.aextract_url(f"{server.url}/latin"))
    assert not server.asked


def test_modes_and_extractors_are_those_of_extract(server: WebServer) -> None:
    document = maintext.extract_url(f"{server.url}/latin", policy=HERE, favor="recall")
    assert document.by == "model:favor=recall"
    with pytest.raises(OptionError, match="cetr has no parameter 'favor'"):
        maintext.extract_url(f"{server.url}/latin", by="cetr", policy=HERE, favor="recall")


def test_the_response_itself_can_be_had(server: WebServer) -> None:
    assert maintext.fetch_page(f"{server.url}/nowhere", HERE).status == 404
