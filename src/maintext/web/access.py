"""Requests -> those that may come in: for a name we serve under and, where there is a token, with the token.

The check of the name keeps out other sites that are open in the same browser and point a name of theirs at this
machine. Behind a token any name will do: such a site has neither the token nor the cookie.
"""

from __future__ import annotations

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
    """Whether only this machine can reach an address.

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
    """An ASGI application that lets in those with the token.

    A program has it in `Authorization: Bearer`; a browser in the address once, in a cookie from then on.
    """

    app: ASGIApp
    token: str
    cookie: str
    refuse: Callable[[], Response]
    open_paths: frozenset[str] = frozenset()
    """What anybody may ask for."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes a request on, or answers it here."""
        from starlette.requests import Request
        from starlette.responses import RedirectResponse

        if scope["type"] != "http" or scope["path"] in self.open_paths:
            await self.app(scope, receive, send)
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
        # In constant time: how long it takes must not tell how much of a guess is right.
        return given is not None and hmac.compare_digest(given.encode("utf-8", "replace"), self.token.encode())


def _bearer(request: Request) -> str | None:
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else None
