"""Lines of JSON -> lines of JSON, in the same order, while more are still coming in (NDJSON).

    in     {"id": 7, "html": "<p>...", "by": "econ"}     what /extract takes, and an id, which may be anything
    out    {"line": 1, "id": 7, "title": ..., "text": ...}    or, for a page that failed,
           {"line": 1, "id": 7, "problem": {...}}

A line that is wrong costs only itself. No more lines are read than can be worked on, so a sender faster than the
processes is slowed down, and memory stays what it is however long a batch is.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from maintext.errors import MaintextError, RequestError
from maintext.serve.asked import asked_by_fields, read_object
from maintext.serve.problems import problem_of
from maintext.web.answers import HEADERS

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

    from maintext.serve.service import Service

KIND = "application/x-ndjson"
MAX_BATCHES = 16
"""Batches at the same time."""


@dataclass(frozen=True)
class BatchAnswer:
    """An ASGI answer that reads the request as it goes."""

    service: Service
    max_line_bytes: int

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Reads, works and writes at the same time, until the lines end or the other side leaves."""
        headers = {**HEADERS, "Content-Type": KIND, "X-Accel-Buffering": "no"}
        raw = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
        await send({"type": "http.response.start", "status": 200, "headers": raw})
        n_ahead = self.service.settings.places.n_quick
        answers: asyncio.Queue[asyncio.Task[bytes] | None] = asyncio.Queue(n_ahead)
        reader = asyncio.create_task(self._read(receive, answers))
        try:
            while (answer := await answers.get()) is not None:
                await send({"type": "http.response.body", "body": await answer, "more_body": True})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
            # Whatever ended it early is raised here.
            await reader
        finally:
            reader.cancel()
            while not answers.empty():
                if (left := answers.get_nowait()) is not None:
                    left.cancel()

    async def _read(self, receive: Receive, answers: asyncio.Queue[asyncio.Task[bytes] | None]) -> None:
        try:
            number = 0
            async for line in _lines(receive, self.max_line_bytes):
                number += 1
                if line is None or line.strip():
                    await answers.put(asyncio.create_task(self._answer(number, line)))
        finally:
            # If it can't wait any more, nobody reads any more.
            with suppress(asyncio.CancelledError):
                await answers.put(None)

    async def _answer(self, number: int, line: bytes | None) -> bytes:
        out: dict[str, Any] = {"line": number, "id": None}
        try:
            if line is None:
                raise RequestError(f"line {number} has more than {self.max_line_bytes:,} bytes")
            fields = read_object(line)
            out["id"] = fields.pop("id", None)
            out |= await self._answered(fields)
        except MaintextError as error:
            out["problem"] = problem_of(error)
        return json.dumps(out, ensure_ascii=False).encode("utf-8", "replace") + b"\n"

    async def _answered(self, fields: dict[str, Any]) -> dict[str, Any]:
        asked = asked_by_fields(fields)
        wanted = asked.output_format or "json"
        answer = await self.service.answer(asked, wanted, is_patient=True)
        return json.loads(answer) if wanted == "json" else {wanted: answer}


async def _lines(receive: Receive, max_line_bytes: int) -> AsyncIterator[bytes | None]:
    """The lines of a request's body; None for one that is too long."""
    kept, is_long = bytearray(), False
    async for piece in _pieces(receive):
        *ends, rest = piece.split(b"\n")
        for end in ends:
            yield None if is_long or len(kept) + len(end) > max_line_bytes else bytes(kept + end)
            kept, is_long = bytearray(), False
        is_long = is_long or len(kept) + len(rest) > max_line_bytes
        kept = bytearray() if is_long else kept + rest
    if kept or is_long:
        yield None if is_long else bytes(kept)


async def _pieces(receive: Receive) -> AsyncIterator[bytes]:
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        yield message.get("body", b"")
        if not message.get("more_body"):
            return
