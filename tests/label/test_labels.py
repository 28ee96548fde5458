"""Events, their log, and what they come to."""

import json
import os
import threading
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import maintext
from maintext.errors import LabelError
from maintext.label.desk import Desk
from maintext.label.events import Event
from maintext.label.labels import block_hashes, replay
from maintext.label.log import LabelLog
from tests.label.folders import FIRST, FOOTER, HEADING, N_BLOCKS, PAGE, SECOND, THIRD, log_lines, make_folder


def event(number: int, action: str = "label", who: str = "Ann", **more: Any) -> Event:
    if action == "label":
        more.setdefault("keep", True)
    return Event(str(number), "2026-11-15T12:00:00.000Z", who, "page-00", action, **more)


def asked(number: int, action: str = "label", who: str = "Ann", **more: Any) -> dict[str, Any]:
    return {"id": f"{who}-{number}", "who": who, "page": "page-00", "action": action, **more}


HASHES = ["a", "b", "c", "b"]
NOTHING = "OOOO"


def test_the_last_writer_of_a_block_wins() -> None:
    events = [event(1, blocks={0: "a", 2: "c"}, keep=True), event(2, who="Bob", blocks={2: "c"}, keep=False)]
    labels = replay(HASHES, NOTHING, events)
    assert labels.keep == [True, False, False, False]
    assert labels.who == ["Ann", None, "Bob", None]


def test_undo_takes_back_what_that_person_did_last() -> None:
    events = [event(1, blocks={0: "a"}, keep=True), event(2, who="Bob", blocks={2: "c"}, keep=True)]
    assert replay(HASHES, NOTHING, events).last_of == {"Ann": "1", "Bob": "2"}
    labels = replay(HASHES, NOTHING, [*events, event(3, "undo", value="1")])
    assert labels.keep == [False, False, True, False]
    assert labels.last_of == {"Bob": "2"}


def test_what_the_extractor_kept_at_the_start_stays_when_it_changes() -> None:
    events = [event(0, "start", blocks={0: "a"}), event(1, blocks={2: "c"}, keep=True)]
    assert replay(HASHES, "OCCC", events).keep == [True, False, True, False]


def test_a_second_start_does_not_take_back_what_was_labelled() -> None:
    label = event(1, blocks={0: "a"}, keep=False)
    events = [event(0, "start", blocks={0: "a"}), label, event(2, "start", who="Bob", blocks={0: "a"})]
    assert not any(replay(HASHES, NOTHING, events).keep)


def test_letters_are_kept_and_follow_their_text() -> None:
    start = event(0, "start", blocks={0: "a", 1: "c", 2: "gone", 3: "b"}, letters="TMCR")
    label = event(1, blocks={3: "b"}, keep=True, letters="C")
    assert "".join(replay(HASHES, NOTHING, [start]).letters) == "TOMR"
    assert "".join(replay(HASHES, NOTHING, [start, label]).letters) == "TOMC"
    assert Event.from_line(start.to_line()) == start


@pytest.mark.parametrize(("letters", "keep"), [("X", False), ("CC", True), ("", True), ("C", False), ("T", True)])
def test_letters_that_make_no_sense_are_refused(letters: str, keep: bool) -> None:
    with pytest.raises(LabelError, match=r"letters of a label|keep must be true for the letter C alone"):
        event(1, blocks={0: "a"}, keep=keep, letters=letters)


def test_skipped_pages_come_last_and_a_flag_can_be_taken_back(tmp_path: Path) -> None:
    desk = Desk(make_folder(tmp_path / "pages", 3), "econ")
    for number, (page, action) in enumerate([("page-00", "skip"), ("page-01", "flag")]):
        desk.act({"id": str(number), "who": "Ann", "page": page, "action": action})
    assert [row["id"] for row in desk.listing()][-1] == "page-00"
    assert {row["id"]: row["is_flagged"] for row in desk.listing()}["page-01"]
    desk.act({"id": "9", "who": "Ann", "page": "page-01", "action": "unflag"})
    assert not desk.open("page-01").labels.is_flagged
    desk.act({"id": "10", "who": "Ann", "page": "page-00", "action": "done"})
    assert not desk.open("page-00").labels.is_skipped


def test_labels_follow_their_text_when_rows_move() -> None:
    events = [event(1, blocks={1: "c", 2: "b", 9: "gone"}, keep=True)]
    labels = replay(HASHES, NOTHING, events)
    assert labels.keep == [False, True, True, False]
    assert labels.n_lost == 1


def test_equal_pages_have_equal_hashes() -> None:
    assert block_hashes(maintext.parse("<p>One<p>Two<p>One")) == block_hashes(maintext.parse("<p>One<div>Two</div>One"))


@given(st.lists(st.binary(max_size=60), max_size=6))
def test_any_file_can_be_read_as_a_log(lines: list[bytes]) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "labels.jsonl"
        path.write_bytes(b"\n".join([*lines, event(1).to_line().encode(), b""]))
        log = LabelLog(path)
        log.refresh()
        assert [entry.id for entry in log.events][-1:] == ["1"]


@pytest.mark.parametrize("n_bytes", [1, 20, 75])
def test_a_torn_line_costs_nothing_but_itself(tmp_path: Path, n_bytes: int) -> None:
    path = tmp_path / "labels.jsonl"
    LabelLog(path).append([event(1), event(2)])
    whole = path.read_bytes()
    path.write_bytes(whole[:-n_bytes])
    log = LabelLog(path)
    log.append([event(3)])
    assert [entry.id for entry in log.events] == (["1", "2", "3"] if n_bytes == 1 else ["1", "3"])
    assert [line.number for line in log.rejected] == ([] if n_bytes == 1 else [2])


def test_many_writers_lose_nothing(tmp_path: Path) -> None:
    path, n_writers, n_events = tmp_path / "labels.jsonl", 6, 15

    def write(writer: int) -> None:
        log = LabelLog(path)
        for number in range(n_events):
            log.append([event(writer * 100 + number, who=f"w{writer}")])

    threads = [threading.Thread(target=write, args=(writer,)) for writer in range(n_writers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    log = LabelLog(path)
    log.refresh()
    assert len(log.events) == n_writers * n_events
    assert not log.rejected


def test_an_event_is_on_the_disk_before_it_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda file: synced.append(os.fstat(file).st_size))
    desk = Desk(make_folder(tmp_path / "pages", 1))
    desk.act(asked(1, blocks=[FIRST], keep=False))
    assert synced == [(tmp_path / "pages" / "labels.jsonl").stat().st_size]


def test_an_event_that_is_sent_twice_counts_once(tmp_path: Path) -> None:
    desk = Desk(make_folder(tmp_path / "pages", 1))
    for _ in range(2):
        opened = desk.act(asked(1, blocks=[FOOTER], keep=True))
    assert opened.labels.keep[FOOTER]
    assert [line["action"] for line in log_lines(tmp_path / "pages")] == ["start", "label"]


def test_two_desks_on_one_folder_see_each_other(tmp_path: Path) -> None:
    folder = make_folder(tmp_path / "pages", 2)
    one, other = Desk(folder), Desk(folder)
    one.act(asked(1, blocks=[FIRST], keep=False))
    other.act(asked(1, who="Bob", blocks=[FOOTER], keep=True))
    other.act(asked(2, "type", who="Bob", value="forum"))
    for desk in (one, other):
        labels = desk.open("page-00").labels
        assert (labels.keep[FIRST], labels.keep[FOOTER], labels.page_type) == (False, True, "forum")
        assert (labels.who[FIRST], labels.who[FOOTER], labels.who[SECOND]) == ("Ann", "Bob", None)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"action": "nonsense"}, "unknown action 'nonsense'"),
        ({"action": "start"}, "unknown action 'start'"),
        ({"action": "label", "blocks": [99], "keep": True}, f"rows from 0 to {N_BLOCKS - 1}"),
        ({"action": "label", "blocks": [True], "keep": True}, "rows from"),
        ({"action": "label", "blocks": [1]}, "keep as true or false"),
        ({"action": "label", "blocks": [], "keep": True}, "needs blocks"),
        ({"action": "type", "value": "nonsense"}, "one of article"),
        ({"action": "undo"}, "nothing to undo"),
        ({"action": "done", "page": "../secret"}, "unknown page"),
        ({"action": "done", "who": ""}, "who is missing"),
        ({"action": "done", "id": 7}, "id is missing, or not text"),
    ],
)
def test_what_is_no_label_is_refused_and_not_written(tmp_path: Path, wrong: dict[str, Any], message: str) -> None:
    desk = Desk(make_folder(tmp_path / "pages", 1))
    with pytest.raises(LabelError, match=message):
        desk.act({**asked(1), **wrong})
    assert not (tmp_path / "pages" / "labels.jsonl").exists()


def test_a_page_s_labels_begin_with_what_the_extractor_keeps(tmp_path: Path) -> None:
    desk = Desk(make_folder(tmp_path / "pages", 1), by="econ")
    keep = maintext.extract(PAGE.format(number=0), by="econ").scores.keep.tolist()
    assert desk.open("page-00").labels.keep == keep
    assert keep[FIRST : THIRD + 1] == [True, True, True]
    desk.act(asked(1, blocks=[HEADING], keep=True))
    assert Desk(tmp_path / "pages", by="all").open("page-00").labels.keep == [
        *keep[:HEADING],
        True,
        *keep[HEADING + 1 :],
    ]


def test_a_log_line_is_json_that_says_who_and_when(tmp_path: Path) -> None:
    desk = Desk(make_folder(tmp_path / "pages", 1))
    desk.act(asked(1, blocks=[FIRST], keep=False))
    line = log_lines(tmp_path / "pages")[1]
    assert (line["who"], line["page"], line["keep"], list(line["blocks"])) == ("Ann", "page-00", False, [str(FIRST)])
    assert line["time"].endswith("Z")
    assert json.loads(Event.from_line(json.dumps(line)).to_line()) == line
