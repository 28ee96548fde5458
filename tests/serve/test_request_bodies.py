"""Compressed, large and many bodies of requests."""

import gzip
import json
import zlib
from collections.abc import Iterator

import pytest

from maintext.errors import RequestError
from maintext.serve.bodies import MAX_MEMBERS, unzipped
from tests.served import Served

PAGE = b"<p>Tea, and then some more tea.</p>"
TEXT = "Tea, and then some more tea."


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    server = Served("-m", "maintext", "serve", "--port", "0", "--max-body", "1", "--workers", "1")
    yield server
    server.kill()


def post(
    server: Served, body: bytes, coding: str, path: str = "/extract?by=all", kind: str = "text/html"
) -> tuple[int, str]:
    headers = {"Content-Type": kind, "Content-Encoding": coding, "Accept": "text/plain"}
    status, _, text = server.ask(path, body, headers)
    return status, text if status == 200 else json.loads(text)["detail"]


@pytest.mark.parametrize("coding", ["gzip", "x-gzip", "GZIP", "identity, gzip"])
def test_a_gzip_body_is_decompressed(server: Served, coding: str) -> None:
    assert post(server, gzip.compress(PAGE), coding) == (200, TEXT)
    members = gzip.compress(PAGE[:10]) + gzip.compress(b"") + gzip.compress(PAGE[10:])
    assert post(server, members, coding) == (200, TEXT)
    asked = gzip.compress(json.dumps({"html": PAGE.decode(), "by": "all"}).encode())
    assert post(server, asked, coding, "/extract", "application/json") == (200, TEXT)


@pytest.mark.parametrize("coding", ["br", "zstd", "deflate", "gzip, gzip", "nonsense"])
def test_another_coding_is_a_415_that_names_what_is_supported(server: Served, coding: str) -> None:
    headers = {"Content-Type": "text/html", "Content-Encoding": coding}
    status, answered, text = server.ask("/extract", zlib.compress(PAGE), headers)
    assert (status, answered["Accept-Encoding"]) == (415, "gzip")
    assert json.loads(text)["detail"] == f"Content-Encoding {coding} is not supported"


def test_a_compressed_batch_is_a_415(server: Served) -> None:
    status, detail = post(server, gzip.compress(b"{}"), "gzip", "/extract/batch", "application/x-ndjson")
    assert (status, detail) == (415, "a batch can't be compressed")


@pytest.mark.parametrize(
    ("body", "status", "reason"),
    [
        (PAGE, 422, "not valid gzip"),
        (gzip.compress(PAGE, mtime=0)[:-3], 422, "cut off"),
        (gzip.compress(PAGE, mtime=0) + b"junk", 422, "not valid gzip"),
        (gzip.compress(bytes(1_000_001)), 413, "more than 1,000,000 bytes after decompression"),
        (gzip.compress(bytes(200_000_000)), 413, "more than 1,000,000 bytes after decompression"),
        (gzip.compress(b"") * (MAX_MEMBERS + 1), 422, "more than 1,000 gzip members"),
    ],
)
def test_a_gzip_body_that_is_broken_or_a_bomb_is_refused(server: Served, body: bytes, status: int, reason: str) -> None:
    got = post(server, body, "gzip")
    assert (got[0], reason in got[1]) == (status, True), got


def test_the_largest_bodies_fit() -> None:
    body = bytes(range(256)) * 4000
    parts = b"".join(gzip.compress(body[start : start + 1024]) for start in range(0, len(body), 1024))
    assert unzipped(parts, len(body)) == body
    assert unzipped(b"", 10) == b""
    with pytest.raises(RequestError, match="cut off"):
        unzipped(gzip.compress(body)[:1], 10)
