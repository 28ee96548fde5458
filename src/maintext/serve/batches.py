"""Lines of JSON -> lines of JSON in the same order, while more are still being sent (NDJSON).

    in     {"id": 7, "html": "<p>...", "by": "econ"}          what /extract takes, and an id, which may be any JSON
    out    {"line": 1, "id": 7, "title": ..., "text": ...}    or, for a page that failed,
           {"line": 1, "id": 7, "problem": {...}}

A bad line gets a problem, and the others are answered as if it were not there. The service reads no more lines than it
can work on, so a fast sender is slowed down, and memory does not grow with the length of a batch.

A batch holds a place for as long as it lasts, and a client may leave it open without sending anything. So a batch whose
client makes no progress for `max_wait_seconds` ends; and when all places are taken, the one that has waited longest
for its client ends to make room for the next. Its last line says so.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from maintext.errors import BusyError, MaintextError, RequestError
from maintext.serve.problems import problem_of
from maintext.serve.requests import read_object, request_from_fields
from maintext.web.answers import HEADERS
from maintext.web.slow_clients import PROGRESS_BYTES, too_slow

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

    from maintext.serve.service import Service

KIND = "application/x-ndjson"
GRACE_SECONDS = 1.0
"""A batch that has waited for its client no longer than this keeps its place."""


@dataclass
class BatchPlaces:
    """The batches under way, at most `n_batches` of the concurrency limits."""

    service: Service
    open: set[Batch] = field(default_factory=set)

    def next(self) -> Batch:
        """A batch to answer with; raises BusyError if there is no place for it."""
        if len(self.open) >= self.service.settings.concurrency.n_batches:
            idle = max(self.open, key=lambda batch: batch.idle_seconds)
            if idle.idle_seconds < GRACE_SECONDS:
                raise BusyError(f"{len(self.open)} batches are under way already", 10)
            idle.stop(BusyError(f"this batch waited {idle.idle_seconds:.0f} s for its client; another took its place"))
        return Batch(self.service, self)


@dataclass(eq=False)
class Batch:
    """One batch, as an ASGI application that answers while it reads."""

    service: Service
    places: BatchPlaces
    _n_working: int = 0
    """Lines that are being worked on."""
    _last_progress: float = field(default_factory=lambda: asyncio.get_running_loop().time())
    _stopped_by: MaintextError | None = None
    _reader: asyncio.Task[None] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers until the lines end, the client leaves, or the batch is stopped."""
        self.places.open.add(self)
        watch = asyncio.create_task(self._watch())
        try:
            await self._answer_all(receive, send)
        finally:
            watch.cancel()
            self.places.open.discard(self)

    @property
    def idle_seconds(self) -> float:
        """How long the batch has been waiting for its client: to send a line, or to read an answer."""
        return 0.0 if self._n_working else asyncio.get_running_loop().time() - self._last_progress

    def stop(self, error: MaintextError) -> None:
        """Ends the batch, whose last line is this error."""
        self._stopped_by = self._stopped_by or error
        self.places.open.discard(self)
        if self._reader is not None:
            self._reader.cancel()

    async def _watch(self) -> None:
        max_wait_seconds = self.service.settings.max_wait_seconds
        while self.idle_seconds < max_wait_seconds:
            await asyncio.sleep(max(max_wait_seconds - self.idle_seconds, 0.01))
        self.stop(too_slow(max_wait_seconds))

    def _progress(self) -> None:
        self._last_progress = asyncio.get_running_loop().time()

    async def _answer_all(self, receive: Receive, send: Send) -> None:
        # The connection is closed after a batch: one that ends early leaves lines unread that are not a next request.
        headers = {**HEADERS, "Content-Type": KIND, "X-Accel-Buffering": "no", "Connection": "close"}
        raw = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
        await send({"type": "http.response.start", "status": 200, "headers": raw})
        answers: asyncio.Queue[asyncio.Task[bytes] | None] = asyncio.Queue(self.service.settings.concurrency.n_quick)
        self._reader = reader = asyncio.create_task(self._read(receive, answers))
        try:
            while (answer := await answers.get()) is not None:
                await send({"type": "http.response.body", "body": await answer, "more_body": True})
                self._progress()
            last = _line({"line": None, "id": None}, self._stopped_by) if self._stopped_by else b""
            await send({"type": "http.response.body", "body": last, "more_body": False})
            with suppress(asyncio.CancelledError):
                # Raises what else ended it early.
                await reader
        finally:
            reader.cancel()
            while not answers.empty():
                if (left := answers.get_nowait()) is not None:
                    left.cancel()

    async def _read(self, receive: Receive, answers: asyncio.Queue[asyncio.Task[bytes] | None]) -> None:
        try:
            number = 0
            async for line in self._lines(receive):
                number += 1
                if line is None or line.strip():
                    await answers.put(self._begin(number, line))
        finally:
            # If this is cancelled as well, nobody reads the queue any more.
            with suppress(asyncio.CancelledError):
                await answers.put(None)

    async def _lines(self, receive: Receive) -> AsyncIterator[bytes | None]:
        lines = Lines(self.service.settings.max_body_bytes)
        n_bytes = 0
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            piece = message.get("body", b"")
            n_bytes += len(piece)
            if n_bytes >= PROGRESS_BYTES:
                n_bytes = 0
                self._progress()
            for line in lines.feed(piece):
                self._progress()
                yield line
            if not message.get("more_body"):
                break
            # A client that sends nothing but line feeds, as fast as it can, must not keep others from their turn.
            await asyncio.sleep(0)
        for line in lines.end():
            yield line

    def _begin(self, number: int, line: bytes | None) -> asyncio.Task[bytes]:
        self._n_working += 1
        task = asyncio.create_task(self._answer(number, line))
        task.add_done_callback(self._done)
        return task

    def _done(self, _: object) -> None:
        self._n_working -= 1
        self._progress()

    async def _answer(self, number: int, line: bytes | None) -> bytes:
        out: dict[str, Any] = {"line": number, "id": None}
        try:
            if line is None:
                limit = self.service.settings.max_body_bytes
                raise RequestError(f"line {number} has more than {limit:,} bytes")
            fields = read_object(line)
            out["id"] = _checked_id(fields.pop("id", None))
            return _line({**out, **await self._extracted(fields)})
        except MaintextError as error:
            return _line(out, error)

    async def _extracted(self, fields: dict[str, Any]) -> dict[str, Any]:
        request = request_from_fields(fields)
        wanted = request.output_format or "json"
        answer = await self.service.answer(request, wanted, is_patient=True)
        return json.loads(answer) if wanted == "json" else {wanted: answer}


class Lines:
    """Pieces of a body -> its lines; None for a line that is too long."""

    def __init__(self, max_line_bytes: int) -> None:
        self.max_line_bytes = max_line_bytes
        # Grows in place: a client may send a line byte by byte, and a copy for each would take quadratic time.
        self._kept = bytearray()
        self._is_long = False

    def feed(self, piece: bytes) -> Iterator[bytes | None]:
        """The lines that end in this piece."""
        *ends, rest = piece.split(b"\n")
        for end in ends:
            self._keep(end)
            yield self._take()
        self._keep(rest)

    def end(self) -> Iterator[bytes | None]:
        """The last line, if it has no line feed."""
        if self._kept or self._is_long:
            yield self._take()

    def _keep(self, part: bytes) -> None:
        self._is_long = self._is_long or len(self._kept) + len(part) > self.max_line_bytes
        if self._is_long:
            self._kept.clear()
        else:
            self._kept += part

    def _take(self) -> bytes | None:
        line = None if self._is_long else bytes(self._kept)
        self._kept.clear()
        self._is_long = False
        return line


def _checked_id(value: Any) -> Any:
    """The id, if it can be written as JSON again."""
    try:
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError) as error:
        raise RequestError(f"the id can't be repeated as JSON: {error}") from error
    return value


def _line(out: dict[str, Any], error: MaintextError | None = None) -> bytes:
    if error is not None:
        out["problem"] = problem_of(error)
    return json.dumps(out, ensure_ascii=False, allow_nan=False).encode("utf-8", "replace") + b"\n"
