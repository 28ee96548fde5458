"""One request -> one response within the limits of the policy, by httpcore: the real `Transport`."""

from __future__ import annotations

import os
import ssl
import time
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

import anyio
import httpcore
from anyio.lowlevel import checkpoint

from maintext.errors import (
    BrokenResponseError,
    ConnectionFailedError,
    FetchError,
    FetchTimeoutError,
    HeadersTooLargeError,
    NotHtmlResponseError,
    ResponseTooLargeError,
)
from maintext.fetch.addresses import Origin, origin_of
from maintext.fetch.connections import GuardedConnections, Resolver, resolve_name
from maintext.fetch.decompression import DecompressionLimits, Decompressor, accepted_encodings
from maintext.fetch.networks import read_networks
from maintext.fetch.policy import Policy
from maintext.fetch.response import FetchedPage

_HEADERS_TOO_LARGE = 431
"""The status that h11 suggests when headers exceed its own limit of 100 KB."""
_ACCEPT = "text/html,application/xhtml+xml;q=0.9,text/markdown;q=0.8,text/plain;q=0.7,*/*;q=0.5"
_ACCEPT_MARKDOWN = "text/markdown,text/html;q=0.9,application/xhtml+xml;q=0.9,text/plain;q=0.7,*/*;q=0.5"
MAX_CONNECTIONS = 100
"""Open connections to all hosts together."""


class HttpTransport:
    """HTTP/1.1 with persistent connections to allowed addresses. No proxy, no cookies, no cache."""

    def __init__(self, policy: Policy = Policy(), resolver: Resolver = resolve_name) -> None:
        self._policy = policy
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=_loaded_certificates(os.environ.get("SSL_CERT_FILE"), os.environ.get("SSL_CERT_DIR")),
            network_backend=GuardedConnections(read_networks(policy.allowed_networks), resolver),
            max_connections=MAX_CONNECTIONS,
            max_keepalive_connections=MAX_CONNECTIONS // 2,
            keepalive_expiry=15.0,
        )

    async def get(self, url: str, headers: Mapping[str, str] | None = None) -> FetchedPage:
        """The response to one request for an address that `resolve` returned; a FetchError if there is none."""
        started = time.perf_counter()
        policy = self._policy
        try:
            with anyio.fail_after(policy.total_s):
                page = await self._exchange(url, headers or {})
        except FetchError:
            raise
        except (TimeoutError, httpcore.TimeoutException) as error:
            elapsed_s = time.perf_counter() - started
            raise FetchTimeoutError(f"{url} timed out after {elapsed_s:.1f} s: {type(error).__name__}") from error
        except (httpcore.ConnectError, ssl.SSLError) as error:
            raise ConnectionFailedError(f"cannot connect to {url}: {error}") from error
        except Exception as error:
            # A server decides what reaches the packages below, and one response must not end a crawl: whatever
            # they raise is the error of this address.
            raise _broken(url, error, policy) from error
        return page

    async def close(self) -> None:
        """Closes all connections."""
        await self._pool.aclose()

    async def _exchange(self, url: str, headers: Mapping[str, str]) -> FetchedPage:
        started = time.perf_counter()
        policy, origin = self._policy, origin_of(url)
        request = httpcore.Request(
            "GET",
            # In parts, so that no second URL parser decides where this goes.
            httpcore.URL(scheme=origin.scheme, host=origin.host, port=origin.port, target=url[len(origin.name) :]),
            headers=_encoded_headers({**self._headers(origin), **headers}),
            extensions={"timeout": {"connect": policy.connect_s, "read": policy.read_s, "write": policy.read_s}},
        )
        response = await self._pool.handle_async_request(request)
        try:
            page = FetchedPage(url, response.status, _decoded_headers(response, policy), b"")
            if page.status < 300 and page.is_never_page:
                # Before the body is read: videos are long.
                raise NotHtmlResponseError(f"{url} is {page.media_type[:100]}, not HTML")
            body, n_sent_bytes = await _read_body(response, page, policy)
        finally:
            await response.aclose()
        return replace(page, body=body, n_sent_bytes=n_sent_bytes, elapsed_s=time.perf_counter() - started)

    def _headers(self, origin: Origin) -> dict[str, str]:
        return {
            "Host": origin.name.partition("://")[2],
            "User-Agent": self._policy.user_agent,
            "Accept": _ACCEPT_MARKDOWN if self._policy.prefers_markdown else _ACCEPT,
            "Accept-Encoding": accepted_encodings(),
        }


def _encoded_headers(headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    """Headers as bytes. A value that came from a server, such as an ETag, may have any character of Latin-1."""
    return [(name.encode("ascii"), value.encode("latin-1")) for name, value in headers.items()]


def _decoded_headers(response: httpcore.Response, policy: Policy) -> tuple[tuple[str, str], ...]:
    n_bytes = sum(len(name) + len(value) + 4 for name, value in response.headers)
    if n_bytes > policy.max_header_bytes:
        raise HeadersTooLargeError(f"the headers have {n_bytes:,} bytes, the limit is {policy.max_header_bytes:,}")
    return tuple((name.decode("latin-1").lower(), value.decode("latin-1")) for name, value in response.headers)


async def _read_body(response: httpcore.Response, page: FetchedPage, policy: Policy) -> tuple[bytes, int]:
    """The decompressed body and the number of bytes as sent; stops at the first byte over a limit."""
    _check_sent(int(page.header("content-length") or "0"), policy)
    limits = DecompressionLimits(policy.max_page_bytes, max_seconds=policy.decompress_s)
    decompressor = Decompressor(", ".join(page.all_headers("content-encoding")), limits)
    body, n_sent_bytes = bytearray(), 0
    async for sent in response.aiter_stream():
        n_sent_bytes += len(sent)
        _check_sent(n_sent_bytes, policy)
        for piece in decompressor.feed(sent):
            body += piece
            # Other tasks run and the time limit can fire, however long one piece of input keeps the decoders busy.
            await checkpoint()
    if n_sent_bytes and not decompressor.is_finished:
        raise BrokenResponseError(f"the compressed body is cut off after {n_sent_bytes:,} bytes")
    return bytes(body), n_sent_bytes


def _check_sent(n_bytes: int, policy: Policy) -> None:
    if n_bytes > policy.max_body_bytes:
        raise ResponseTooLargeError(f"the response has {n_bytes:,} bytes, the limit is {policy.max_body_bytes:,}")


def _broken(url: str, error: Exception, policy: Policy) -> FetchError:
    cause = error.__cause__ or error.__context__
    if getattr(cause, "error_status_hint", None) == _HEADERS_TOO_LARGE:
        return HeadersTooLargeError(f"the headers of {url} exceed {policy.max_header_bytes:,} bytes")
    return BrokenResponseError(f"{url} sent a broken response: {str(error) or type(error).__name__}")


@lru_cache(maxsize=4)
def _loaded_certificates(file: str | None, folder: str | None) -> ssl.SSLContext:
    """The certificates that the environment names, for an authority of one's own, or else those of certifi.

    Loading them takes longer than fetching a small page, so the contexts are kept.
    """
    return ssl.create_default_context() if file or folder else httpcore.default_ssl_context()
