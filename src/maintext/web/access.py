"""Which requests are let in: those for a host name of ours and, where there is a token, with the token.

The host name keeps out other sites in the same browser that point a name of theirs at this machine (DNS rebinding).
Behind a token any host name is fine: such a site has neither the token nor the cookie.
"""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from maintext.web.answers import HEADERS

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.types import ASGIApp, Receive, Scope, Send

LOCAL_HOSTS = ("127.0.0.1", "localhost", "[::1]")


def is_loopback(host: str) -> bool:
    """Whether an address can be reached from this machine alone.

    >>> [is_loopback(host) for host in ("127.0.0.1", "localhost", "::1", "0.0.0.0", "192.0.2.1", "example.org")]
    [True, True, True, False, False, False]
    """
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


@dataclass(frozen=True)
class TokenGate:
    """An ASGI application that refuses requests without the token.

    Programs send it as `Authorization: Bearer`. A browser opens the address with the token in it once, and sends a
    cookie from then on.
    """

    app: ASGIApp
    token: str
    cookie: str
    refuse: Callable[[], Response]
    open_paths: frozenset[str] = frozenset()
    """Paths that need no token."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes a request on, or refuses it."""
        from starlette.requests import Request
        from starlette.responses import RedirectResponse

        if scope["type"] == "lifespan" or (scope["type"] == "http" and scope["path"] in self.open_paths):
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            # Nothing here speaks another protocol, so whatever asks for one has no business here.
            await send({"type": "websocket.close", "code": 1008})
            return
        request = Request(scope)
        if self._fits(request.cookies.get(self.cookie)) or self._fits(_bearer(request)):
            await self.app(scope, receive, send)
        elif request.url.path == "/" and self._fits(request.query_params.get("token")):
            answer = RedirectResponse("/", status_code=303, headers=HEADERS)
            answer.set_cookie(self.cookie, self.token, httponly=True, samesite="strict")
            await answer(scope, receive, send)
        else:
            await self.refuse()(scope, receive, send)

    def _fits(self, given: str | None) -> bool:
        # In constant time, so that the time taken does not show how much of a guess is right. Digests are compared
        # because compare_digest is quicker for texts of different lengths, which would show the token's length.
        return given is not None and hmac.compare_digest(_digest(given), _digest(self.token))


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()


def _bearer(request: Request) -> str | None:
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else None
