"""One request -> one response within the policy's limits, by httpcore; the real `Transport`."""

from __future__ import annotations

import os
import ssl
import time
from collections.abc import Mapping
from dataclasses import replace

import anyio
import httpcore

from maintext.errors import (
    BrokenResponseError,
    ConnectionFailedError,
    FetchTimeoutError,
    HeadersTooLargeError,
    NoHtmlError,
    ResponseTooLargeError,
)
from maintext.fetch.addresses import Origin, origin_of
from maintext.fetch.connections import JudgedConnections, Resolver, resolve_name
from maintext.fetch.decompression import ACCEPTED, decoders, decompress
from maintext.fetch.networks import read_networks
from maintext.fetch.policy import Policy
from maintext.fetch.response import FetchedPage

_HEADERS_TOO_LARGE = 431
"""The status by which h11 hints that headers went past its own limit of 100 KB."""
MAX_CONNECTIONS = 100
"""Open at the same time, to all hosts together."""


class HttpTransport:
    """HTTP/1.1 with kept connections, to judged addresses only. No proxy, no cookies, no cache."""

    def __init__(self, policy: Policy = Policy(), resolver: Resolver = resolve_name) -> None:
        self._policy = policy
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=_certificates(),
            network_backend=JudgedConnections(read_networks(policy.allowed_networks), resolver),
            max_connections=MAX_CONNECTIONS,
            max_keepalive_connections=MAX_CONNECTIONS // 2,
            keepalive_expiry=15.0,
        )

    async def get(self, url: str, headers: Mapping[str, str] | None = None) -> FetchedPage:
        """The response of one request to an address that `resolve` gave."""
        started = time.perf_counter()
        policy = self._policy
        try:
            with anyio.fail_after(policy.total_s):
                page = await self._exchange(url, headers or {})
        except (TimeoutError, httpcore.TimeoutException) as error:
            elapsed_s = time.perf_counter() - started
            raise FetchTimeoutError(f"{url} took too long: {type(error).__name__} after {elapsed_s:.1f} s") from error
        except (httpcore.ConnectError, ssl.SSLError) as error:
            raise ConnectionFailedError(f"no connection for {url}: {error}") from error
        except (httpcore.NetworkError, httpcore.ProtocolError, OSError, ValueError) as error:
            # The last two: what the packages below do not name themselves.
            raise _broken(url, error, policy) from error
        return page

    async def close(self) -> None:
        """Lets go of open connections."""
        await self._pool.aclose()

    async def _exchange(self, url: str, headers: Mapping[str, str]) -> FetchedPage:
        started = time.perf_counter()
        policy, origin = self._policy, origin_of(url)
        request = httpcore.Request(
            "GET",
            # In parts, so that no second parser of addresses has a say in where this goes.
            httpcore.URL(scheme=origin.scheme, host=origin.host, port=origin.port, target=url[len(origin.name) :]),
            headers=list({**self._headers(origin), **headers}.items()),
            extensions={"timeout": {"connect": policy.connect_s, "read": policy.read_s, "write": policy.read_s}},
        )
        response = await self._pool.handle_async_request(request)
        try:
            page = FetchedPage(url, response.status, _decoded_headers(response, policy), b"")
            if page.status < 300 and page.is_never_page:
                # Said before it is read: films are long.
                raise NoHtmlError(f"{url} is {page.content_type}, not HTML")
            body, n_sent_bytes = await _read_body(response, page.headers, policy)
        finally:
            await response.aclose()
        return replace(page, body=body, n_sent_bytes=n_sent_bytes, elapsed_s=time.perf_counter() - started)

    def _headers(self, origin: Origin) -> dict[str, str]:
        return {
            "Host": origin.name.partition("://")[2],
            "User-Agent": self._policy.user_agent,
            "Accept": "text/html,application/xhtml+xml;q=0.9,*/*;q=0.5",
            "Accept-Encoding": ACCEPTED,
        }


def _decoded_headers(response: httpcore.Response, policy: Policy) -> tuple[tuple[str, str], ...]:
    n_bytes = sum(len(name) + len(value) + 4 for name, value in response.headers)
    if n_bytes > policy.max_header_bytes:
        raise HeadersTooLargeError(f"headers of {n_bytes:,} bytes, the limit is {policy.max_header_bytes:,}")
    return tuple((name.decode("latin-1").lower(), value.decode("latin-1")) for name, value in response.headers)


async def _read_body(
    response: httpcore.Response, headers: tuple[tuple[str, str], ...], policy: Policy
) -> tuple[bytes, int]:
    """The decompressed body and how many bytes were sent; stops at the first byte over a limit."""
    named = dict(headers)
    _check_sent(int(named.get("content-length", "0")), policy)
    chain = decoders(named.get("content-encoding"))
    body, n_sent_bytes = bytearray(), 0
    async for sent in response.aiter_stream():
        n_sent_bytes += len(sent)
        _check_sent(n_sent_bytes, policy)
        for piece in decompress(sent, chain):
            body += piece
            if len(body) > policy.max_page_bytes:
                raise ResponseTooLargeError(f"a body of more than {policy.max_page_bytes:,} bytes after decompression")
    if n_sent_bytes and not all(decoder.is_finished for decoder in chain):
        raise BrokenResponseError(f"the compressed body is cut off after {n_sent_bytes:,} bytes")
    return bytes(body), n_sent_bytes


def _check_sent(n_bytes: int, policy: Policy) -> None:
    if n_bytes > policy.max_body_bytes:
        raise ResponseTooLargeError(f"a response of {n_bytes:,} bytes, the limit is {policy.max_body_bytes:,}")


def _broken(url: str, error: Exception, policy: Policy) -> Exception:
    cause = error.__cause__ or error.__context__
    if getattr(cause, "error_status_hint", None) == _HEADERS_TOO_LARGE:
        return HeadersTooLargeError(f"headers of {url} go on after the limit of {policy.max_header_bytes:,} bytes")
    return BrokenResponseError(f"{url} was not answered properly: {error or type(error).__name__}")


def _certificates() -> ssl.SSLContext | None:
    """Those the environment names, as for an authority of one's own; without that, certifi's."""
    if os.environ.get("SSL_CERT_FILE") or os.environ.get("SSL_CERT_DIR"):
        return ssl.create_default_context()
    return None
