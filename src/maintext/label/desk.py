"""A folder's pages and its log, for the web page: what to label next, and what was labelled.

Several people may label at the same time. A lock makes sure that every request sees the whole log.
"""

from __future__ import annotations

import threading
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from maintext.corpus.block_labels import LETTERS, UNKNOWN, BlockLabels, align
from maintext.corpus.label_files import LabelledBlocks
from maintext.errors import LabelError
from maintext.extractors import Extractor, Scores
from maintext.extractors.by import find_extractor
from maintext.extractors.registry import DEFAULT
from maintext.label.events import Event
from maintext.label.folder import find_pages
from maintext.label.labels import PageLabels, block_hashes, replay
from maintext.label.log import LabelLog
from maintext.label.ranking import Doubt, judge
from maintext.page import Page

PAGE_TYPES = ("article", "forum", "product", "collection", "listing", "documentation", "service")
"""The page types of the labelled corpora."""
MAX_NAME_CHARS = 60
LOG_NAME = "labels.jsonl"
MAX_LINES_SHOWN = 20
"""Lines of a log that are named one by one."""


@dataclass(frozen=True, eq=False)
class OpenPage:
    """A page, the scores of the extractor, and the labels of people."""

    page: Page
    scores: Scores
    labels: PageLabels


class Desk:
    """The pages of a folder and their labels."""

    def __init__(self, folder: Path, by: str = DEFAULT, known: Mapping[str, LabelledBlocks] | None = None) -> None:
        """`known` are labels that pages begin with, by the page's name, instead of what the extractor keeps."""
        self.by = by
        self.folder = folder
        self._known = _by_page_id(known or {}, folder.resolve().name)
        self.pages = find_pages(folder)
        self.doubts: dict[str, Doubt] = {}
        self.unreadable: dict[str, str] = {}
        """Pages that can't be shown, with the reason."""
        self.log = LabelLog(folder / LOG_NAME)
        self._extractor: Extractor = find_extractor(by)
        self._lock = threading.Lock()
        self.log.refresh()

    def rank(self, step: Callable[[str], None] = lambda _: None) -> None:
        """Extracts every page once, to find out which are most worth labelling."""
        for id_, file in self.pages.items():
            try:
                page = file.read()
                self.doubts[id_] = judge(page, self._extractor(page))
            except LabelError as error:
                self.unreadable[id_] = str(error)
            step(id_)

    def listing(self) -> list[dict[str, Any]]:
        """Every page with its state: those most worth labelling first, finished ones last."""
        with self._lock:
            self.log.refresh()
            by_page = self._events_by_page()
        rows = [self._listed(id_, by_page.get(id_, [])) for id_ in self.pages if id_ not in self.unreadable]
        last = Doubt(1.0, 1.0)
        return sorted(
            rows, key=lambda row: (row["is_done"], row["is_skipped"], *self.doubts.get(row["id"], last).order)
        )

    def log_problems(self) -> list[str]:
        """What is wrong with lines of the log that do not count."""
        log = self.log
        shown = [f"{log.path.name}, {rejected}" for rejected in log.rejected[:MAX_LINES_SHOWN]]
        n_more = log.n_rejected - len(shown)
        return [*shown, f"{n_more:,} more lines of {log.path.name}"] if n_more else shown

    def open(self, page_id: str) -> OpenPage:
        """A page and its current labels."""
        with self._lock:
            self.log.refresh()
            return self._open(page_id)

    def act(self, request: Mapping[str, Any]) -> OpenPage:
        """Carries out a request. It counts once: an event that is already in the log is not written again."""
        with self._lock:
            self.log.refresh()
            opened = self._open(_text(request, "page"))
            if _text(request, "id") not in self.log:
                self.log.append(self._events(request, opened))
            return self._open(_text(request, "page"))

    def _open(self, page_id: str) -> OpenPage:
        if page_id not in self.pages:
            raise LabelError(f"unknown page {page_id!r}; the folder has {len(self.pages):,} pages")
        page = self.pages[page_id].read()
        scores = self._extractor(page)
        events = self._events_by_page().get(page_id, [])
        known = self._known.get(page_id)
        first = align(known, page.texts()).letters.replace(UNKNOWN, "O") if known else first_letters(scores)
        return OpenPage(page, scores, replay(block_hashes(page), first, events))

    def _events(self, request: Mapping[str, Any], opened: OpenPage) -> list[Event]:
        """The event of a request; before a page's first one, a `start` with the letters that the page begins with."""
        hashes, who, page_id = block_hashes(opened.page), _text(request, "who")[:MAX_NAME_CHARS], _text(request, "page")
        time = datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        rows = _rows(request, len(hashes))
        event = Event(
            _text(request, "id"),
            time,
            who,
            page_id,
            _text(request, "action"),
            {row: hashes[row] for row in rows},
            **_details(request, opened.labels, who),
        )
        if opened.labels.n_events:
            return [event]
        first = {row: letter for row, letter in enumerate(opened.labels.letters) if letter != "O"}
        blocks, letters = {row: hashes[row] for row in first}, "".join(first.values())
        start = Event(uuid.uuid4().hex, time, who, page_id, "start", blocks, value=self.by, letters=letters)
        return [start, event]

    def _events_by_page(self) -> dict[str, list[Event]]:
        by_page: dict[str, list[Event]] = {}
        for event in self.log.events:
            by_page.setdefault(event.page, []).append(event)
        return by_page

    def _listed(self, page_id: str, events: Sequence[Event]) -> dict[str, Any]:
        # Without reading the page, which is not needed for this.
        labels = replay([], [], [event for event in events if event.action not in ("start", "label")])
        undone = {event.value for event in events if event.action == "undo"}
        doubt = self.doubts.get(page_id)
        return {
            "id": page_id,
            "is_done": labels.is_done,
            "is_skipped": labels.is_skipped,
            "is_flagged": labels.is_flagged,
            "page_type": labels.page_type,
            "n_labels": sum(event.action == "label" and event.id not in undone for event in events),
            "confidence": doubt.confidence if doubt else None,
            "agreement": round(doubt.agreement, 3) if doubt else None,
        }


def first_letters(scores: Scores) -> str:
    """The letters that a page begins with: what the extractor kept, and comments if it finds them."""
    comments = scores.find_comments()
    is_comment = [False] * len(scores.keep) if comments is None else comments.tolist()
    pairs = zip(scores.keep.tolist(), is_comment, strict=True)
    return "".join("C" if is_kept else "R" if is_reply else "O" for is_kept, is_reply in pairs)


def _by_page_id(known: Mapping[str, LabelledBlocks], source: str) -> dict[str, BlockLabels]:
    """Labels by the id of the page in the folder. Those of the folder's own name come before those of others."""
    pages = sorted(known.values(), key=lambda page: page.corpus == source)
    return {page.id: page.labels for page in pages}


def _text(request: Mapping[str, Any], name: str) -> str:
    value = request.get(name)
    if not isinstance(value, str) or not value.strip():
        raise LabelError(f"{name} is missing, or not text")
    return value


def _rows(request: Mapping[str, Any], n_blocks: int) -> list[int]:
    rows = request.get("blocks", [])
    if not isinstance(rows, list) or not all(type(row) is int and 0 <= row < n_blocks for row in rows):
        raise LabelError(f"blocks must be rows from 0 to {n_blocks - 1}")
    return sorted(set(rows))


def _details(request: Mapping[str, Any], labels: PageLabels, who: str) -> dict[str, Any]:
    """The fields that an action needs besides blocks; raises LabelError if they are missing."""
    action = request["action"]
    if action == "label":
        letter = request.get("letter")
        if letter in LETTERS and request.get("blocks"):
            return {"keep": letter == "C", "letters": letter}
        if letter is not None or not isinstance(request.get("keep"), bool) or not request.get("blocks"):
            raise LabelError(f"label needs blocks, and letter ({', '.join(LETTERS)}) or keep as true or false")
        return {"keep": request["keep"]}
    if action == "type":
        if request.get("value") not in PAGE_TYPES:
            raise LabelError(f"the page type must be one of {', '.join(PAGE_TYPES)}")
        return {"value": request["value"]}
    if action == "undo":
        if who not in labels.last_of:
            raise LabelError(f"{who} has nothing to undo on this page")
        return {"value": labels.last_of[who]}
    if action not in ("done", "reopen", "skip", "flag", "unflag"):
        raise LabelError(f"unknown action {action[:40]!r}")
    return {}
