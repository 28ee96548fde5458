"""Service -> an ASGI application.

    GET  /                the web page            POST /extract         one page
    GET  /healthz         answers if alive        POST /extract/batch   many pages, one per line
    GET  /metrics         for Prometheus          POST /view            everything that the web page shows of one page
    GET  /openapi.json    describes the service   POST /mcp             tools for language models
    GET  /https://...     the page at an address, as Markdown, where fetching is allowed

Requests with a body are JSON, HTML or NDJSON, never a form. A browser lets another site send these only after a
preflight request, which this service does not allow. It would let another site send GET, so an address is fetched only
if the browser does not name another site as the origin of the request.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import maintext.barcodes
from maintext.errors import MaintextError, MissingPackageError
from maintext.serve.batches import KIND as NDJSON
from maintext.serve.batches import BatchPlaces
from maintext.serve.bodies import Bodies, content_coding
from maintext.serve.metrics import KIND as METRICS_KIND
from maintext.serve.metrics import Counted, Metrics
from maintext.serve.negotiation import best_kind
from maintext.serve.openapi import description
from maintext.serve.problems import problem_answer, refusal
from maintext.serve.requests import ExtractRequest, request_from_html, request_from_json
from maintext.serve.service import Service, Settings
from maintext.web.access import TokenGate
from maintext.web.answers import HEADERS, file_answer, json_answer
from maintext.web.slow_clients import TimedBodies, client_left

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
"""The media type of each format."""
BY_ACCEPT = ("json", "markdown", "text")
"""The formats that an Accept header can choose. HTML is not one of them: browsers always accept it."""
HTML_KINDS = ("text/html", "application/xhtml+xml")
_HOME = Path(__file__).parent / "page"
_FILES = {
    "/": ("index.html", "text/html"),
    "/page.js": ("page.js", "text/javascript"),
    "/show.js": ("show.js", "text/javascript"),
    "/panes.js": ("panes.js", "text/javascript"),
    "/share.js": ("share.js", "text/javascript"),
    "/page.css": ("page.css", "text/css"),
}
EXAMPLES = ("article", "forum", "product")
"""Pages that the web page offers to try."""
_EXAMPLES = Path(__file__).parent / "examples"
_NAVIGATOR = Path(maintext.barcodes.__file__).parent / "navigator.js"
_POLICY = (
    # The frames with the page and its document inherit this, so it allows inline styles and data: images.
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src data:; font-src data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


def make_app(settings: Settings = Settings()) -> Starlette:
    """The application; its worker processes start and end with it."""
    try:
        from starlette.applications import Starlette
        from starlette.exceptions import HTTPException
        from starlette.requests import ClientDisconnect
    except ImportError:
        raise MissingPackageError("starlette", "serve") from None
    service = Service(settings)
    tool_routes, tools_running = _tools(service)
    endpoints = _Endpoints(service)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            stack.push_async_callback(service.close)
            await service.workers.start()
            await stack.enter_async_context(tools_running())
            yield

    return Starlette(
        routes=[*endpoints.routes(), *tool_routes],
        middleware=_middleware(settings, endpoints.metrics),
        exception_handlers={MaintextError: _problem, HTTPException: _http_problem, ClientDisconnect: client_left},
        lifespan=lifespan,
    )


class _Endpoints:
    """The functions behind the paths."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.batches = BatchPlaces(service)
        self.bodies = Bodies(service.settings.max_body_bytes)
        paths = [
            *_FILES,
            "/opened",
            "/extract",
            "/extract/batch",
            "/view",
            "/healthz",
            "/metrics",
            "/openapi.json",
            "/mcp",
        ]
        self.metrics = Metrics(frozenset(paths))

    def routes(self) -> list[BaseRoute]:
        from starlette.routing import Route

        return [
            *(Route(path, self.file) for path in _FILES),
            Route("/navigator.js", self.navigator),
            *(Route(f"/examples/{name}.html", self.example) for name in EXAMPLES),
            Route("/opened", self.opened),
            Route("/extract", self.extract, methods=["POST"]),
            Route("/extract/batch", self.batch, methods=["POST"]),
            Route("/view", self.view, methods=["POST"]),
            Route("/healthz", self.health),
            Route("/metrics", self.counts),
            Route("/openapi.json", self.openapi),
            *(Route(f"/{scheme}:{{rest:path}}", self.address) for scheme in ("http", "https")),
        ]

    async def file(self, request: Request) -> Response:
        name, kind = _FILES[request.url.path]
        return file_answer(_HOME / name, kind, _POLICY)

    async def navigator(self, request: Request) -> Response:
        return file_answer(_NAVIGATOR, "text/javascript", _POLICY)

    async def example(self, request: Request) -> Response:
        # As text: an example is shown by the web page, never by itself.
        return file_answer(_EXAMPLES / request.url.path.rpartition("/")[2], "text/plain", _POLICY)

    async def opened(self, request: Request) -> Response:
        """The page that was named on the command line; without content if there is none."""
        from starlette.responses import Response

        page = self.service.settings.opened
        if page is None:
            return Response(status_code=204, headers=HEADERS)
        headers = {**HEADERS, "Content-Security-Policy": "sandbox", "X-Name": quote(page.name)}
        return Response(page.content, media_type="application/octet-stream", headers=headers)

    async def extract(self, request: Request) -> Response:
        accepted = best_kind(request.headers.get("accept", ""), [KINDS[name] for name in BY_ACCEPT])
        async with self._read(request) as asked_for:
            wanted = asked_for.output_format or next((name for name in BY_ACCEPT if KINDS[name] == accepted), None)
            if wanted is None:
                kinds = ", ".join(KINDS[name] for name in BY_ACCEPT)
                return refusal(406, f"Accept allows none of {kinds}; output_format can ask for other formats")
            return _answer(await self.service.answer(asked_for, wanted), KINDS[wanted])

    async def address(self, request: Request) -> Response:
        """The page at the address that the path and the query are."""
        if request.headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
            return refusal(403, "another site can't make this service fetch an address")
        # The path as it was sent: %2F is not a slash. Proxies merge slashes: /https:/a.example/ means https://a.example/.
        scheme, _, rest = request.scope["raw_path"].decode("latin-1").lstrip("/").partition(":")
        query = f"?{request.url.query}" if request.url.query else ""
        asked_for = ExtractRequest(url=f"{scheme}://{rest.lstrip('/')}{query}")
        kinds = {KINDS[name]: name for name in ("markdown", "text", "json")}
        # A browser accepts anything, and shows Markdown as text.
        kind = best_kind(request.headers.get("accept", ""), list(kinds)) or KINDS["markdown"]
        return _answer(await self.service.answer(asked_for, kinds[kind]), kind)

    async def view(self, request: Request) -> Response:
        async with self._read(request) as asked_for:
            return _answer(await self.service.answer(asked_for, "view"), "application/json")

    async def batch(self, request: Request) -> Any:
        if _kind(request) not in (NDJSON, "application/ndjson", "application/jsonl"):
            return refusal(415, f"a batch must be {NDJSON}")
        if content_coding(request):
            # A few compressed bytes can stand for millions of lines.
            return refusal(415, "a batch can't be compressed", {"Accept-Encoding": "identity"})
        return self.batches.next()

    async def health(self, request: Request) -> Response:
        return json_answer({"status": "ok"})

    async def counts(self, request: Request) -> Response:
        return _answer(self.metrics.text(self.service), METRICS_KIND)

    async def openapi(self, request: Request) -> Response:
        settings = self.service.settings
        return json_answer(description(is_fetching=settings.policy is not None, by=settings.by))

    @asynccontextmanager
    async def _read(self, request: Request) -> AsyncIterator[ExtractRequest]:
        """The request in body and query; raises if the body is neither JSON nor HTML."""
        from starlette.exceptions import HTTPException

        kind = _kind(request)
        if kind != "application/json" and kind not in HTML_KINDS:
            raise HTTPException(415, f"the body must be application/json or text/html, got {kind or 'no Content-Type'}")
        if kind == "application/json" and request.query_params:
            raise HTTPException(422, "with a JSON body, options belong in the body, not in the query")
        async with self.bodies.read(request) as body:
            if kind == "application/json":
                yield request_from_json(body)
            else:
                yield request_from_html(body, request.headers["content-type"], request.query_params.multi_items())


def _middleware(settings: Settings, metrics: Metrics) -> list[Any]:
    from starlette.middleware import Middleware
    from starlette.middleware.trustedhost import TrustedHostMiddleware

    layers = [
        Middleware(Counted, metrics=metrics),
        Middleware(TrustedHostMiddleware, allowed_hosts=list(settings.hosts), www_redirect=False),
        Middleware(
            TimedBodies,
            max_wait_seconds=settings.max_wait_seconds,
            exempt_paths=frozenset(["/extract/batch"]),
        ),
    ]
    if settings.token is not None:
        open_paths = frozenset(["/healthz"])
        gate = Middleware(TokenGate, token=settings.token, cookie=COOKIE, refuse=_no_token, open_paths=open_paths)
        layers.append(gate)
    return layers


def _tools(service: Service) -> tuple[list[BaseRoute], Callable[[], Any]]:
    """The routes of the MCP server, and the context in which it must run."""
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
    # HTML that was extracted is meant for other pages. Should a browser open it here, it runs nothing.
    headers = {**HEADERS, "Content-Type": content_type, "Content-Security-Policy": "default-src 'none'; sandbox"}
    return Response(text.encode("utf-8", "replace"), headers=headers)


def _kind(request: Request) -> str:
    return request.headers.get("content-type", "").split(";")[0].strip().lower()


def _no_token() -> Response:
    return refusal(401, "a token is required: Authorization: Bearer ...", {"WWW-Authenticate": "Bearer"})


async def _problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, MaintextError)  # noqa: S101 - for the type checker
    return problem_answer(error)


async def _http_problem(request: Request, error: Exception) -> Response:
    from starlette.exceptions import HTTPException

    assert isinstance(error, HTTPException)  # noqa: S101 - for the type checker
    return refusal(error.status_code, str(error.detail), dict(error.headers or {}))
