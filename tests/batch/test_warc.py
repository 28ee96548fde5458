"""WARC files: every compression gives the same records, and of a damaged file exactly the damaged ones are missing."""

import io
import random
import warnings
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maintext.batch.inputs import warc
from maintext.batch.inputs.warc import Damage, Record, read_records
from tests.batch import archives
from tests.batch.archives import BY_RECORD, FORMS, address, http, page, pages, record


def read(content: bytes) -> tuple[list[str], list[Damage]]:
    """The addresses of whole records, and the damage."""
    found = list(read_records(io.BytesIO(content)))
    whole = [one for one in found if isinstance(one, Record)]
    return [one.url for one in whole], [one for one in found if isinstance(one, Damage)]


def addresses(*numbers: int) -> list[str]:
    return [address(number) for number in numbers]


@pytest.mark.parametrize("form", FORMS)
def test_every_compression_gives_the_same_records(form: str) -> None:
    records = pages(20)
    found = list(read_records(io.BytesIO(FORMS[form](records))))
    assert all(isinstance(one, Record) for one in found)
    bodies = [one.body for one in found if isinstance(one, Record)]
    assert bodies == [http(archives.html(number)) for number in range(20)]


@pytest.mark.parametrize("form", ["plain", "gzip by record", "gzip whole"])
def test_records_and_offsets_are_those_of_fastwarc(form: str) -> None:
    content = FORMS[form](pages(30))
    ours = [one for one in read_records(io.BytesIO(content)) if isinstance(one, Record)]
    theirs = list(_fastwarc(content))
    assert [(one.url, one.body) for one in ours] == [(url, body) for url, body, _ in theirs]
    if form != "gzip whole":
        assert [one.offset for one in ours] == [offset for _, _, offset in theirs]


def _fastwarc(content: bytes) -> Iterator[tuple[str, bytes, int]]:
    with warnings.catch_warnings():
        # It warns of itself while it is imported.
        warnings.simplefilter("ignore")
        from fastwarc.warc import ArchiveIterator
    for one in ArchiveIterator(io.BytesIO(content), parse_http=False):
        yield one.headers["WARC-Target-URI"], one.reader.read(), one.stream_pos


@pytest.mark.parametrize("form", ["gzip by record", "zstd by record"])
@pytest.mark.parametrize("place", [0, 1, 12, 50, -20, -3])
def test_a_corrupt_member_loses_that_record(form: str, place: int) -> None:
    members = [FORMS[form]([one]) for one in pages(9)]
    offset = sum(map(len, members[:4]))
    broken = bytearray(members[4])
    broken[place] ^= 0x5A
    found, damages = read(b"".join([*members[:4], bytes(broken), *members[5:]]))
    assert found == addresses(0, 1, 2, 3, 5, 6, 7, 8)
    assert [damage.offset for damage in damages] == [offset]


def test_several_corrupt_members_lose_those_records() -> None:
    members = [archives.gzip_member(one) for one in pages(9)]
    for number in (0, 3, 4, 8):
        members[number] = members[number][:-300] + b"\0\0\0" + members[number][-297:]
    found, damages = read(b"".join(members))
    assert found == addresses(1, 2, 5, 6, 7)
    assert [damage.url for damage in damages] == addresses(0, 3, 4, 8)


def test_a_record_that_breaks_after_its_headers_is_named() -> None:
    members = [archives.gzip_member(one) for one in pages(3)]
    members[1] = members[1][:-200] + b"\0\0\0" + members[1][-197:]
    assert [damage.url for damage in read(b"".join(members))[1]] == [address(1)]


@pytest.mark.parametrize("form", BY_RECORD)
@pytest.mark.parametrize("n_missing", [1, 5, 6, 7, 8, 300, 1000])
def test_a_truncated_end_loses_the_last_record(form: str, n_missing: int) -> None:
    content = FORMS[form](pages(5))
    found, damages = read(content[:-n_missing])
    # The line ends after the last record of a plain file are no part of it.
    is_whole = form == "plain" and n_missing <= 4
    assert found == addresses(*range(5 if is_whole else 4))
    assert len(damages) == (0 if is_whole else 1)


def test_a_truncated_whole_file_gzip_gives_what_is_before_the_end() -> None:
    content = archives.gzip_whole(pages(50))
    found, damages = read(content[: len(content) // 2])
    assert found == addresses(*range(len(found)))
    assert 20 < len(found) < 30
    assert "ends inside" in damages[0].reason


@pytest.mark.parametrize("form", BY_RECORD)
@pytest.mark.parametrize("junk", [b"junk", b"\0" * 3000, b"<html>" * 500, b"WARC/", b"\x1f\x8b\x08\0\0 no member"])
def test_junk_between_records_loses_no_record(form: str, junk: bytes) -> None:
    parts = [FORMS[form]([one]) for one in pages(4)]
    found, damages = read(b"".join([parts[0], junk, parts[1], parts[2], junk, parts[3], junk]))
    assert found == addresses(0, 1, 2, 3)
    assert len(damages) == 3
    assert damages[0].offset == len(parts[0])


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("n_more", [-700, -5, -1, 1, 3, 5, 9, 100, 2000, 5000])
def test_a_length_that_lies_loses_that_record(form: str, n_more: int) -> None:
    records = pages(6)
    body = http(archives.html(2))
    records[2] = record(address(2), body, n_declared=len(body) + n_more)
    found, damages = read(FORMS[form](records))
    assert found == addresses(0, 1, 3, 4, 5)
    assert [damage.url for damage in damages] == [address(2)]
    assert f"{len(body) + n_more:,}" in damages[0].reason


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("place", [1, 3])
def test_a_gigabyte_declared_and_ten_bytes_present_loses_that_record(form: str, place: int) -> None:
    records = pages(4)
    records[place] = record(address(place), b"0123456789", n_declared=1_000_000_000)
    found, damages = read(FORMS[form](records))
    assert found == addresses(*(number for number in range(4) if number != place))
    assert [damage.url for damage in damages] == [address(place)]
    assert "declares 1,000,000,000 bytes" in damages[0].reason


@pytest.mark.parametrize("form", FORMS)
def test_a_record_too_large_to_be_a_page_is_passed_by(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warc, "MAX_RECORD_BYTES", 300_000)
    large = record(address(1), b"x" * 300_001)
    found = list(read_records(io.BytesIO(FORMS[form]([page(0), large, page(2)]))))
    assert [one.body is None for one in found if isinstance(one, Record)] == [False, True, False]


@pytest.mark.parametrize("length", ["", "-5", "many", "1e3", "٣"])
def test_a_length_that_is_no_number_loses_that_record(length: str) -> None:
    bad = page(1).replace(b"Content-Length: ", b"Content-Length: " + length.encode() + b"\r\nWas: ")
    found, damages = read(b"".join([page(0), bad, page(2)]))
    assert found == addresses(0, 2)
    assert "expected a number" in damages[0].reason


def test_headers_that_do_not_end_lose_that_record() -> None:
    endless = b"WARC/1.0\r\n" + b"X: y\r\n" * 20_000
    found, damages = read(b"".join(map(archives.gzip_member, [page(0), endless, page(2)])))
    assert found == addresses(0, 2)
    assert [damage.reason for damage in damages] == ["the headers exceed 65,536 bytes"]


def test_line_ends_of_careless_writers_are_read() -> None:
    careless = [page(0).replace(b"\r\n\r\n", b"\n\n").replace(b"\r\n", b"\n"), page(1)[:-2], page(2)]
    lengths = [len(http(archives.html(0)).replace(b"\r\n\r\n", b"\n\n").replace(b"\r\n", b"\n"))]
    careless[0] = careless[0].replace(
        b"Content-Length: %d" % len(http(archives.html(0))), b"Content-Length: %d" % lengths[0]
    )
    assert read(b"".join(careless)) == (addresses(0, 1, 2), [])


def test_a_page_that_quotes_a_record_is_not_cut_up() -> None:
    quoted = record(address(1), http(b"<pre>" + page(7) + b"</pre>"))
    assert read(b"".join([page(0), quoted, page(2)])) == (addresses(0, 1, 2), [])


def test_an_empty_file_has_no_records() -> None:
    assert read(b"") == ([], [])


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(sorted(FORMS)), st.integers(0, 2**32), st.integers(1, 4))
def test_random_damage_raises_nothing_and_invents_no_record(form: str, seed: int, n_wounds: int) -> None:
    dice = random.Random(seed)
    content = bytearray(FORMS[form](pages(8)))
    for _ in range(n_wounds):
        start = dice.randrange(len(content))
        content[start : start + dice.randrange(1, 400)] = dice.randbytes(dice.randrange(0, 400))
    bodies = {http(archives.html(number)) for number in range(8)}
    whole = [one for one in read_records(io.BytesIO(bytes(content))) if isinstance(one, Record)]
    if form.startswith("gzip"):
        assert all(one.body in bodies for one in whole)
    assert len(whole) <= 8
