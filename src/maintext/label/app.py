"""Desk -> an ASGI application: the web page, the pages in their frames, and the events that come back.

    GET  /              the web page             GET  /api/pages             the pages, most worth labelling first
    GET  /frame?page=   a page, coloured         GET  /api/page?page=        its labels
    POST /api/events    an action of a person    GET  /api/barcode?page=     its barcode, by the labels
    POST /api/export    the finished pages as a corpus
    POST /api/train     a model trained on it    GET  /api/train             how far that is

A page in its frame has the policies of `explain.coloured` as headers, so it is sandboxed even if somebody opens it by
itself. The server answers only requests for its own host names, and takes only JSON: another site in the same browser
can neither read nor write.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from maintext.barcodes.svg import style_rules
from maintext.document import Document
from maintext.document.barcode import barcode
from maintext.errors import LabelError, MissingPackageError
from maintext.explain.coloured import coloured_page
from maintext.label.desk import PAGE_TYPES, Desk, OpenPage
from maintext.label.finishing import Finishing
from maintext.web.access import LOCAL_HOSTS, TokenGate
from maintext.web.answers import FRAME_POLICY, file_answer, json_answer, text_answer
from maintext.web.slow_clients import client_left

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
    "/navigator.js": ("../barcodes/navigator.js", "text/javascript"),
}
DOUBTFUL = (0.3, 0.7)
"""Probabilities between which a block is worth a look."""


def make_app(desk: Desk, hosts: Sequence[str] = LOCAL_HOSTS, token: str | None = None) -> Starlette:
    """The application for a desk. With a token, requests need it."""
    try:
        from starlette.applications import Starlette
        from starlette.middleware import Middleware
        from starlette.middleware.trustedhost import TrustedHostMiddleware
        from starlette.requests import ClientDisconnect
        from starlette.routing import Route
    except ImportError:
        raise MissingPackageError("starlette", "serve") from None
    routes = _Routes(desk)
    middleware = [Middleware(TrustedHostMiddleware, allowed_hosts=list(hosts), www_redirect=False)]
    if token is not None:
        middleware.append(Middleware(TokenGate, token=token, cookie=COOKIE, refuse=_without_token))
    return Starlette(
        routes=[
            *(Route(path, routes.file) for path in _FILES),
            Route("/frame", routes.frame),
            Route("/api/pages", routes.pages),
            Route("/api/page", routes.page),
            Route("/barcode.css", routes.barcode_style),
            Route("/api/barcode", routes.barcode),
            Route("/api/events", routes.events, methods=["POST"]),
            Route("/api/export", routes.export, methods=["POST"]),
            Route("/api/train", routes.train, methods=["POST"]),
            Route("/api/train", routes.training),
        ],
        middleware=middleware,
        exception_handlers={LabelError: _refusal, ClientDisconnect: client_left},
    )


class _Routes:
    """The functions behind the paths. All but `events` run in threads."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.finishing = Finishing(desk)

    def file(self, request: Request) -> Response:
        name, kind = _FILES[request.url.path]
        return file_answer(_HOME / name, kind)

    def frame(self, request: Request) -> Response:
        opened = self.desk.open(request.query_params.get("page", ""))
        return text_answer(coloured_page(opened.page, None), "text/html", FRAME_POLICY)

    def barcode(self, request: Request) -> Response:
        opened = self.desk.open(request.query_params.get("page", ""))
        keep = np.array(opened.labels.keep, dtype=np.bool_)
        document = Document(opened.page, self.desk.by, replace(opened.scores, keep=keep))
        return text_answer(barcode(document, theme="page"), "image/svg+xml")

    def barcode_style(self, request: Request) -> Response:
        return text_answer(style_rules("page"), "text/css")

    def export(self, request: Request) -> Response:
        return _if_json(request, self.finishing.export)

    def train(self, request: Request) -> Response:
        return _if_json(request, self.finishing.train)

    def training(self, request: Request) -> Response:
        return json_answer(self.finishing.training())

    def pages(self, request: Request) -> Response:
        pages = self.desk.listing()
        left_out = [*self.desk.unreadable.values(), *self.desk.log_problems()]
        return json_answer({"pages": pages, "left_out": left_out, "page_types": PAGE_TYPES})

    def page(self, request: Request) -> Response:
        page_id = request.query_params.get("page", "")
        return json_answer({"id": page_id, **_state(self.desk.open(page_id))})

    async def events(self, request: Request) -> Response:
        from starlette.concurrency import run_in_threadpool

        if not _is_json(request):
            return json_answer({"error": "an event must be application/json"}, 415)
        wanted = await _read_json(request)
        opened = await run_in_threadpool(self.desk.act, wanted)
        return json_answer({"id": wanted["page"], **_state(opened)})


def _is_json(request: Request) -> bool:
    """Another site can't send JSON without asking the server first."""
    return request.headers.get("content-type", "").split(";")[0].strip() == "application/json"


def _if_json(request: Request, act: Callable[[], dict[str, Any]]) -> Response:
    return json_answer(act()) if _is_json(request) else json_answer({"error": "must be application/json"}, 415)


def _doubtful(opened: OpenPage) -> list[int]:
    """The blocks with a probability near one half; none if the scores are not probabilities."""
    score = opened.scores.score
    if opened.scores.judgement is None:
        return []
    return np.flatnonzero((score >= DOUBTFUL[0]) & (score <= DOUBTFUL[1])).tolist()


def _state(opened: OpenPage) -> dict[str, Any]:
    """A page's labels, and which of its blocks are alike: same place in the tree, same tag and class."""
    labels, elements = opened.labels, opened.page.elements
    rows = opened.page.blocks.element
    keys = elements.path[rows] ^ (elements.signature[rows] << np.uint64(1))
    _, like = np.unique(keys, return_inverse=True)
    judgement = opened.scores.judgement
    types = judgement.page_types if judgement else {}
    return {
        "title": opened.page.head.title,
        "keep": [int(keep) for keep in labels.keep],
        "letters": "".join(labels.letters),
        "chars": opened.page.blocks.chars.tolist(),
        "doubtful": _doubtful(opened),
        "who": labels.who,
        "like": like.tolist(),
        "page_type": labels.page_type,
        "likely_type": max(types, key=types.__getitem__, default=None),
        "is_done": labels.is_done,
        "is_skipped": labels.is_skipped,
        "is_flagged": labels.is_flagged,
        "n_lost": labels.n_lost,
        "version": labels.n_events,
    }


async def _read_json(request: Request) -> dict[str, Any]:
    body = b""
    async for piece in request.stream():
        body += piece
        if len(body) > MAX_BODY_BYTES:
            raise LabelError(f"an event may have at most {MAX_BODY_BYTES:,} bytes")
    try:
        value = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise LabelError(f"the event is not JSON: {error}") from error
    if not isinstance(value, dict):
        raise LabelError("an event must be a JSON object")
    return value


def _refusal(request: Request, error: Exception) -> Response:
    return json_answer({"error": str(error)}, 400)


def _without_token() -> Response:
    return json_answer({"error": "a token is required: open the address that the server printed"}, 401)
