"""Desk -> an ASGI application: the web page, the pages in their frames, and the events that come back.

    GET  /              the web page             GET  /api/pages             what there is to label, and in what order
    GET  /frame?page=   a page, coloured         GET  /api/page?page=        its labels
    POST /api/events    what a person did

A page in its frame has the policies of `explain.coloured` as headers, so it is in its sandbox even when somebody
opens it by itself. Only requests for the names we serve under are answered, and only JSON is taken: another site that
is open in the same browser can neither look in nor write.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from maintext.errors import LabelError, MissingPackageError
from maintext.explain.coloured import POLICY, SANDBOX, coloured_page
from maintext.extractors.protocol import Scores
from maintext.label.desk import PAGE_TYPES, Desk, OpenPage

if TYPE_CHECKING:
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import Response

MAX_BODY_BYTES = 5_000_000
COOKIE = "maintext_label"
_HOME = Path(__file__).parent
_FILES = {
    "/": ("label.html", "text/html"),
    "/label.js": ("label.js", "text/javascript"),
    "/label.css": ("label.css", "text/css"),
}
_PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
_FRAME_POLICY = f"{POLICY}; sandbox {SANDBOX}; frame-ancestors 'self'"
_HEADERS = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer"}


def make_app(
    desk: Desk, hosts: Sequence[str] = ("127.0.0.1", "localhost", "[::1]"), token: str | None = None
) -> Starlette:
    """The application for a desk; with a token only those who know it get in."""
    try:
        from starlette.applications import Starlette
        from starlette.middleware import Middleware
        from starlette.middleware.trustedhost import TrustedHostMiddleware
        from starlette.routing import Route
    except ImportError:
        raise MissingPackageError("starlette", "serve") from None
    routes = _Routes(desk)
    middleware = [Middleware(TrustedHostMiddleware, allowed_hosts=list(hosts), www_redirect=False)]
    if token is not None:
        middleware.append(Middleware(_guard(token)))
    return Starlette(
        routes=[
            *(Route(path, routes.file) for path in _FILES),
            Route("/frame", routes.frame),
            Route("/api/pages", routes.pages),
            Route("/api/page", routes.page),
            Route("/api/events", routes.events, methods=["POST"]),
        ],
        middleware=middleware,
        exception_handlers={LabelError: _refusal},
    )


class _Routes:
    """What each address answers. All but `events` run in threads of their own."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def file(self, request: Request) -> Response:
        name, kind = _FILES[request.url.path]
        return _answer((_HOME / name).read_text(encoding="utf-8"), kind, _PAGE_POLICY)

    def frame(self, request: Request) -> Response:
        opened = self.desk.open(request.query_params.get("page", ""))
        keep = np.array(opened.labels.keep, dtype=np.bool_)
        return _answer(coloured_page(opened.page, Scores(opened.scores.score, keep)), "text/html", _FRAME_POLICY)

    def pages(self, request: Request) -> Response:
        return _json({"pages": self.desk.listing(), "unreadable": self.desk.unreadable, "page_types": PAGE_TYPES})

    def page(self, request: Request) -> Response:
        page_id = request.query_params.get("page", "")
        return _json({"id": page_id, **_state(self.desk.open(page_id))})

    async def events(self, request: Request) -> Response:
        from starlette.concurrency import run_in_threadpool

        if request.headers.get("content-type", "").split(";")[0].strip() != "application/json":
            return _json({"error": "an event is application/json"}, 415)
        asked = await _read_json(request)
        opened = await run_in_threadpool(self.desk.act, asked)
        return _json({"id": asked["page"], **_state(opened)})


def _state(opened: OpenPage) -> dict[str, Any]:
    """A page's labels, and which of its blocks are alike: in the same place of the same template."""
    labels, elements = opened.labels, opened.page.elements
    rows = opened.page.blocks.element
    keys = elements.path[rows] ^ (elements.signature[rows] << np.uint64(1))
    _, like = np.unique(keys, return_inverse=True)
    judgement = opened.scores.judgement
    types = judgement.page_types if judgement else {}
    return {
        "title": opened.page.head.title,
        "keep": [int(keep) for keep in labels.keep],
        "who": labels.who,
        "like": like.tolist(),
        "page_type": labels.page_type,
        "likely_type": max(types, key=types.__getitem__, default=None),
        "is_done": labels.is_done,
        "n_lost": labels.n_lost,
        "version": labels.n_events,
    }


async def _read_json(request: Request) -> dict[str, Any]:
    body = b""
    async for piece in request.stream():
        body += piece
        if len(body) > MAX_BODY_BYTES:
            raise LabelError(f"an event has at most {MAX_BODY_BYTES:,} bytes")
    try:
        asked = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise LabelError(f"the event is no JSON: {error}") from error
    if not isinstance(asked, dict):
        raise LabelError("an event is an object")
    return asked


def _refusal(request: Request, error: Exception) -> Response:
    return _json({"error": str(error)}, 400)


def _json(value: Any, status: int = 200) -> Response:
    from starlette.responses import JSONResponse

    return JSONResponse(value, status, headers=_HEADERS)


def _answer(text: str, kind: str, policy: str) -> Response:
    from starlette.responses import Response

    headers = {**_HEADERS, "Content-Security-Policy": policy}
    return Response(text.encode("utf-8", "replace"), media_type=f"{kind}; charset=utf-8", headers=headers)


def _guard(token: str) -> Any:
    """A middleware that lets in those with the token: in the address once, in a cookie from then on."""
    from starlette.middleware.base import BaseHTTPMiddleware, RequestResponseEndpoint
    from starlette.responses import RedirectResponse

    def fits(given: str | None) -> bool:
        return given is not None and hmac.compare_digest(given.encode(), token.encode())

    class Guard(BaseHTTPMiddleware):
        async def dispatch(self, request: Request, call_next: RequestResponseEndpoint) -> Response:
            if fits(request.cookies.get(COOKIE)):
                return await call_next(request)
            if request.url.path == "/" and fits(request.query_params.get("token")):
                answer = RedirectResponse("/", status_code=303, headers=_HEADERS)
                answer.set_cookie(COOKIE, token, httponly=True, samesite="strict")
                return answer
            return _json({"error": "the address with the token, which the server printed, is needed"}, 401)

    return Guard
