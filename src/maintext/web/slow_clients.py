"""Clients that send or read too slowly lose their connection, so that they can't hold places that others need.

head     request line and headers must be complete after `max_wait_seconds`              TimedProtocol
body     must bring PROGRESS_BYTES, or its end, every `max_wait_seconds`                 TimedBodies
answer   a client that reads none of it for `max_wait_seconds` is disconnected           TimedProtocol
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

from maintext.errors import RequestTimeoutError

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

MAX_WAIT_SECONDS = 30.0
PROGRESS_BYTES = 65_536
"""Fewer bytes in `max_wait_seconds` count as nothing: 2 kB/s, slower than any connection that still works."""


def too_slow(max_wait_seconds: float) -> RequestTimeoutError:
    """The error for a client that made no progress."""
    return RequestTimeoutError(
        f"the client sent neither {PROGRESS_BYTES:,} bytes nor the end of its request in {max_wait_seconds:g} s"
    )


async def client_left(request: Request, error: Exception) -> Response:
    """For a client that left before its request was complete. It never sees the response.

    Without a handler each such client would cost a traceback of sixty lines in the log.
    """
    return _left_early()


def _left_early() -> Response:
    # It is counted, though nobody receives it.
    from starlette.responses import Response

    return Response(status_code=400)


@dataclass(frozen=True)
class TimedBodies:
    """An ASGI application whose requests must arrive in time; a body that does not raises RequestTimeoutError."""

    app: ASGIApp
    max_wait_seconds: float = MAX_WAIT_SECONDS
    exempt_paths: frozenset[str] = frozenset()
    """Paths that time their clients themselves."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes a request on, with a `receive` that gives up on slow clients."""
        if scope["type"] == "http" and scope["path"] not in self.exempt_paths:
            receive = _timed(receive, self.max_wait_seconds)
        await self.app(scope, receive, send)


@dataclass(frozen=True)
class WholeBodies:
    """An ASGI application that gets requests when their bodies are complete, or longer than it would accept.

    For applications of others, which log a traceback for each client that leaves before that.
    """

    app: ASGIApp
    max_body_bytes: int

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Reads the body and passes it on; a client that leaves meanwhile is counted as a 400."""
        body, has_more = bytearray(), True
        while has_more and len(body) <= self.max_body_bytes:
            message = await receive()
            if message["type"] == "http.disconnect":
                await _left_early()(scope, receive, send)
                return
            body += message.get("body", b"")
            has_more = message.get("more_body", False)
        read: list[Message] = [{"type": "http.request", "body": bytes(body), "more_body": has_more}]

        async def replayed() -> Message:
            return read.pop() if read else await receive()

        await self.app(scope, replayed, send)


def _timed(receive: Receive, max_wait_seconds: float) -> Receive:
    clock = asyncio.get_running_loop().time
    deadline, n_bytes, is_whole = clock() + max_wait_seconds, 0, False

    async def timed() -> Message:
        nonlocal deadline, n_bytes, is_whole
        # After the body the application only waits for the client to leave, which may take as long as the answer.
        if is_whole:
            return await receive()
        try:
            message = await asyncio.wait_for(receive(), deadline - clock())
        except asyncio.TimeoutError:
            raise too_slow(max_wait_seconds) from None
        n_bytes += len(message.get("body", b""))
        if n_bytes >= PROGRESS_BYTES:
            deadline, n_bytes = clock() + max_wait_seconds, 0
        is_whole = not message.get("more_body", False)
        return message

    return timed


def timed_protocol(max_wait_seconds: float = MAX_WAIT_SECONDS) -> type[asyncio.Protocol]:
    """Uvicorn's HTTP protocol, with time limits for heads and for answers that nobody reads. It has neither itself."""
    from uvicorn.protocols.http.h11_impl import H11Protocol

    class TimedProtocol(H11Protocol):
        _head_timer: asyncio.TimerHandle | None = None
        _write_timer: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
            super().connection_made(transport)
            self._set_head_timer()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self.cycle is not None and not self.cycle.response_complete:
                self._stop(self._head_timer)
                self._head_timer = None
            else:
                # The first bytes of another request on the same connection. They end uvicorn's own timer.
                self._set_head_timer()

        def pause_writing(self) -> None:
            super().pause_writing()
            # Not close(), which would first wait for the client to read what is left.
            self._write_timer = self.loop.call_later(max_wait_seconds, self.transport.abort)

        def resume_writing(self) -> None:
            super().resume_writing()
            self._stop(self._write_timer)

        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            self._stop(self._head_timer)
            self._stop(self._write_timer)

        def _set_head_timer(self) -> None:
            if self._head_timer is None:
                self._head_timer = self.loop.call_later(max_wait_seconds, self.transport.abort)

        @staticmethod
        def _stop(timer: asyncio.TimerHandle | None) -> None:
            if timer is not None:
                timer.cancel()

    return TimedProtocol
