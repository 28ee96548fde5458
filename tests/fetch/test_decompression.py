"""Compressed bodies: complete, in pieces, broken, and built to cost more than they are worth."""

import gzip
import zlib
from collections.abc import Callable

import brotli
import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext.errors import BrokenResponseError, FetchError, ResponseTooLargeError
from maintext.fetch import decompression
from maintext.fetch.decompression import (
    MAX_ENCODINGS,
    MAX_FRAMES,
    PIECE_BYTES,
    DecompressionLimits,
    Decompressor,
    accepted_encodings,
    zstandard_package,
)


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
each_encoding = pytest.mark.parametrize(("name", "compress"), COMPRESSORS.values(), ids=COMPRESSORS)


def decompressed(name: str, *pieces: bytes, limits: DecompressionLimits = DecompressionLimits()) -> tuple[bytes, bool]:
    decompressor = Decompressor(name, limits)
    body = b"".join(part for piece in pieces for part in decompressor.feed(piece))
    return body, decompressor.is_finished


@each_encoding
@given(st.binary(max_size=400), st.integers(1, 50))
def test_a_body_comes_back_however_it_is_cut(
    name: str, compress: Callable[[bytes], bytes], body: bytes, n_bytes: int
) -> None:
    sent = compress(body)
    pieces = [sent[start : start + n_bytes] for start in range(0, len(sent), n_bytes)]
    assert decompressed(name, sent) == (body, True)
    assert decompressed(name, *pieces) == (body, True)


@each_encoding
def test_a_large_body_comes_in_small_pieces(name: str, compress: Callable[[bytes], bytes]) -> None:
    body = b"\0" * 20_000_000
    pieces = list(Decompressor(name).feed(compress(body)))
    assert b"".join(pieces) == body
    assert max(map(len, pieces)) <= 2 * PIECE_BYTES


@each_encoding
def test_a_body_that_is_cut_off_is_not_finished(name: str, compress: Callable[[bytes], bytes]) -> None:
    assert not decompressed(name, compress(b"some text " * 50)[:-5])[1]


@pytest.mark.parametrize("name", ["gzip", "br", "zstd"])
def test_a_body_that_is_not_compressed_is_a_named_error(name: str) -> None:
    with pytest.raises(BrokenResponseError, match="compressed body is broken"):
        decompressed(name, b"<p>Plain text, whatever the header says." * 30)


def test_encodings_are_undone_in_reverse_order() -> None:
    assert decompressed("gzip, br", brotli.compress(gzip.compress(b"text"))) == (b"text", True)


def test_several_members_are_one_body_and_bytes_after_them_are_ignored() -> None:
    sent = gzip.compress(b"one ") + gzip.compress(b"two")
    assert decompressed("gzip", sent) == (b"one two", True)
    assert decompressed("gzip", sent + b"\0\0 garbage") == (b"one two", True)
    assert decompressed("zstd", zstd(b"one ") + zstd(b"two")) == (b"one two", True)


def test_an_unknown_encoding_and_too_many_encodings_are_refused() -> None:
    with pytest.raises(BrokenResponseError, match="unknown encoding 'compress'"):
        Decompressor("compress")
    with pytest.raises(BrokenResponseError, match=f"compressed 3 times, the limit is {MAX_ENCODINGS}"):
        Decompressor("gzip, gzip, gzip")


def test_no_encoding_leaves_the_body_alone() -> None:
    assert decompressed("identity", b"text") == (b"text", True)
    assert decompressed("", b"text") == (b"text", True)


def test_a_zstd_frame_with_a_window_over_the_limit_is_refused() -> None:
    package = zstandard_package()
    options = {package.CompressionParameter.window_log: 27}
    stream = package.ZstdCompressor(options=options)
    sent = stream.compress(b"text " * 1000) + stream.flush()
    with pytest.raises(BrokenResponseError, match="compressed body is broken"):
        decompressed("zstd", sent)


EMPTY_FRAMES = {
    "zstd, zstd": zstd(zstd(b"") * 1_000_000),
    "gzip, gzip": gzip.compress(gzip.compress(b"") * 400_000),
    "gzip, zstd": zstd(gzip.compress(b"") * 400_000),
    "zstd, gzip": gzip.compress(zstd(b"") * 1_000_000),
    "zstd, br": brotli.compress(zstd(b"") * 1_000_000),
    "zstd": zstd(b"") * 100_000,
    "gzip": gzip.compress(b"") * 100_000,
}


@pytest.mark.parametrize("name", EMPTY_FRAMES)
def test_frames_that_hold_nothing_are_counted(name: str) -> None:
    steps: list[bytes] = []
    with pytest.raises(ResponseTooLargeError, match=f"more than {MAX_FRAMES:,} frames"):
        steps.extend(Decompressor(name).feed(EMPTY_FRAMES[name]))
    assert len(steps) < 3 * MAX_FRAMES


def test_skippable_frames_are_counted() -> None:
    with pytest.raises(ResponseTooLargeError, match="frames"):
        decompressed("zstd", b"\x50\x2a\x4d\x18\x00\x00\x00\x00" * 10_000)


def test_a_file_of_many_blocks_as_bgzip_writes_it_is_read() -> None:
    block = b"0123456789abcdef" * 4096
    assert decompressed("gzip", gzip.compress(block) * 700) == (block * 700, True)


def test_the_output_of_every_layer_is_limited() -> None:
    limits = DecompressionLimits(max_bytes=1_000_000)
    with pytest.raises(ResponseTooLargeError, match="more than 1,000,000 bytes"):
        decompressed("gzip", gzip.compress(b"\0" * 1_000_001), limits=limits)
    # The inner layer is 20 MB of empty stored blocks, which give nothing.
    inner = b"\x00\x00\x00\xff\xff" * 4_000_000
    with pytest.raises(ResponseTooLargeError, match="more than 1,000,000 bytes"):
        decompressed("deflate, gzip", gzip.compress(inner), limits=limits)
    with pytest.raises(ResponseTooLargeError, match="more than 1,000,000 bytes"):
        decompressed("", b"\0" * 1_000_001, limits=limits)


def test_the_processor_time_is_limited() -> None:
    limits = DecompressionLimits(max_seconds=1e-9)
    with pytest.raises(ResponseTooLargeError, match="took longer than 1e-09 s"):
        decompressed("deflate", b"\x00\x00\x00\xff\xff" * 400_000, limits=limits)


def test_input_that_gives_nothing_is_taken_in_many_steps() -> None:
    steps = list(Decompressor("deflate").feed(b"\x00\x00\x00\xff\xff" * 400_000))
    assert len(steps) > 100
    assert not any(steps)


def test_only_installed_encodings_are_offered_and_others_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert accepted_encodings() == "gzip, deflate, br, zstd"
    monkeypatch.setitem(__import__("sys").modules, "brotli", None)
    monkeypatch.setattr(decompression, "_is_installed", lambda module: module != "brotli")
    assert accepted_encodings() == "gzip, deflate, zstd"
    with pytest.raises(BrokenResponseError, match="encoding 'br', and brotli is not installed"):
        Decompressor("br")


@given(
    st.sampled_from(["gzip", "deflate", "br", "zstd", "gzip, br", "zstd, zstd", "br, gzip"]), st.binary(max_size=300)
)
def test_no_bytes_do_harm(name: str, sent: bytes) -> None:
    try:
        decompressed(name, sent)
    except FetchError:
        return
