"""(Address, port) -> a socket that listens there, and a server that answers on it until it is stopped."""

from __future__ import annotations

import socket
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from maintext.errors import MissingPackageError, ServeError

if TYPE_CHECKING:
    from starlette.types import ASGIApp


def listen(host: str, port: int) -> socket.socket:
    """A socket on an address; port 0 for any that is free."""
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
    """What to type into a browser."""
    shown = f"[{host}]" if ":" in host else host
    query = f"?token={token}" if token else ""
    return f"http://{shown}:{listener.getsockname()[1]}/{query}"


def answer_on(listener: socket.socket, app: ASGIApp, **settings: Any) -> None:
    """Answers until the process is told to stop."""
    try:
        import uvicorn
    except ImportError:
        raise MissingPackageError("uvicorn", "serve") from None
    # Whoever presses Ctrl + C wants it to end: that is no error.
    with suppress(KeyboardInterrupt):
        uvicorn.Server(uvicorn.Config(app, log_level="warning", **settings)).run(sockets=[listener])
