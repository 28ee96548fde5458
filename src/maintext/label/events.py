"""What a person did to a page <-> a line of the log.

    start    before a page's first event: what the extractor kept, so that a better one changes nothing labelled
    label    blocks are main content, or are not
    type     the page is of this type
    done     the page is labelled; `reopen` takes it back
    undo     an earlier event does not count

Blocks are told by their row and by the hash of their text: should rows move, with another version of the parser, the
text still finds them.

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

from maintext.errors import LabelError

ACTIONS = ("start", "label", "type", "done", "reopen", "undo")


@dataclass(frozen=True)
class Event:
    """One thing that was done."""

    id: str
    time: str
    """In UTC, as ISO 8601 has it."""
    who: str
    page: str
    action: str
    blocks: Mapping[int, str] = field(default_factory=dict)
    """Rows of blocks, and the hash of the text of each as sixteen digits."""
    keep: bool | None = None
    """Of `label`: whether the blocks are main content."""
    value: str | None = None
    """Of `type` the type, of `undo` the id of the event, of `start` the extractor."""

    def to_line(self) -> str:
        """The event as JSON, without what it does not say."""
        entry: dict[str, Any] = {name: getattr(self, name) for name in ("id", "time", "who", "page", "action")}
        entry |= {"blocks": {str(row): text for row, text in self.blocks.items()}} if self.blocks else {}
        entry |= {name: value for name, value in (("keep", self.keep), ("value", self.value)) if value is not None}
        return json.dumps(entry, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_line(cls, line: str | bytes) -> Event:
        """The event of a line; LabelError if it is none."""
        try:
            entry = json.loads(line)
            texts = {name: entry[name] for name in ("id", "time", "who", "page", "action")}
            blocks = {int(row): str(text) for row, text in entry.get("blocks", {}).items()}
            event = cls(**texts, blocks=blocks, keep=entry.get("keep"), value=entry.get("value"))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise LabelError(f"no event: {error!r}") from error
        if event.action not in ACTIONS or not all(isinstance(text, str) for text in texts.values()):
            raise LabelError(f"no event: the action is {event.action!r}")
        return event
