"""What a person did to a page <-> a line of the log.

    start    before a page's first event: what the extractor kept, so that a better one changes no labelled page
    label    blocks have this letter of the guide; without a letter they are main content, or are not
    type     the page is of this type
    done     the page is finished; `reopen` takes that back
    skip     the page comes after those that were not skipped
    flag     the page needs another look; `unflag` takes that back
    undo     an earlier event does not count

A block is identified by its row and by the hash of its text. If rows change, with another version of the parser, the
text still identifies it.

An event is checked when it is made, whether from a request or from a line of the log, so everything after that can
rely on its types.

>>> event = Event("7", "2026-11-15T12:00:00Z", "Ann", "news/1", "label", blocks={3: "00ff"}, keep=True)
>>> event.to_line()
'{"id":"7","time":"2026-11-15T12:00:00Z","who":"Ann","page":"news/1","action":"label","blocks":{"3":"00ff"},"keep":true}'
>>> Event.from_line(event.to_line()) == event
True
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from maintext.corpus.block_labels import LETTERS
from maintext.errors import LabelError

ACTIONS = ("start", "label", "type", "done", "reopen", "skip", "flag", "unflag", "undo")
MAX_CHARS = {"id": 200, "time": 40, "who": 60, "page": 4096, "action": 40}
"""The texts that every event has, and their greatest lengths."""
MAX_HASH_CHARS = 64
MAX_ROWS = 10**9
MAX_LINE_BYTES = 10_000_000
"""A longer line is not an event: one that labels every block of a page of 100,000 blocks has 3 MB."""


@dataclass(frozen=True)
class Event:
    """One action of one person."""

    id: str
    time: str
    """In UTC, as ISO 8601."""
    who: str
    page: str
    action: str
    blocks: Mapping[int, str] = field(default_factory=dict)
    """Rows of blocks, and the hash of each block's text as sixteen digits."""
    keep: bool | None = None
    """For `label`: whether the blocks are main content."""
    value: str | None = None
    """For `type` the type, for `undo` the id of the event, for `start` the name of the extractor."""
    letters: str | None = None
    """For `label` the letter of all blocks, for `start` a letter per block; without it, main content or other."""

    def __post_init__(self) -> None:
        for name, max_chars in MAX_CHARS.items():
            _check_text(name, getattr(self, name), max_chars)
        if self.action not in ACTIONS:
            raise LabelError(f"unknown action {self.action[:40]!r}; expected {', '.join(ACTIONS)}")
        if not isinstance(self.blocks, Mapping):
            raise LabelError(f"blocks must map rows to hashes, got {self.blocks!r:.40}")
        for row, text in self.blocks.items():
            if type(row) is not int or not 0 <= row < MAX_ROWS:
                raise LabelError(f"a block's row must be a number from 0 to {MAX_ROWS - 1:,}, got {row!r:.40}")
            _check_text(f"the hash of block {row}", text, MAX_HASH_CHARS)
        if self.keep is not None and not isinstance(self.keep, bool):
            raise LabelError(f"keep must be true or false, got {self.keep!r:.40}")
        if self.value is not None or self.action in ("type", "undo"):
            _check_text("value", self.value, MAX_CHARS["id"])
        if self.action == "label" and self.keep is None:
            raise LabelError("a label needs keep as true or false")
        if self.letters is not None:
            self._check_letters()

    def _check_letters(self) -> None:
        n_letters = {"label": 1, "start": len(self.blocks)}.get(self.action, 0)
        if not isinstance(self.letters, str) or len(self.letters) != n_letters or not LETTERS.keys() >= {*self.letters}:
            expected = f"{n_letters} of {', '.join(LETTERS)}"
            raise LabelError(f"letters of a {self.action} must be {expected}, got {self.letters!r:.40}")
        if self.action == "label" and self.keep != (self.letters == "C"):
            raise LabelError(f"keep must be true for the letter C alone, got {self.keep} with {self.letters}")

    def to_line(self) -> str:
        """The event as JSON, without the fields that are empty."""
        entry: dict[str, Any] = {name: getattr(self, name) for name in MAX_CHARS}
        entry |= {"blocks": {str(row): text for row, text in self.blocks.items()}} if self.blocks else {}
        optional = (("keep", self.keep), ("value", self.value), ("letters", self.letters))
        entry |= {name: value for name, value in optional if value is not None}
        return json.dumps(entry, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_line(cls, line: str | bytes) -> Event:
        """The event in a line; raises LabelError if the line is not an event."""
        if len(line) > MAX_LINE_BYTES:
            raise LabelError(f"{len(line):,} bytes, the limit is {MAX_LINE_BYTES:,}")
        try:
            entry = json.loads(line)
            blocks = {int(row): text for row, text in entry.get("blocks", {}).items()}
            texts = {name: entry[name] for name in MAX_CHARS}
        except KeyError as error:
            raise LabelError(f"{error} is missing") from error
        except (TypeError, AttributeError) as error:
            raise LabelError("not a JSON object with fields of an event") from error
        except (ValueError, RecursionError) as error:
            raise LabelError(f"not an event: {error}") from error
        optional = {name: entry.get(name) for name in ("keep", "value", "letters")}
        return cls(**texts, blocks=blocks, **optional)


def _check_text(name: str, value: object, max_chars: int) -> None:
    if not isinstance(value, str) or not value.strip():
        raise LabelError(f"{name} is missing, or not text")
    if len(value) > max_chars:
        raise LabelError(f"{name} has {len(value):,} characters, the limit is {max_chars:,}")
    try:
        value.encode()
    except UnicodeEncodeError as error:
        # A lone surrogate, which JSON can write as \ud800 but no file as UTF-8.
        raise LabelError(f"{name} is not valid Unicode: {error}") from error
