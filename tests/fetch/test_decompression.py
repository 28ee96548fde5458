"""Compressed bodies, whole, in pieces, broken, and made to burst."""

import gzip
import zlib
from collections.abc import Callable

import brotli
import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext.errors import BrokenResponseError
from maintext.fetch.decompression import MAX_CODINGS, PIECE_BYTES, decoders, decompress, zstandard_package


def raw_deflate(body: bytes) -> bytes:
    stream = zlib.compressobj(wbits=-15)
    return stream.compress(body) + stream.flush()


def zstd(body: bytes) -> bytes:
    compressed: bytes = zstandard_package().compress(body)
    return compressed


COMPRESSORS: dict[str, tuple[str, Callable[[bytes], bytes]]] = {
    "gzip": ("gzip", gzip.compress),
    "x-gzip": ("X-Gzip", gzip.compress),
    "deflate": ("deflate", zlib.compress),
    "raw deflate": ("deflate", raw_deflate),
    "br": ("br", brotli.compress),
    "zstd": ("zstd", zstd),
}
each_coding = pytest.mark.parametrize(("name", "compress"), COMPRESSORS.values(), ids=COMPRESSORS)


def decompressed(name: str, *pieces: bytes) -> tuple[bytes, bool]:
    chain = decoders(name)
    body = b"".join(part for piece in pieces for part in decompress(piece, chain))
    return body, all(decoder.is_finished for decoder in chain)


@each_coding
@given(st.binary(max_size=400), st.integers(1, 50))
def test_a_body_comes_back_however_it_is_cut(
    name: str, compress: Callable[[bytes], bytes], body: bytes, n_bytes: int
) -> None:
    sent = compress(body)
    pieces = [sent[start : start + n_bytes] for start in range(0, len(sent), n_bytes)]
    assert decompressed(name, sent) == (body, True)
    assert decompressed(name, *pieces) == (body, True)


@each_coding
def test_a_large_body_comes_in_small_pieces(name: str, compress: Callable[[bytes], bytes]) -> None:
    body = b"\0" * 20_000_000
    chain = decoders(name)
    pieces = list(decompress(compress(body), chain))
    assert b"".join(pieces) == body
    assert max(map(len, pieces)) <= 2 * PIECE_BYTES


@each_coding
def test_a_body_that_is_cut_off_is_not_finished(name: str, compress: Callable[[bytes], bytes]) -> None:
    assert not decompressed(name, compress(b"some text " * 50)[:-5])[1]


@pytest.mark.parametrize("name", ["gzip", "br", "zstd"])
def test_what_is_not_compressed_is_a_named_error(name: str) -> None:
    with pytest.raises(BrokenResponseError, match="compression is broken"):
        decompressed(name, b"<p>Plain text, whatever the header says." * 30)


def test_codings_are_undone_in_turn() -> None:
    assert decompressed("gzip, br", brotli.compress(gzip.compress(b"text"))) == (b"text", True)


def test_members_in_a_row_are_one_body_and_what_follows_is_ignored() -> None:
    sent = gzip.compress(b"one ") + gzip.compress(b"two")
    assert decompressed("gzip", sent) == (b"one two", True)
    assert decompressed("gzip", sent + b"\0\0 garbage") == (b"one two", True)
    assert decompressed("zstd", zstd(b"one ") + zstd(b"two")) == (b"one two", True)


def test_an_unknown_or_endless_chain_of_codings_is_refused() -> None:
    with pytest.raises(BrokenResponseError, match="'compress'"):
        decoders("compress")
    with pytest.raises(BrokenResponseError, match=f"the limit is {MAX_CODINGS}"):
        decoders("gzip, gzip, gzip, gzip")


def test_no_coding_leaves_the_body_alone() -> None:
    assert decompressed("identity", b"text") == (b"text", True)
    assert decoders(None) == []


def test_a_zstd_frame_with_a_window_over_the_limit_is_refused() -> None:
    package = zstandard_package()
    options = {package.CompressionParameter.window_log: 27}
    stream = package.ZstdCompressor(options=options)
    sent = stream.compress(b"text " * 1000) + stream.flush()
    with pytest.raises(BrokenResponseError, match="compression is broken"):
        decompressed("zstd", sent)
