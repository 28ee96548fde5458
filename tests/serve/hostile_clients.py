"""Clients that send slowly, don't read, or send little that stands for much, each over a connection of its own."""

import asyncio
import gzip
import json
import time
from collections import Counter

HEAD = "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind}\r\n{more}\r\n"
NDJSON = "application/x-ndjson"


def head(path: str, kind: str, more: str) -> bytes:
    return HEAD.format(path=path, kind=kind, more=more).encode()


def request(path: str, kind: str, body: bytes, more: str = "") -> bytes:
    return head(path, kind, f"{more}Content-Length: {len(body)}\r\nConnection: close\r\n") + body


BOMBS = {
    "gzip": request("/extract", "text/html", gzip.compress(bytes(40_000_000)), "Content-Encoding: gzip\r\n"),
    "empty members": request("/extract", "text/html", gzip.compress(b"") * 50_000, "Content-Encoding: gzip\r\n"),
    "brackets": request("/extract", "application/json", b'{"html": ' + b"[" * 1_000_000),
    "digits": request("/extract", "application/json", b'{"html": ' + b"9" * 1_000_000 + b"}"),
    "line feeds": request("/extract/batch", NDJSON, b"\n" * 1_000_000),
    "nesting": request("/extract?by=all", "text/html", b"<div>" * 200_000 + b"x"),
}
BOMB_STATUSES = {
    "gzip": 413,
    "empty members": 422,
    "brackets": 422,
    "digits": 422,
    "line feeds": 200,
    "nesting": 200,
}
"""The statuses that the bombs must get, or 503 while the service is busy."""


async def send_bombs(port: int, end: float, wrong: Counter[str]) -> int:
    """Sends one bomb after the other until the time is over; their number."""
    n_sent = 0
    while time.monotonic() < end:
        for name, bomb in BOMBS.items():
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(bomb)
            status = int((await reader.readline()).split()[1])
            if status not in (BOMB_STATUSES[name], 503):
                wrong[f"{name}: {status}"] += 1
            writer.close()
            n_sent += 1
    return n_sent


async def dribble(port: int, path: str, end: float) -> int:
    """Sends a request byte by byte, never to its end; the number of bytes."""
    kind = NDJSON if path == "/extract/batch" else "text/html"
    n_sent = 0
    while time.monotonic() < end:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(head(path, kind, "Content-Length: 10000000\r\n"))
        try:
            while time.monotonic() < end:
                writer.write(b"x")
                await writer.drain()
                n_sent += 1
                await asyncio.sleep(0.0005)
        except ConnectionError:
            # The service has had enough; once more.
            pass
        finally:
            writer.close()
    return n_sent


async def read_nothing(port: int, end: float) -> None:
    """Sends lines of a batch, whose answers it never reads."""
    line = json.dumps({"html": "<p>" + "Text, and more. " * 2000, "by": "all"}).encode() + b"\n"
    while time.monotonic() < end:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(head("/extract/batch", NDJSON, "Content-Length: 1000000000\r\n"))
        try:
            while time.monotonic() < end:
                writer.write(line)
                await asyncio.wait_for(writer.drain(), end - time.monotonic())
        except (ConnectionError, asyncio.TimeoutError):
            pass
        finally:
            writer.transport.abort()
