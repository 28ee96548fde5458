"""Clients that send nothing, a byte at a time, or don't read: they lose their places, and the others are answered."""

import asyncio
import json
import socket
import struct
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from maintext.serve.batches import Lines
from tests.serve.hostile_clients import NDJSON, head
from tests.served import PATIENCE_S, Served

N_BATCHES = 4
MAX_WAIT_SECONDS = 3.0


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    """Four batches at the same time; three seconds without progress are too long."""
    chosen = {"n_quick": 2, "n_slow": 1, "n_batches": N_BATCHES, "max_wait_seconds": MAX_WAIT_SECONDS}
    server = Served("-m", "benches.killing", json.dumps(chosen))
    yield server
    server.kill()


def connect(server: Served, sent: bytes) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_S)
    connection.sendall(sent)
    return connection


def received(connection: socket.socket) -> bytes:
    """Everything until the server closes the connection."""
    pieces = []
    try:
        while piece := connection.recv(65536):
            pieces.append(piece)
    except ConnectionResetError:
        pass
    return b"".join(pieces)


def open_batch(server: Served) -> socket.socket:
    """A batch that has begun: its head was answered."""
    connection = connect(server, head("/extract/batch", NDJSON, "Transfer-Encoding: chunked\r\n"))
    assert connection.recv(12) == b"HTTP/1.1 200"
    return connection


def batch(server: Served) -> list[str | None]:
    lines = b"".join(json.dumps({"id": n, "html": f"<p>Page {n}.", "by": "all"}).encode() + b"\n" for n in range(3))
    status, _, text = server.ask("/extract/batch", lines, {"Content-Type": NDJSON})
    return [json.loads(line).get("text") for line in text.splitlines()] if status == 200 else [str(status)]


def test_a_new_batch_takes_the_place_of_one_that_waits_for_its_client(server: Served) -> None:
    with ExitStack() as stack:
        idle = [stack.enter_context(open_batch(server)) for _ in range(N_BATCHES)]
        give_up = time.monotonic() + PATIENCE_S
        # For a second those that have just begun keep their places.
        while (answer := batch(server)) == ["503"] and time.monotonic() < give_up:
            time.sleep(0.1)
        assert answer == ["Page 0.", "Page 1.", "Page 2."]
        last_lines = [received(connection).decode() for connection in idle]
    assert sum("another took its place" in text for text in last_lines) >= 1
    assert all("BusyError" in text or "RequestTimeoutError" in text for text in last_lines)


def test_a_batch_that_stays_idle_ends_with_a_line_that_says_why(server: Served) -> None:
    with open_batch(server) as connection:
        line = b'{"html": "<p>Tea.", "by": "all"}\n'
        connection.sendall(f"{len(line):x}\r\n".encode() + line + b"\r\n")
        text = received(connection).decode()
    assert '"text": "Tea."' in text
    assert '"line": null' in text
    assert "neither 65,536 bytes nor the end of its request in 3 s" in text
    assert text.endswith("0\r\n\r\n")


def test_a_body_that_does_not_arrive_is_a_408(server: Served) -> None:
    for path in ("/extract", "/view", "/mcp"):
        kind = "application/json" if path == "/mcp" else "text/html"
        more = "Content-Length: 100\r\nAccept: application/json, text/event-stream\r\n"
        with connect(server, head(path, kind, more) + b"<p>Half a page") as connection:
            answer = received(connection)
        assert answer.startswith(b"HTTP/1.1 408 "), answer
        assert b"RequestTimeoutError" in answer


@pytest.mark.parametrize("begun", [b"", b"GET /heal", b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"])
def test_a_head_that_does_not_arrive_costs_its_connection(server: Served, begun: bytes) -> None:
    with connect(server, begun) as connection:
        assert received(connection) == b""


def test_a_second_head_that_does_not_arrive_costs_its_connection(server: Served) -> None:
    whole = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with connect(server, whole) as connection:
        answer = b""
        while not answer.endswith(b'{"status": "ok"}'):
            answer += connection.recv(65536)
        connection.sendall(whole[:20])
        assert received(connection) == b""


def test_a_client_that_does_not_read_its_answers_is_disconnected(server: Served) -> None:
    lines = [json.dumps({"html": "<p>" + "Text, and more. " * 5000, "by": "all"}).encode() + b"\n"] * 400
    connection = socket.socket()
    # A small window, or the system would read the answers for the client.
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.connect(("127.0.0.1", server.port))
    connection.settimeout(PATIENCE_S)
    with connection:
        n_bytes = sum(map(len, lines))
        with pytest.raises(ConnectionError):  # noqa: PT012 - which of them raises depends on the system
            connection.sendall(head("/extract/batch", NDJSON, f"Content-Length: {n_bytes + 1}\r\n"))
            for line in lines:
                connection.sendall(line)
            time.sleep(4 * MAX_WAIT_SECONDS)
            connection.sendall(b"\n" * 2)
            connection.sendall(b"\n" * 2)
    assert batch(server) == ["Page 0.", "Page 1.", "Page 2."]


def test_a_slow_page_is_not_a_slow_client(server: Served) -> None:
    """A page that takes as long as a client may idle ends by its own limit, two seconds of processor time."""
    line = b'{"html": "<title>killer: hang</title><p>Text."}\n'
    status, _, text = server.ask("/extract/batch", line + line, {"Content-Type": NDJSON})
    errors = [json.loads(answer)["problem"]["error"] for answer in text.splitlines()]
    assert (status, errors) == (200, ["PageTimeoutError"] * 2)


def dribbled_seconds(n_bytes: int) -> float:
    lines = Lines(10_000_000)
    start = time.process_time()
    for _ in range(n_bytes):
        for _ in lines.feed(b"x"):
            pytest.fail("there is no line yet")
    assert [len(line or b"") for line in lines.feed(b"\n")] == [n_bytes]
    return time.process_time() - start


def test_a_line_sent_byte_by_byte_takes_time_in_proportion_to_its_length() -> None:
    """Four times as many bytes take four times as long; sixteen times if the line were copied for each."""
    short, long = (min(dribbled_seconds(n_bytes) for _ in range(3)) for n_bytes in (100_000, 400_000))
    assert long < 9 * short


def test_lines_are_the_same_however_they_are_cut() -> None:
    body = b"one\n\ntwo \xff\n" + b"x" * 11 + b"\nthree"
    wanted: list[bytes | None] = [b"one", b"", b"two \xff", None, b"three"]
    for n_bytes in range(1, len(body) + 1):
        lines = Lines(10)
        found = [line for start in range(0, len(body), n_bytes) for line in lines.feed(body[start : start + n_bytes])]
        assert [*found, *lines.end()] == wanted


@pytest.mark.parametrize(
    ("id_", "reason"),
    [
        ("NaN", "NaN is not a JSON number"),
        ("[-Infinity]", "-Infinity is not a JSON number"),
        ("1e999", "1e999 is too large for a number"),
        ('"\\ud800"', "the id can't be repeated as JSON"),
        ("[" * 900 + "]" * 900, None),
        ("9" * 5000, "not JSON"),
    ],
)
def test_an_id_that_is_not_json_is_a_problem_of_its_line(server: Served, id_: str, reason: str | None) -> None:
    lines = f'{{"id": {id_}, "html": "<p>One.", "by": "all"}}\n{{"id": 2, "html": "<p>Two.", "by": "all"}}\n'
    _, _, text = server.ask("/extract/batch", lines.encode(), {"Content-Type": NDJSON})

    def refuse(constant: str) -> None:
        pytest.fail(f"{constant} is not JSON")

    first, second = (json.loads(line, parse_constant=refuse) for line in text.splitlines())
    assert (second["id"], second["text"]) == (2, "Two.")
    if reason is not None:
        assert (first["id"], reason in first["problem"]["detail"]) == (None, True)


def test_many_dribbling_clients_leave_the_service_to_the_others(server: Served) -> None:
    from tests.serve.hostile_clients import dribble

    async def run() -> tuple[list[int], list[bytes]]:
        end = time.monotonic() + 4
        paths = ["/extract/batch"] * 3 + ["/extract"] * 3
        answers = []
        dribblers = asyncio.gather(*(dribble(server.port, path, end) for path in paths))
        while not dribblers.done():
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            answers.append((await reader.read())[:12])
            writer.close()
            await asyncio.sleep(0.05)
        return await dribblers, answers

    n_bytes, answers = asyncio.run(run())
    assert min(n_bytes) > 0
    assert set(answers) == {b"HTTP/1.1 200"}


@pytest.mark.parametrize("command", ["serve", "label"])
def test_clients_that_leave_or_send_something_else_than_http_cost_no_line_of_the_log(
    command: str, tmp_path: Path
) -> None:
    """A line for each would let strangers fill the log."""
    (tmp_path / "a.html").write_text("<p>Tea.")
    options = ["--workers", "1"] if command == "serve" else [str(tmp_path), "--by", "all"]
    server = Served("-m", "maintext", command, "--port", "0", *options)
    paths = ("/extract", "/view", "/mcp", "/extract/batch") if command == "serve" else ("/api/events",)
    for path in paths:
        kind = {"/extract": "text/html", "/extract/batch": NDJSON}.get(path, "application/json")
        more = "Content-Length: 100\r\nAccept: application/json, text/event-stream\r\n"
        with connect(server, head(path, kind, more) + b'{"html": ') as connection:
            time.sleep(0.2)
            # Closed at once, with a reset.
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    for request in (
        b"not HTTP\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
    ):
        with connect(server, request) as connection:
            assert connection.recv(100).startswith(b"HTTP/1.1 ")
    assert server.get("/healthz" if command == "serve" else "/api/pages")[0] == 200
    if command == "serve":
        counts = server.get("/metrics")[2]
        assert 'status="500"' not in counts
        for path in paths[:3]:
            assert f'maintext_requests_total{{path="{path}",status="400"}} 1' in counts
    server.process.terminate()
    _, errors = server.process.communicate(timeout=PATIENCE_S)
    assert errors == ""
