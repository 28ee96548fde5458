"""Responses that cost a client more than they cost their server, over real connections."""

import asyncio
import gzip
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from http.server import BaseHTTPRequestHandler

import pytest

from maintext import errors
from maintext.fetch import Policy, fetch_page, transport
from maintext.fetch.decompression import DecompressionLimits, zstandard_package
from maintext.fetch.transport import HttpTransport
from tests.web_server import Answer, Asked, raw, web_server

LOOPBACK = Policy(allowed_networks=("127.0.0.1/32",))
HTML = {"Content-Type": "text/html"}


def empty_frames(n_frames: int) -> Answer:
    zstd = zstandard_package().compress
    return Answer(zstd(zstd(b"") * n_frames), headers={**HTML, "Content-Encoding": "zstd, zstd"})


def one_long_header(handler: BaseHTTPRequestHandler) -> None:
    handler.wfile.write(b"HTTP/1.1 200 OK\r\nX: ")
    for _ in range(1_000):
        handler.wfile.write(b"y" * 10_000)


def many_short_headers(handler: BaseHTTPRequestHandler) -> None:
    handler.wfile.write(b"HTTP/1.1 200 OK\r\n" + b"".join(b"X-%d: y\r\n" % number for number in range(9_000)) + b"\r\n")


def endless_informational_responses(handler: BaseHTTPRequestHandler) -> None:
    while True:
        handler.wfile.write(b"HTTP/1.1 103 Early Hints\r\n\r\n" * 1_000)


def tiny_chunks(handler: BaseHTTPRequestHandler) -> None:
    handler.wfile.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Type: text/html\r\n\r\n")
    handler.wfile.write(b"1\r\nx\r\n" * 20_000 + b"0\r\n\r\n")


def long_trailers(handler: BaseHTTPRequestHandler) -> None:
    handler.wfile.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n")
    for _ in range(1_000):
        handler.wfile.write(b"X: " + b"y" * 1_000 + b"\r\n")


@pytest.mark.parametrize(
    ("route", "error", "message"),
    [
        (empty_frames(1_000_000), errors.ResponseTooLargeError, "more than 2,000 frames"),
        (raw(one_long_header), errors.HeadersTooLargeError, "65,536"),
        (raw(many_short_headers), errors.HeadersTooLargeError, "65,536"),
        (raw(long_trailers), errors.FetchError, "headers|broken"),
        (raw(endless_informational_responses), errors.FetchTimeoutError, "timed out"),
        (Answer(headers={"Content-Encoding": "gzip," * 5_000}), errors.BrokenResponseError, "compressed 5000 times"),
        (
            Answer(b"x", headers={"Content-Type": "image/" + "x" * 60_000}),
            errors.NotHtmlResponseError,
            "is image/x{94}",
        ),
    ],
    ids=["frames", "one header", "many headers", "trailers", "informational", "encodings", "type"],
)
def test_a_costly_response_is_a_named_error(route: object, error: type[errors.FetchError], message: str) -> None:
    policy = replace(LOOPBACK, total_s=2.0) if error is errors.FetchTimeoutError else LOOPBACK
    with web_server({"/": route}) as server, pytest.raises(error, match=message):
        fetch_page(server.url, policy)


def test_tiny_chunks_are_a_page() -> None:
    with web_server({"/": raw(tiny_chunks)}) as server:
        assert fetch_page(server.url, LOOPBACK).body == b"x" * 20_000


def test_other_tasks_run_and_the_time_limit_fires_while_a_body_is_decompressed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Without a limit on frames the body would keep a processor busy for minutes."""
    monkeypatch.setattr(transport, "DecompressionLimits", partial(DecompressionLimits, max_frames=10**9))
    n_turns = 0

    async def count_turns() -> None:
        nonlocal n_turns
        while True:
            n_turns += 1
            await asyncio.sleep(0)

    async def fetch(url: str) -> None:
        counting = asyncio.create_task(count_turns())
        client = HttpTransport(replace(LOOPBACK, total_s=1.5, decompress_s=1e9))
        try:
            with pytest.raises(errors.FetchTimeoutError):
                await client.get(url)
        finally:
            counting.cancel()
            await client.close()

    with web_server({"/": empty_frames(3_000_000)}) as server:
        asyncio.run(fetch(f"{server.url}/"))
        assert n_turns > 1_000


def test_a_fetch_is_cancelled_while_a_body_is_decompressed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport, "DecompressionLimits", partial(DecompressionLimits, max_frames=10**9))

    async def fetch(url: str) -> None:
        client = HttpTransport(replace(LOOPBACK, total_s=1e9, decompress_s=1e9))
        task = asyncio.create_task(client.get(url))
        try:
            await asyncio.sleep(1.0)
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
            assert task.cancelled()
        finally:
            await client.close()

    with web_server({"/": empty_frames(3_000_000)}) as server:
        asyncio.run(fetch(f"{server.url}/"))


def needs_cookie(path: str) -> Callable[[Asked], Answer]:
    def answer(asked: Asked) -> Answer:
        if "cookie" in asked.headers:
            return Answer(b"<p>Welcome back.", headers=HTML)
        return Answer(status=302, headers={"Location": path, "Set-Cookie": "seen=1; Path=/"})

    return answer


def test_cookies_are_never_sent_and_a_page_that_needs_them_is_a_named_error() -> None:
    with web_server({"/": needs_cookie("/check"), "/check": needs_cookie("/")}) as server:
        with pytest.raises(errors.TooManyRedirectsError, match="redirects in a circle"):
            fetch_page(server.url, LOOPBACK)
        assert server.hits == {"/": 1, "/check": 1}
        assert not any("cookie" in asked.headers for asked in server.asked)


def test_redirects_to_ever_new_addresses_end() -> None:
    def onward(path: str) -> Answer:
        return Answer(status=302, headers={"Location": f"{path}x"})

    with web_server(onward) as server:
        with pytest.raises(errors.TooManyRedirectsError, match="redirects more than 10 times"):
            fetch_page(server.url, LOOPBACK)
        assert len(server.asked) == 11


def test_two_encoding_headers_are_two_encodings() -> None:
    def write(handler: BaseHTTPRequestHandler) -> None:
        body = gzip.compress(gzip.compress(b"<p>Text."))
        head = b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Encoding: gzip\r\nContent-Length: %d\r\n\r\n"
        handler.wfile.write(head % len(body) + body)

    with web_server({"/": raw(write)}) as server:
        assert fetch_page(server.url, LOOPBACK).body == b"<p>Text."


def test_an_etag_in_latin_1_is_sent_back_as_it_came() -> None:
    async def ask_again(url: str) -> int:
        client = HttpTransport(LOOPBACK)
        try:
            first = await client.get(url)
            return (await client.get(url, {"If-None-Match": first.header("etag") or ""})).status
        finally:
            await client.close()

    def answer(asked: Asked) -> Answer:
        is_known = asked.headers.get("if-none-match") == '"größe"'
        return Answer(status=304) if is_known else Answer(b"x", headers={"ETag": '"größe"'})

    with web_server({"/": answer}) as server:
        assert asyncio.run(ask_again(f"{server.url}/")) == 304
