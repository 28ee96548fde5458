"""(answers to pages in text form, the pages) -> label files. A line that can't be used costs that line alone.

>>> from pathlib import Path
>>> from maintext.label.named_pages import NamedPage
>>> page = NamedPage("news", "1", b"<nav>Home</nav><h1>Rain</h1><p>It rained.")
>>> imported = import_answers([b'{"page": "news/1", "T": "1", "C": "2"}', b'{"page": "news/2"}'], [page], Origin())
>>> [labelled.labels.letters for labelled in imported.pages]
['OTC']
>>> imported.problems
['line 2: there is no page news/2 among the given pages']
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from maintext.corpus.block_labels import BlockLabels
from maintext.corpus.label_files import LabelledBlocks, Origin
from maintext.errors import LabelError
from maintext.evaluate.tokens import words
from maintext.label.named_pages import NamedPage
from maintext.label.ranges import read_answer, to_letters

SOURCES = "sources.json"
"""Beside the label files: {"source": {"licence": ...}}."""


@dataclass(frozen=True)
class Imported:
    """What became of the lines."""

    pages: list[LabelledBlocks]
    problems: list[str]
    """One for each line that was left out, with its number and the reason."""


def import_answers(
    lines: Iterable[bytes], pages: Iterable[NamedPage], origin: Origin, licences: Mapping[str, str] = {}
) -> Imported:
    """Labels for each line that has a page. `licences` by source take the place of the origin's."""
    problems: dict[int, str] = {}
    answers = _read_answers(lines, problems)
    found: list[LabelledBlocks] = []
    for page in pages:
        own = replace(origin, licence=licences.get(page.source, origin.licence))
        labelled_by = None
        # Of several lines the first that can be used counts.
        for number, answer in answers.pop(page.name, ()):
            if labelled_by is not None:
                problems[number] = f"{page.name} was labelled by line {labelled_by} already"
                continue
            try:
                found.append(_labelled(page, answer, own))
            except LabelError as error:
                problems[number] = str(error)
            else:
                labelled_by = number
    for name, left in answers.items():
        problems |= {number: f"there is no page {name} among the given pages" for number, _ in left}
    return Imported(found, [f"line {number}: {problems[number]}" for number in sorted(problems)])


def read_licences(folder: Path) -> dict[str, str]:
    """The licence of each source that the folder of label files knows."""
    file = folder / SOURCES
    if not file.exists():
        return {}
    try:
        sources = json.loads(file.read_bytes())
        return {name: str(facts["licence"]) for name, facts in sources.items()}
    except (OSError, ValueError, TypeError, AttributeError, KeyError) as error:
        raise LabelError(f"{file} is not a JSON object of sources, each with a licence: {error!r}") from error


def _read_answers(lines: Iterable[bytes], problems: dict[int, str]) -> dict[str, list[tuple[int, dict[str, Any]]]]:
    """By the name of the page: the numbers and the content of its lines."""
    answers: dict[str, list[tuple[int, dict[str, Any]]]] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            answer = read_answer(line)
        except LabelError as error:
            problems[number] = str(error)
            continue
        answers.setdefault(answer["page"], []).append((number, answer))
    return answers


def _labelled(page: NamedPage, answer: Mapping[str, Any], origin: Origin) -> LabelledBlocks:
    table = page.parse()
    texts = table.texts()
    try:
        letters = to_letters(answer, len(texts))
    except LabelError as error:
        raise LabelError(f"{page.name}: {error}") from error
    return LabelledBlocks(
        page.source,
        page.id,
        BlockLabels.of(letters, texts),
        tuple(len(words(text)) for text in texts),
        answer.get("kind") or page.kind,
        page.url or _address(table.head.canonical),
        origin,
    )


def _address(canonical: str | None) -> str | None:
    return canonical if (canonical or "").startswith(("http://", "https://")) else None
