"""(Address, port) -> a socket that listens there, and a server that answers on it until it is stopped."""

from __future__ import annotations

import socket
from contextlib import suppress
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from maintext.errors import MissingPackageError, ServeError
from maintext.web.slow_clients import MAX_WAIT_SECONDS, timed_protocol

if TYPE_CHECKING:
    from starlette.types import ASGIApp


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; port 0 for any free port."""
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise ServeError(f"can't serve on {host}, port {port}: {error}") from error
    listener.listen(256)
    return listener


def address_of(listener: socket.socket, host: str, token: str | None) -> str:
    """The address to open in a browser."""
    shown = f"[{host}]" if ":" in host else host
    query = f"?token={quote(token, safe='')}" if token else ""
    return f"http://{shown}:{listener.getsockname()[1]}/{query}"


def answer_on(
    listener: socket.socket, app: ASGIApp, max_wait_seconds: float = MAX_WAIT_SECONDS, **settings: Any
) -> None:
    """Answers until the process gets a signal to stop. A client that makes no progress for so long is disconnected."""
    try:
        import uvicorn
    except ImportError:
        raise MissingPackageError("uvicorn", "serve") from None
    # Not "warning": the server's warnings are about requests that are not HTTP, so strangers could fill the log.
    config = uvicorn.Config(app, http=timed_protocol(max_wait_seconds), ws="none", log_level="error", **settings)
    # Ctrl + C is how people end it, not an error.
    with suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listener])
