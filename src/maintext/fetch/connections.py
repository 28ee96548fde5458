"""A host name -> a connection to one of its public addresses: resolved once, checked, and connected to as checked.

There is no second look-up between the check and the connection, so a name that changes its answer gains nothing. The
name still goes into the TLS handshake and the Host header, because httpcore requests only the connection here.
"""

from __future__ import annotations

import socket
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

import anyio
import httpcore

from maintext.errors import ConnectionFailedError, ForbiddenAddressError, NameResolutionError
from maintext.fetch.networks import Network, why_refused

MAX_ADDRESSES = 4
"""Addresses of one host that are tried."""
RESOLVE_S = 20.0
"""For the look-up of a name; resolvers try for longer."""

Resolver = Callable[[str, int], Awaitable[list[str]]]


async def resolve_name(host: str, port: int) -> list[str]:
    """The IP addresses of a host, in the order in which the system would try them."""
    try:
        found = await anyio.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise NameResolutionError(f"cannot resolve {host}: {error}") from error
    return list(dict.fromkeys(str(address[0]) for *_, address in found))


class GuardedConnections(httpcore.AsyncNetworkBackend):
    """Connects to public addresses, and to networks that are allowed in addition."""

    def __init__(self, allowed: tuple[Network, ...], resolver: Resolver = resolve_name) -> None:
        self._allowed = allowed
        self._resolver = resolver
        self._network = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """A connection to one of the host's allowed addresses."""
        failure: Exception = ConnectionFailedError(f"{host} has no address")
        for address in await self._allowed_addresses(host, port):
            stream = await self._try(address, port, timeout)
            if not isinstance(stream, Exception):
                return stream
            failure = stream
        raise failure

    async def connect_unix_socket(
        self,
        path: str,
        timeout: float | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Always refused: pages are not in local files."""
        raise ForbiddenAddressError(f"refusing to fetch {path}: local socket")

    async def sleep(self, seconds: float) -> None:
        """Waits, for httpcore's retries."""
        await anyio.sleep(seconds)

    async def _try(self, address: str, port: int, limit_s: float | None) -> httpcore.AsyncNetworkStream | Exception:
        try:
            return await self._network.connect_tcp(address, port, limit_s)
        except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
            return error

    async def _allowed_addresses(self, host: str, port: int) -> list[str]:
        with anyio.fail_after(RESOLVE_S):
            addresses = await self._resolver(host, port)
        reasons = {address: why_refused(address, self._allowed) for address in addresses}
        allowed = [address for address, reason in reasons.items() if reason is None]
        if addresses and not allowed:
            explained = _explained(host, reasons)
            raise ForbiddenAddressError(f"refusing to fetch {host}: {explained} (allow it with --allow-private)")
        return allowed[:MAX_ADDRESSES]


def _explained(host: str, reasons: dict[str, str | None]) -> str:
    """Why each address is refused. The address itself is named unless it is the host."""
    named = {address: "" if address == host else f" {address}" for address in reasons}
    return ", ".join(f"{reason} address{named[address]}" for address, reason in reasons.items())
