"""Single fetches from a real server: what comes back, and what is refused."""

import asyncio
import gzip
import pickle
import socket
import time
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from http.server import BaseHTTPRequestHandler

import brotli
import pytest

import maintext
from maintext import errors
from maintext.fetch import FetchedPage, Policy, fetch_page
from maintext.fetch.decompression import zstandard_package
from maintext.fetch.fetching import fetch_with
from maintext.fetch.transport import HttpTransport
from tests.web_server import Answer, Asked, WebServer, raw, web_server

LOOPBACK = Policy(allowed_networks=("127.0.0.1/32",))
HURRIED = replace(LOOPBACK, total_s=3.0, read_s=1.0)
TEXT = "<p>Größe ist nicht alles.".encode()
HTML = {"Content-Type": "text/html; charset=utf-8"}


def bomb() -> bytes:
    return gzip.compress(b"\0" * 60_000_000)


def drip(handler: BaseHTTPRequestHandler) -> None:
    handler.wfile.write(b"HTTP/1.1 200 OK\r\n")
    for number in range(100):
        handler.wfile.write(b"X-%d: y\r\n" % number)
        time.sleep(0.2)


def silence(handler: BaseHTTPRequestHandler) -> None:
    time.sleep(4.0)


def endless_headers(handler: BaseHTTPRequestHandler) -> None:
    handler.wfile.write(b"HTTP/1.1 200 OK\r\n")
    for _ in range(2_000):
        handler.wfile.write(b"X: " + b"y" * 1000 + b"\r\n")


def endless_body(handler: BaseHTTPRequestHandler) -> None:
    handler.wfile.write(b"HTTP/1.1 200 OK\r\n\r\n")
    for _ in range(1_000):
        handler.wfile.write(b"<p>more " * 10_000)


def cut_off(handler: BaseHTTPRequestHandler) -> None:
    handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n<p>not all")


def not_http(handler: BaseHTTPRequestHandler) -> None:
    handler.wfile.write(b"SSH-2.0-OpenSSH_9.6\r\n")


def echo(asked: Asked) -> Answer:
    return Answer("\n".join(f"{name}: {value}" for name, value in asked.headers.items()).encode())


ROUTES: Mapping[str, object] = {
    "/": Answer(TEXT, headers=HTML),
    "/latin": Answer("<p>Größe".encode("latin-1"), headers={"Content-Type": "text/html; Charset='iso-8859-1'"}),
    "/gzip": Answer(gzip.compress(TEXT), headers={"Content-Encoding": "gzip", **HTML}),
    "/deflate": Answer(zlib.compress(TEXT), headers={"Content-Encoding": "deflate", **HTML}),
    "/br": Answer(brotli.compress(TEXT), headers={"Content-Encoding": "br", **HTML}),
    "/zstd": Answer(zstandard_package().compress(TEXT), headers={"Content-Encoding": "zstd", **HTML}),
    "/bomb": lambda asked: Answer(bomb(), headers={"Content-Encoding": "gzip", **HTML}),
    "/not-gzip": Answer(TEXT * 40, headers={"Content-Encoding": "gzip", **HTML}),
    "/cut-gzip": Answer(gzip.compress(TEXT * 40)[:-9], headers={"Content-Encoding": "gzip", **HTML}),
    "/picture": Answer(b"\x89PNG", headers={"Content-Type": "image/png"}),
    "/moved": Answer(status=302, headers={"Location": "/moved-again?utm_source=x"}),
    "/moved-again?utm_source=x": Answer(status=308, headers={"Location": "/#end"}),
    "/Gr%C3%B6%C3%9Fe": Answer(TEXT, headers=HTML),
    "/to-utf8": Answer(status=301, headers={"Location": "/Größe".encode().decode("latin-1")}),
    "/loop": Answer(status=301, headers={"Location": "/loop"}),
    "/to-file": Answer(status=301, headers={"Location": "file:///etc/passwd"}),
    "/to-metadata": Answer(status=301, headers={"Location": "http://169.254.169.254/latest/meta-data/"}),
    "/to-mapped": Answer(status=301, headers={"Location": "http://[::ffff:7f00:1]/"}),
    "/to-decimal": Answer(status=301, headers={"Location": "http://2130706434/"}),
    "/large": Answer(headers={"Content-Length": "99999999999"}),
    "/headers": Answer(headers={f"X-{number}": "y" * 1000 for number in range(70)}),
    "/echo": echo,
    "/drip": raw(drip),
    "/silence": raw(silence),
    "/endless-headers": raw(endless_headers),
    "/endless-body": raw(endless_body),
    "/cut-off": raw(cut_off),
    "/not-http": raw(not_http),
}


@pytest.fixture(scope="module")
def server() -> Iterator[WebServer]:
    with web_server(ROUTES) as running:
        yield running


@pytest.mark.parametrize("path", ["/", "/gzip", "/deflate", "/br", "/zstd", "/moved", "/to-utf8"])
def test_a_page_is_fetched_however_it_is_sent(server: WebServer, path: str) -> None:
    page = fetch_page(server.url + path, LOOPBACK).checked()
    assert page.body == TEXT
    assert (page.status, page.encoding, page.is_page) == (200, "utf-8", True)
    assert page.n_sent_bytes > 0


def test_the_charset_of_the_header_goes_to_the_parser(server: WebServer) -> None:
    page = fetch_page(server.url + "/latin", LOOPBACK)
    assert page.encoding == "iso-8859-1"
    assert maintext.extract(page.body, by="all", encoding=page.content_type).text == "Größe"


def test_redirects_are_followed_and_reported(server: WebServer) -> None:
    page = fetch_page(server.url + "/moved", LOOPBACK)
    assert page.url == server.url + "/"
    assert page.redirects == (server.url + "/moved", server.url + "/moved-again?utm_source=x")


def test_the_request_names_the_client_and_the_encodings(server: WebServer) -> None:
    sent = fetch_page(server.url + "/echo", LOOPBACK).body.decode()
    assert f"user-agent: maintext/{maintext.__version__} (" in sent
    assert "accept-encoding: gzip, deflate, br, zstd" in sent
    assert f"host: 127.0.0.1:{server.port}" in sent


REFUSALS = [
    ("/bomb", errors.ResponseTooLargeError, "more than 50,000,000 bytes after decompression"),
    ("/large", errors.ResponseTooLargeError, "99,999,999,999 bytes, the limit is 20,000,000"),
    ("/endless-body", errors.ResponseTooLargeError, "the limit is 20,000,000"),
    ("/headers", errors.HeadersTooLargeError, "the limit is 65,536"),
    ("/endless-headers", errors.HeadersTooLargeError, "65,536"),
    ("/drip", errors.FetchTimeoutError, "timed out after"),
    ("/silence", errors.FetchTimeoutError, "timed out after"),
    ("/loop", errors.TooManyRedirectsError, "redirects in a circle, back to http"),
    ("/not-gzip", errors.BrokenResponseError, "compressed body is broken"),
    ("/cut-gzip", errors.BrokenResponseError, "cut off"),
    ("/cut-off", errors.BrokenResponseError, "sent a broken response"),
    ("/not-http", errors.BrokenResponseError, "sent a broken response"),
    ("/to-file", errors.AddressError, "not an http or https address"),
    (
        "/to-metadata",
        errors.ForbiddenAddressError,
        "refusing to fetch 169.254.169.254: link-local or cloud metadata address",
    ),
    ("/to-mapped", errors.ForbiddenAddressError, "IPv4-mapped"),
    ("/to-decimal", errors.ForbiddenAddressError, r"refusing to fetch 2130706434: loopback address 127\.0\.0\.2"),
    ("/picture", errors.NotHtmlResponseError, "image/png"),
    ("/nowhere", errors.HttpStatusError, "404"),
]


@pytest.mark.parametrize(("path", "error", "message"), REFUSALS, ids=[path for path, *_ in REFUSALS])
def test_a_refusal_is_a_named_error(server: WebServer, path: str, error: type[errors.FetchError], message: str) -> None:
    policy = HURRIED if error is errors.FetchTimeoutError else LOOPBACK
    with pytest.raises(error, match=message) as caught:
        fetch_page(server.url + path, policy).checked()
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)  # noqa: S301 - our own


def test_a_refusal_says_how_to_allow_the_address() -> None:
    with pytest.raises(errors.ForbiddenAddressError) as caught:
        fetch_page("http://127.0.0.1/")
    assert str(caught.value) == "refusing to fetch 127.0.0.1: loopback address (allow it with --allow-private)"


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "0x7f.1", "[::1]", "[::ffff:127.0.0.1]", "0"])
def test_ones_own_machine_is_refused_by_default(server: WebServer, host: str) -> None:
    n_asked = len(server.asked)
    with pytest.raises(errors.ForbiddenAddressError):
        fetch_page(f"http://{host}:{server.port}/")
    assert len(server.asked) == n_asked


def test_a_host_nobody_knows_is_a_named_error() -> None:
    with pytest.raises(errors.NameResolutionError, match=r"nowhere\.invalid"):
        fetch_page("http://nowhere.invalid/")


def test_a_port_nobody_listens_at_is_a_named_error() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        with pytest.raises(errors.ConnectionFailedError):
            fetch_page(f"http://127.0.0.1:{taken.getsockname()[1]}/", LOOPBACK)


def test_a_page_can_be_fetched_within_a_running_loop(server: WebServer) -> None:
    async def inside() -> FetchedPage:
        return fetch_page(server.url + "/", LOOPBACK)

    assert asyncio.run(inside()).body == TEXT


def test_a_name_that_changes_its_answer_gains_nothing(server: WebServer) -> None:
    """The name is looked up once for a connection, and the connection goes to the address that was checked."""
    answers = [["127.0.0.1"], ["127.0.0.2"], ["127.0.0.1", "10.0.0.1"]]
    asked: list[str] = []

    async def resolver(host: str, port: int) -> list[str]:
        asked.append(host)
        return answers[len(asked) - 1]

    async def fetch_thrice() -> list[str]:
        outcomes = []
        for _ in answers:
            transport = HttpTransport(LOOPBACK, resolver)
            try:
                page = await fetch_with(transport, f"http://rebinding.example:{server.port}/echo", 3)
                outcomes.append(page.body.decode())
            except errors.ForbiddenAddressError as error:
                outcomes.append(str(error))
            finally:
                await transport.close()
        return outcomes

    first, second, third = asyncio.run(fetch_thrice())
    assert f"host: rebinding.example:{server.port}" in first
    assert second == ("refusing to fetch rebinding.example: loopback address 127.0.0.2 (allow it with --allow-private)")
    assert "host: rebinding.example" in third, "the address that is allowed is used"
    assert asked == ["rebinding.example"] * 3


def test_limits_are_those_of_the_policy(server: WebServer) -> None:
    with pytest.raises(errors.ResponseTooLargeError, match="the limit is 10"):
        fetch_page(server.url + "/", replace(LOOPBACK, max_body_bytes=10))
    with pytest.raises(errors.TooManyRedirectsError, match="more than 1 times"):
        fetch_page(server.url + "/moved", replace(LOOPBACK, max_redirects=1))
