"""Ways around the token that do not work, for both servers that have one."""

import hmac
import socket
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote

import pytest

from tests.served import PATIENCE_S, Served

TOKEN = 'a token; with "odd" signs & more, ü'  # noqa: S105 - opens nothing


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    server = Served("-m", "maintext", "serve", "--port", "0", "--workers", "1", "--token", TOKEN)
    yield server
    server.kill()


def raw(server: Served, request: str) -> str:
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_S) as connection:
        connection.sendall(request.encode("latin-1"))
        return connection.recv(65536).decode("latin-1").partition("\r\n")[0]


@pytest.mark.parametrize(
    "target",
    [
        "/metrics",
        "//healthz",
        "/healthz/",
        "/healthz/../metrics",
        "/healthz%2f..%2fmetrics",
        "/healthz;/metrics",
        "/healthz%00",
        "/HEALTHZ",
        "/%2e/metrics",
        "http://localhost/metrics",
        "/openapi.json?path=/healthz",
        "/?token=",
        "/?token=wrong&token=also-wrong",
        "/extract/batch",
        "/mcp",
        "*",
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST", "HEAD", "OPTIONS"])
def test_no_path_but_that_of_health_is_open(server: Served, method: str, target: str) -> None:
    answer = raw(server, f"{method} {target} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n")
    assert answer.split(" ")[1] in ("401", "400"), answer


@pytest.mark.parametrize(
    "headers",
    [
        "Authorization: Bearer",
        "Authorization: Bearer \r\nAuthorization: Bearer x",
        "Authorization: Bearer wrong, Bearer wrong",
        "Cookie: maintext_serve=",
        "Cookie: maintext_serve; other=1",
        "Cookie: maintext_label=a",
        "X-Forwarded-For: 127.0.0.1\r\nX-Original-URL: /healthz\r\nX-Rewrite-URL: /healthz",
        "X-HTTP-Method-Override: GET",
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        "Sec-WebSocket-Version: 13",
    ],
)
def test_no_header_but_the_token_opens(server: Served, headers: str) -> None:
    answer = raw(server, f"GET /metrics HTTP/1.1\r\nHost: localhost\r\n{headers}\r\n\r\n")
    assert answer.split(" ")[1] == "401", answer


def test_the_printed_address_opens_with_any_signs_in_the_token(server: Served) -> None:
    path = server.first_line.strip().rpartition("/")[2]
    assert unquote(path.removeprefix("?token=")) == TOKEN
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_S) as connection:
        connection.sendall(f"GET /{path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        answer = connection.recv(65536).decode("latin-1")
    lines = dict(line.split(": ", 1) for line in answer.split("\r\n")[1:] if ": " in line)
    assert answer.startswith("HTTP/1.1 303")
    assert {"HttpOnly", "SameSite=strict"} <= set(lines["set-cookie"].split("; "))
    cookie = lines["set-cookie"].split("; ")[0]
    assert raw(server, f"GET /metrics HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\n\r\n").split(" ")[1] == "200"


def test_guesses_of_any_length_are_compared_in_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """`compare_digest` takes the same time for texts of the same length, so that is what it must get."""
    from maintext.web.access import TokenGate

    lengths: list[tuple[int, int]] = []

    def compare(one: bytes, other: bytes) -> bool:
        lengths.append((len(one), len(other)))
        return one == other

    monkeypatch.setattr(hmac, "compare_digest", compare)
    gate: Any = TokenGate(app=None, token=TOKEN, cookie="c", refuse=None)  # type: ignore[arg-type]  # not called
    guesses = ["", "x", TOKEN[:-1], TOKEN + "x", "x" * 10_000, "\udcff"]
    assert not any(gate._fits(guess) for guess in guesses)
    assert gate._fits(TOKEN)
    assert set(lengths) == {(32, 32)}
    assert not gate._fits(None)
