"""Answers cross in a file: one message per batch, whole answers only, none lost with the process that wrote them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from maintext.errors import PageCrashError, PageTimeoutError
from maintext.guard import Guard, GuardLimits, process
from maintext.guard.answer_file import _HEADER, AnswerReader, AnswerWriter
from maintext.guard.frames import read_frame
from maintext.guard.page_file import open_page_file

NOTING = "tests.guard.tasks:noting"


@pytest.fixture
def file() -> Iterator[int]:
    file = open_page_file()
    yield file
    os.close(file)


def test_answers_are_read_once_and_in_order(file: int) -> None:
    reader, writer = AnswerReader(file), AnswerWriter(file)
    assert reader.new_answers() == []
    writer.write(("done", "a", 0.5))
    writer.write(("done", b"b" * 100_000, 0.6))
    assert reader.new_answers() == [("done", "a", 0.5), ("done", b"b" * 100_000, 0.6)]
    assert reader.new_answers() == []
    writer.write(("InputError", ("c",), 0.7))
    assert reader.new_answers() == [("InputError", ("c",), 0.7)]
    assert reader.n_seconds() > 0


def test_a_new_batch_does_not_see_the_answers_of_the_one_before(file: int) -> None:
    reader, writer = AnswerReader(file), AnswerWriter(file)
    for number in range(3):
        writer.write(("done", number, 0.0))
    assert len(reader.new_answers()) == 3
    reader.clear()
    assert reader.new_answers() == []
    writer.restart()
    writer.write(("done", "new", 0.0))
    assert reader.new_answers() == [("done", "new", 0.0)]


def test_an_answer_that_is_not_whole_is_not_counted(file: int) -> None:
    reader, writer = AnswerReader(file), AnswerWriter(file)
    writer.write(("done", "a", 0.0))
    with pytest.raises(ValueError, match="unmarshallable"):
        writer.write(("done", object(), 0.0))
    os.pwrite(file, b"\xff" * 100, 500)
    assert reader.new_answers() == [("done", "a", 0.0)]


@pytest.mark.parametrize("header", [(1, 0, 0.0), (1, 1 << 40, 0.0), (2, 10, 0.0)])
def test_a_header_that_claims_what_is_not_there_is_an_error(file: int, header: tuple[int, int, float]) -> None:
    reader = AnswerReader(file)
    os.pwrite(file, _HEADER.pack(*header), 0)
    with pytest.raises((EOFError, ValueError, TypeError)):
        reader.new_answers()


def test_a_batch_is_one_message_on_the_pipe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    frames: list[object] = []

    def noted(pipe: int) -> object:
        frames.append(read_frame(pipe))
        return frames[-1]

    monkeypatch.setattr(process, "read_frame", noted)
    with Guard(NOTING, {"path": str(tmp_path / "calls")}) as guard:
        for _ in range(3):
            assert [outcome.get() for outcome in guard.run([str(n) for n in range(50)])] == [str(n) for n in range(50)]
    assert [frame for frame in frames if isinstance(frame, int)] == [1, 2, 3]
    assert len(frames) == 4


@pytest.mark.slow
@pytest.mark.parametrize(("item", "error", "n_tries"), [("crash", PageCrashError, 2), ("hang", PageTimeoutError, 1)])
def test_items_before_a_bad_one_are_worked_on_once(tmp_path: Path, item: str, error: type, n_tries: int) -> None:
    with Guard(NOTING, {"path": str(tmp_path / "calls")}, GuardLimits(max_seconds=0.5)) as guard:
        outcomes = guard.run(["a", "b", item, "c"])
    assert [outcome.value for outcome in outcomes] == ["a", "b", None, "c"]
    assert type(outcomes[2].error) is error
    # A process that ends is started again for the item that ended it, in case an item before had damaged it.
    assert (tmp_path / "calls").read_text().split() == ["a", "b", *[item] * n_tries, "c"]


@pytest.mark.slow
def test_a_batch_may_take_longer_than_the_limit_of_an_item(tmp_path: Path) -> None:
    items = ["0.2 s"] * 6
    with Guard(NOTING, {"path": str(tmp_path / "calls")}, GuardLimits(max_seconds=0.5)) as guard:
        assert [outcome.value for outcome in guard.run(items)] == items
    assert (tmp_path / "calls").read_text().split("\n")[:-1] == items
