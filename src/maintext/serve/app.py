"""Service -> an ASGI application.

    GET  /                the web page            POST /extract         one page
    GET  /healthz         is it there             POST /extract/batch   many pages, a line each
    GET  /metrics         for Prometheus          POST /view            all that the web page shows of one page
    GET  /openapi.json    all of this, described  POST /mcp             tools for language models

What comes in is JSON, HTML or NDJSON, never a form: another site that is open in the same browser can't send these
without being asked first, and it is not.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from maintext.errors import BusyError, MaintextError, MissingPackageError, PageTooLargeError
from maintext.serve.asked import Asked, asked_by_html, asked_by_json
from maintext.serve.batches import KIND as NDJSON
from maintext.serve.batches import MAX_BATCHES, BatchAnswer
from maintext.serve.metrics import KIND as METRICS_KIND
from maintext.serve.metrics import Counted, Metrics
from maintext.serve.negotiation import best_kind
from maintext.serve.openapi import description
from maintext.serve.problems import problem_answer, refusal
from maintext.serve.service import Service, Settings
from maintext.web.access import TokenGate
from maintext.web.answers import HEADERS, file_answer, json_answer

if TYPE_CHECKING:
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import BaseRoute

COOKIE = "maintext_serve"
KINDS = {
    "json": "application/json",
    "markdown": "text/markdown",
    "text": "text/plain",
    "html": "text/html",
    "xml": "application/xml",
    "tei": "application/tei+xml",
}
"""The type of an answer in each format."""
BY_ACCEPT = ("json", "markdown", "text")
"""The formats that an Accept header can ask for. Browsers ask for HTML whatever they want."""
DRAIN_FACTOR = 4
"""How many times the limit is read of a body, and thrown away, before the connection is cut."""
HTML_KINDS = ("text/html", "application/xhtml+xml")
_HOME = Path(__file__).parent / "page"
_FILES = {
    "/": ("index.html", "text/html"),
    "/page.js": ("page.js", "text/javascript"),
    "/show.js": ("show.js", "text/javascript"),
    "/page.css": ("page.css", "text/css"),
}
_POLICY = (
    # The visited page's own styles and pictures that stand in it; its frame inherits this.
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src data:; font-src data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


def make_app(settings: Settings = Settings()) -> Starlette:
    """The application; its processes start and end with it."""
    try:
        from starlette.applications import Starlette
        from starlette.exceptions import HTTPException
    except ImportError:
        raise MissingPackageError("starlette", "serve") from None
    service = Service(settings)
    tool_routes, tools_running = _tools(service)
    doors = _Doors(service)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            stack.push_async_callback(service.workers.close)
            await service.workers.start()
            await stack.enter_async_context(tools_running())
            yield

    return Starlette(
        routes=[*doors.routes(), *tool_routes],
        middleware=_middleware(settings, doors.metrics),
        exception_handlers={MaintextError: _told, HTTPException: _http_told},
        lifespan=lifespan,
    )


class _Doors:
    """What each address answers."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.n_batches = 0
        paths = [*_FILES, "/extract", "/extract/batch", "/view", "/healthz", "/metrics", "/openapi.json", "/mcp"]
        self.metrics = Metrics(frozenset(paths))

    def routes(self) -> list[BaseRoute]:
        from starlette.routing import Route

        return [
            *(Route(path, self.file) for path in _FILES),
            Route("/extract", self.extract, methods=["POST"]),
            Route("/extract/batch", self.batch, methods=["POST"]),
            Route("/view", self.view, methods=["POST"]),
            Route("/healthz", self.health),
            Route("/metrics", self.counts),
            Route("/openapi.json", self.openapi),
        ]

    async def file(self, request: Request) -> Response:
        name, kind = _FILES[request.url.path]
        return file_answer(_HOME / name, kind, _POLICY)

    async def extract(self, request: Request) -> Response:
        accepted = best_kind(request.headers.get("accept", ""), [KINDS[name] for name in BY_ACCEPT])
        asked = await self._asked(request)
        wanted = asked.output_format or next((name for name in BY_ACCEPT if KINDS[name] == accepted), None)
        if wanted is None:
            return refusal(406, f"there are {', '.join(KINDS[name] for name in BY_ACCEPT)}; or set output_format")
        return _answer(await self.service.answer(asked, wanted), KINDS[wanted])

    async def view(self, request: Request) -> Response:
        return _answer(await self.service.answer(await self._asked(request), "view"), "application/json")

    async def batch(self, request: Request) -> Any:
        if _kind(request) not in (NDJSON, "application/ndjson", "application/jsonl"):
            return refusal(415, f"a batch is {NDJSON}")
        if self.n_batches >= MAX_BATCHES:
            raise BusyError(f"{self.n_batches} batches are being worked on already", 10)
        return self._counted_batch

    async def _counted_batch(self, *connection: Any) -> None:
        self.n_batches += 1
        try:
            await BatchAnswer(self.service, self.service.settings.max_body_bytes)(*connection)
        finally:
            self.n_batches -= 1

    async def health(self, request: Request) -> Response:
        return json_answer({"status": "ok"})

    async def counts(self, request: Request) -> Response:
        return _answer(self.metrics.text(self.service), METRICS_KIND)

    async def openapi(self, request: Request) -> Response:
        return json_answer(description())

    async def _asked(self, request: Request) -> Asked:
        """What the body and the address want; raises if it is neither JSON nor HTML."""
        from starlette.exceptions import HTTPException

        kind = _kind(request)
        if kind == "application/json":
            if request.query_params:
                raise HTTPException(422, "with a JSON body options are in the body, not in the address")
            return asked_by_json(await self._body(request))
        if kind in HTML_KINDS:
            return asked_by_html(await self._body(request), request.headers["content-type"], request.query_params)
        raise HTTPException(415, f"the body is application/json or text/html, not {kind or 'of no type'}")

    async def _body(self, request: Request) -> bytes:
        max_bytes = self.service.settings.max_body_bytes
        body, n_read = bytearray(), 0
        async for piece in request.stream():
            n_read += len(piece)
            if n_read <= max_bytes:
                body += piece
            # Who is cut off while he sends may never read why; but not for everything that he likes to send.
            elif n_read > DRAIN_FACTOR * max_bytes:
                break
        if n_read > max_bytes:
            raise PageTooLargeError(n_read, max_bytes)
        return bytes(body)


def _middleware(settings: Settings, metrics: Metrics) -> list[Any]:
    from starlette.middleware import Middleware
    from starlette.middleware.trustedhost import TrustedHostMiddleware

    layers = [
        Middleware(Counted, metrics=metrics),
        Middleware(TrustedHostMiddleware, allowed_hosts=list(settings.hosts), www_redirect=False),
    ]
    if settings.token is not None:
        open_paths = frozenset(["/healthz"])
        gate = Middleware(TokenGate, token=settings.token, cookie=COOKIE, refuse=_no_token, open_paths=open_paths)
        layers.append(gate)
    return layers


def _tools(service: Service) -> tuple[list[BaseRoute], Callable[[], Any]]:
    """The routes of the MCP server, and what must run while it answers."""
    from starlette.routing import Route

    from maintext.serve.tools import make_tools, tool_routes

    try:
        tools = make_tools(service)
    except MissingPackageError as missing:
        return [Route("/mcp", _refusing(missing), methods=["GET", "POST", "DELETE"])], AsyncExitStack
    routes = tool_routes(tools, service.settings.max_body_bytes)
    return routes, tools.session_manager.run


def _refusing(error: MaintextError) -> Callable[[Request], Awaitable[Response]]:
    async def refuse(request: Request) -> Response:
        return problem_answer(error)

    return refuse


def _answer(text: str, kind: str) -> Response:
    from starlette.responses import Response

    content_type = kind if ";" in kind or kind == "application/json" else f"{kind}; charset=utf-8"
    # What is rendered as HTML is for other pages; here it runs nothing, whatever it is.
    headers = {**HEADERS, "Content-Type": content_type, "Content-Security-Policy": "default-src 'none'; sandbox"}
    return Response(text.encode("utf-8", "replace"), headers=headers)


def _kind(request: Request) -> str:
    return request.headers.get("content-type", "").split(";")[0].strip().lower()


def _no_token() -> Response:
    return refusal(401, "a token is needed: Authorization: Bearer ...", {"WWW-Authenticate": "Bearer"})


async def _told(request: Request, error: Exception) -> Response:
    assert isinstance(error, MaintextError)  # noqa: S101 - for the type checker
    return problem_answer(error)


async def _http_told(request: Request, error: Exception) -> Response:
    from starlette.exceptions import HTTPException

    assert isinstance(error, HTTPException)  # noqa: S101 - for the type checker
    return refusal(error.status_code, str(error.detail), dict(error.headers or {}))
