"""Where results go: to standard output one after the other, or to a file each that no other input writes to."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from maintext.cli.inputs import Input

SUFFIXES = {"markdown": ".md", "text": ".txt", "html": ".html", "json": ".json", "xml": ".xml", "tei": ".tei.xml"}
"""What files are called by their format."""


@dataclass(frozen=True)
class ManifestLine:
    """What became of one input."""

    input: str
    output: str | None
    """The file that was written; None if it went to standard output, or nowhere."""
    status: str
    """done, empty or failed."""
    reason: str | None
    confidence: float | None

    def to_json(self) -> str:
        """The line of a manifest."""
        return json.dumps(asdict(self), ensure_ascii=False)


def name_outputs(inputs: Iterable[Input], folder: Path | None, output_format: str) -> list[tuple[Input, Path | None]]:
    """A file for each input, the structure of folders kept. A name that is taken gets a number."""
    taken: set[str] = set()
    named: list[tuple[Input, Path | None]] = []
    for page in inputs:
        if folder is None:
            named.append((page, None))
            continue
        place, number = page.place, 1
        # Some file systems do not tell capital from small letters.
        while place.casefold() in taken:
            number += 1
            place = f"{page.place}-{number}"
        taken.add(place.casefold())
        named.append((page, folder / (place + SUFFIXES[output_format])))
    return named
