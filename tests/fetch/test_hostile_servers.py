"""Whatever a server sends, the answer is a page or a named error: responses broken at random, over real connections."""

import asyncio
import gzip
import random
from dataclasses import dataclass

import pytest

from maintext.errors import FetchError
from maintext.fetch import Policy
from maintext.fetch.transport import HttpTransport

BODY = gzip.compress(b"<p>" + b"some text " * 50)
GOOD = [
    b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 14\r\n\r\n<p>Some text.\r\n",
    b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: %d\r\n\r\n" % len(BODY) + BODY,
    b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n<p>ab\r\n3\r\ncde\r\n0\r\n\r\n",
    b"HTTP/1.0 200 OK\r\n\r\n<p>until the end",
    b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n",
]
ODD = [
    b"",
    b"\r\n\r\n",
    b"\0" * 5000,
    b"HTTP/1.1 200 OK\r\nContent-Length: " + b"9" * 5000 + b"\r\n\r\n",
    b"HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
    b"HTTP/1.1 200 OK\r\nContent-Length: 3, 4\r\n\r\nabcd",
    b"HTTP/1.1 99999999 OK\r\n\r\n",
    b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + b"f" * 5000 + b"\r\n",
    b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffff\r\nab",
    b"HTTP/1.1 200 OK\r\n" + b"A" * 200_000,
    b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip, br, zstd\r\n\r\n" + BODY,
    b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\nabc",
    b"HTTP/2 200\r\n\r\n",
    b"HTTP/1.1 302 Found\r\nLocation: \xff\xfe\r\n\r\n",
]


def broken(response: bytes, chance: random.Random) -> bytes:
    """The response with some bytes changed, taken out, doubled or cut off."""
    raw = bytearray(response)
    for _ in range(chance.randint(1, 4)):
        place = chance.randrange(len(raw) + 1)
        kind = chance.randrange(4)
        if kind == 0:
            raw[place : place + 1] = bytes([chance.randrange(256)])
        elif kind == 1:
            del raw[place : place + chance.randint(1, 9)]
        elif kind == 2:
            raw[place:place] = raw[place : place + chance.randint(1, 9)] * chance.randint(1, 50)
        else:
            del raw[place:]
    return bytes(raw)


@dataclass
class RawServer:
    """Sends the responses in turn, one a connection, and hangs up."""

    responses: list[bytes]

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(self.responses.pop(0))
        try:
            await writer.drain()
        except OSError:
            return
        writer.close()


async def outcomes(responses: list[bytes]) -> list[str]:
    server = RawServer(list(responses))
    listener = await asyncio.start_server(server.answer, "127.0.0.1", 0)
    port = listener.sockets[0].getsockname()[1]
    found = []
    async with listener:
        for _ in responses:
            transport = HttpTransport(Policy(allowed_networks=("127.0.0.1/32",), total_s=20.0))
            try:
                found.append(str((await transport.get(f"http://127.0.0.1:{port}/")).status))
            except FetchError as error:
                found.append(type(error).__name__)
            finally:
                await transport.close()
    return found


@pytest.mark.parametrize("responses", [GOOD, ODD], ids=["good", "odd"])
def test_every_response_is_a_page_or_a_named_error(responses: list[bytes]) -> None:
    found = asyncio.run(outcomes(responses))
    assert len(found) == len(responses)
    if responses is GOOD:
        assert found == ["200", "200", "200", "200", "204"]


@pytest.mark.slow
def test_responses_broken_at_random_are_pages_or_named_errors() -> None:
    chance = random.Random(6)
    found = asyncio.run(outcomes([broken(chance.choice(GOOD), chance) for _ in range(400)]))
    assert {"200", "BrokenResponseError"} <= set(found)
