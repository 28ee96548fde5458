"""WARC files, whole and damaged, made of what a test says."""

import gzip
import zlib
from collections.abc import Sequence

import zstandard


def http(html: bytes, headers: str = "Content-Type: text/html; charset=utf-8", status: str = "200 OK") -> bytes:
    return f"HTTP/1.1 {status}\r\n{headers}\r\n\r\n".encode() + html


def record(url: str, body: bytes, kind: str = "response", n_declared: int | None = None) -> bytes:
    n_bytes = len(body) if n_declared is None else n_declared
    head = (
        f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {url}\r\nWARC-Date: 2026-01-31T12:00:00Z\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {n_bytes}\r\n\r\n"
    )
    return head.encode() + body + b"\r\n\r\n"


def address(number: int) -> str:
    return f"https://site{number % 3}.example/{number}"


def html(number: int) -> bytes:
    # Noise that does not compress, so that damage in the middle of a record is damage in its data.
    noise = "".join(f"{(number * 7919 + place) ** 3 % 999_983:06d} " for place in range(300))
    text = f"<p>This is the text of page {number}, and it is long enough.<p>{noise}."
    return f"<html lang=en><title>Page {number}</title>{text}".encode()


def page(number: int) -> bytes:
    return record(address(number), http(html(number)))


def pages(n_pages: int) -> list[bytes]:
    return [page(number) for number in range(n_pages)]


def plain(records: Sequence[bytes]) -> bytes:
    return b"".join(records)


def gzip_by_record(records: Sequence[bytes]) -> bytes:
    return b"".join(gzip_member(one) for one in records)


def gzip_member(content: bytes) -> bytes:
    compressor = zlib.compressobj(6, zlib.DEFLATED, 31)
    return compressor.compress(content) + compressor.flush()


def gzip_whole(records: Sequence[bytes]) -> bytes:
    return gzip.compress(b"".join(records))


def gzip_in_blocks(records: Sequence[bytes], n_bytes: int = 700) -> bytes:
    content = b"".join(records)
    return b"".join(gzip_member(content[start : start + n_bytes]) for start in range(0, len(content), n_bytes))


def zstd_by_record(records: Sequence[bytes]) -> bytes:
    return b"".join(zstandard.ZstdCompressor(write_checksum=True).compress(one) for one in records)


def zstd_whole(records: Sequence[bytes]) -> bytes:
    return zstandard.ZstdCompressor().compress(b"".join(records))


def zstd_with_dictionary(records: Sequence[bytes]) -> bytes:
    dictionary = zstandard.train_dictionary(2000, [page(number) for number in range(100, 400)])
    content = dictionary.as_bytes()
    frame = b"\x5d\x2a\x4d\x18" + len(content).to_bytes(4, "little") + content
    compressor = zstandard.ZstdCompressor(dict_data=dictionary)
    return frame + b"".join(compressor.compress(one) for one in records)


FORMS = {
    "plain": plain,
    "gzip by record": gzip_by_record,
    "gzip in blocks": gzip_in_blocks,
    "gzip whole": gzip_whole,
    "zstd by record": zstd_by_record,
    "zstd whole": zstd_whole,
    "zstd with a dictionary": zstd_with_dictionary,
}
BY_RECORD = ("plain", "gzip by record", "zstd by record")
