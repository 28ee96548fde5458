"""A real web server on loopback that answers as it is told, properly or not, and remembers what it was asked."""

from __future__ import annotations

import socketserver
import ssl
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import Any


@dataclass(frozen=True)
class Answer:
    body: bytes = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Asked:
    path: str
    headers: Mapping[str, str]


Raw = Callable[[BaseHTTPRequestHandler], None]
"""Writes whatever it likes to the connection, which is closed after it."""
Route = Answer | Raw | Callable[[Asked], Answer]
MISSING = Answer(b"<p>There is no such page.", 404, {"Content-Type": "text/html"})


@dataclass
class WebServer:
    host: str
    port: int
    scheme: str
    find: Callable[[str], Route]
    asked: list[Asked] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)
    n_open: int = 0
    most_open: int = 0
    """The largest number of requests that were answered at the same time."""

    @property
    def url(self) -> str:
        return f"{self.scheme}://{self.host}:{self.port}"

    @property
    def hits(self) -> Counter[str]:
        with self.lock:
            return Counter(request.path for request in self.asked)


class raw:  # noqa: N801 - marks a function, as a decorator
    def __init__(self, write: Raw) -> None:
        self.write = write


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    web: WebServer
    timeout = 30

    def do_GET(self) -> None:
        request = Asked(self.path, {name.lower(): value for name, value in self.headers.items()})
        with self.web.lock:
            self.web.asked.append(request)
            self.web.n_open += 1
            self.web.most_open = max(self.web.most_open, self.web.n_open)
        try:
            self._answer(self.web.find(self.path), request)
        except OSError:
            # The other side hung up, as it does on bombs and endless answers.
            self.close_connection = True
        finally:
            with self.web.lock:
                self.web.n_open -= 1

    def _answer(self, route: Any, request: Asked) -> None:
        if isinstance(route, raw):
            self.close_connection = True
            route.write(self)
            return
        answer = route if isinstance(route, Answer) else route(request)
        self.send_response_only(answer.status)
        for name, value in answer.headers.items():
            self.send_header(name, value)
        if "Content-Length" not in answer.headers:
            self.send_header("Content-Length", str(len(answer.body)))
        self.end_headers()
        self.wfile.write(answer.body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - http.server's name
        """Nothing: tests look at what was asked."""


class _Server(socketserver.ThreadingMixIn, socketserver.TCPServer):
    allow_reuse_address = True
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request: object, client_address: object) -> None:
        """Broken connections are part of the tests."""


@contextmanager
def web_server(
    find: Callable[[str], Any] | Mapping[str, Any], host: str = "127.0.0.1", tls: ssl.SSLContext | None = None
) -> Iterator[WebServer]:
    """A server for the routes, on a free port, until the block is left."""
    look_up = find if callable(find) else lambda path: find.get(path, MISSING)
    handler = type("Handler", (_Handler,), {})
    with _Server((host, 0), handler) as server:
        if tls is not None:
            server.socket = tls.wrap_socket(server.socket, server_side=True)
        web = WebServer(host, server.server_address[1], "https" if tls else "http", look_up)
        handler.web = web  # type: ignore[attr-defined]
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        thread.start()
        try:
            yield web
        finally:
            server.shutdown()
            thread.join()
