"""Long bytes go beside the pipe and come back as they were, whatever they lie in and however many there are."""

import os
from collections.abc import Iterator
from typing import Any

import pytest

from maintext.guard import Guard
from maintext.guard.frames import read_frame, write_frame
from maintext.guard.page_file import (
    MAX_KEPT_BYTES,
    MIN_SHARED_BYTES,
    open_page_file,
    pack_items,
    shrink_page_file,
    unpack_items,
)

LONG = os.urandom(MIN_SHARED_BYTES)
ITEMS: list[Any] = [
    (LONG, "https://a.example/", None),
    {"html": LONG + b"x", "url": None},
    (b"short", LONG[::-1], LONG + b"y"),
    "text",
    None,
    ("text " * MIN_SHARED_BYTES, b""),
]


@pytest.fixture
def file() -> Iterator[int]:
    file = open_page_file()
    yield file
    os.close(file)


def test_items_come_back_as_they_were(file: int) -> None:
    assert list(unpack_items(pack_items(ITEMS, file), file)) == ITEMS
    assert list(unpack_items(pack_items([], file), file)) == []
    assert list(unpack_items(pack_items(ITEMS[3:], file), file)) == ITEMS[3:]


def test_without_a_file_everything_goes_through_the_pipe() -> None:
    assert list(unpack_items(pack_items(ITEMS, None), None)) == ITEMS


def test_where_no_file_can_be_in_memory_one_on_the_disk_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "memfd_create", raising=False)
    file = open_page_file()
    assert list(unpack_items(pack_items(ITEMS, file), file)) == ITEMS
    os.close(file)


def test_views_of_others_memory_come_back_as_bytes(file: int) -> None:
    ((page, url),) = unpack_items(pack_items([(memoryview(LONG * 2)[3:], "u")], file), file)
    assert (type(page), page, url) == (bytes, (LONG * 2)[3:], "u")


def test_the_pipe_has_nothing_of_what_is_long(file: int) -> None:
    ends = os.pipe()
    write_frame(ends[1], pack_items(ITEMS[:3], file))
    assert list(unpack_items(read_frame(ends[0]), file)) == ITEMS[:3]
    assert LONG not in repr(pack_items(ITEMS[:3], file)).encode("latin-1")
    for end in ends:
        os.close(end)


def test_more_pages_than_the_system_takes_at_once(file: int) -> None:
    items = [(number.to_bytes(4, "little") * MIN_SHARED_BYTES,) for number in range(1500)]
    assert list(unpack_items(pack_items(items, file), file)) == items


def test_the_memory_of_a_large_batch_is_given_back(file: int) -> None:
    large = [(bytes(MAX_KEPT_BYTES + 1),)]
    assert list(unpack_items(pack_items(large, file), file)) == large
    shrink_page_file(file)
    assert os.fstat(file).st_size < MIN_SHARED_BYTES + 1
    assert list(unpack_items(pack_items(ITEMS, file), file)) == ITEMS


def test_a_guarded_process_gets_them_in_every_batch() -> None:
    page = b"<p>Tea, and milk.</p>" + b" " * MIN_SHARED_BYTES
    with Guard("maintext.guard.tasks:extraction", {"by": "all"}) as guard:
        for n_pages in (1, 40, 3):
            outcomes = guard.run([{"html": page * (number + 1)} for number in range(n_pages)])
            assert [outcome.get()["text"].count("Tea") for outcome in outcomes] == list(range(1, n_pages + 1))
