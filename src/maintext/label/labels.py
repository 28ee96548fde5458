"""(hashes of a page's blocks, the letters they begin with, events of the page) -> its labels.

Events count in the order of the log, so of two people who label one block the later one wins; both stay in the log.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from maintext.label.events import Event
from maintext.page import Page


@dataclass
class PageLabels:
    """The labels of a page."""

    letters: list[str]
    """For each block its letter, see `block_labels.LETTERS`."""
    who: list[str | None]
    """For each block, who labelled it last; None if only the extractor did."""
    page_type: str | None = None
    is_done: bool = False
    is_skipped: bool = False
    is_flagged: bool = False
    n_lost: int = 0
    """Labels of blocks that are no longer on the page."""
    n_events: int = 0
    last_of: dict[str, str] = field(default_factory=dict)
    """The last event of each person that counts, which `undo` takes back."""

    @property
    def keep(self) -> list[bool]:
        """For each block, whether it is main content."""
        return [letter == "C" for letter in self.letters]


def block_hashes(page: Page) -> list[str]:
    """The hash of each block's text, in the form of events."""
    return [f"{number:016x}" for number in page.blocks.hash.tolist()]


def replay(hashes: Sequence[str], first: Sequence[str], events: Iterable[Event]) -> PageLabels:
    """The labels that follow from all events of a page; `first` are the letters before the first event."""
    labels = PageLabels(list(first), [None] * len(hashes))
    all_events = list(events)
    undone = {event.value for event in all_events if event.action == "undo"}
    places = _places(hashes)
    for event in all_events:
        labels.n_events += 1
        # Two servers may both have written a start. The second one must not reset the labels in between.
        if event.id in undone or event.action == "undo" or (event.action == "start" and labels.n_events > 1):
            continue
        if event.action == "start":
            labels.letters = ["O"] * len(hashes)
        _apply(labels, event, _rows(event.blocks, hashes, places))
    return labels


def _apply(labels: PageLabels, event: Event, rows: list[int | None]) -> None:
    labels.n_lost += rows.count(None)
    plain = "O" if event.keep is False else "C"
    letters = (event.letters or plain) * (1 if event.action == "start" and event.letters else len(rows))
    for row, letter in zip(rows, letters, strict=False):
        if row is not None:
            labels.letters[row] = letter
            labels.who[row] = event.who if event.action == "label" else labels.who[row]
    if event.action == "type":
        labels.page_type = event.value
    elif event.action in ("done", "reopen", "skip"):
        labels.is_done, labels.is_skipped = event.action == "done", event.action == "skip"
    elif event.action in ("flag", "unflag"):
        labels.is_flagged = event.action == "flag"
    if event.action != "start":
        labels.last_of[event.who] = event.id


def _places(hashes: Sequence[str]) -> dict[str, list[int]]:
    places: dict[str, list[int]] = {}
    for row, text in enumerate(hashes):
        places.setdefault(text, []).append(row)
    return places


def _rows(blocks: Mapping[int, str], hashes: Sequence[str], places: Mapping[str, list[int]]) -> list[int | None]:
    """The present row of each of an event's blocks: the same row, the nearest one with the same text, or None."""
    rows: list[int | None] = []
    for row, text in blocks.items():
        if 0 <= row < len(hashes) and hashes[row] == text:
            rows.append(row)
        else:
            rows.append(min(places.get(text, []), key=lambda place: abs(place - row), default=None))
    return rows
