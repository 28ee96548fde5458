"""Pages to read -> the text to write for each, in order, on several processes if wanted."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Literal

import maintext
from maintext.api import Modes
from maintext.cli.inputs import Content, Input, is_address, policy_for, read_input
from maintext.document.shapes_record import SHAPES
from maintext.errors import MaintextError
from maintext.extractors.by import NamedExtractor, find_extractor
from maintext.render.options import Choices

if TYPE_CHECKING:
    from concurrent.futures import Future

N_AHEAD = 4
"""Pages that each process may be ahead of what is written."""


CHUNK_TOKENS = 512
EXTRA_FIELDS = ("markdown", "sections", "chunks", *SHAPES)
"""JSON keys that are only written if they are named."""


@dataclass(frozen=True)
class Lengths:
    """How long Markdown and chunks may be, in tokens."""

    max_tokens: int | None = None
    """Of Markdown; None for no limit."""
    chunk_tokens: int = CHUNK_TOKENS
    chunk_overlap: int = 0


@dataclass(frozen=True)
class Task:
    """How every page is extracted and written."""

    output_format: str
    by: str
    modes: Modes = field(default_factory=Modes)
    encoding: str | None = None
    url: str | None = None
    is_private_allowed: bool = False
    fields: tuple[str, ...] = ()
    """Keys of the JSON; all if there are none."""
    shapes: tuple[str, ...] = ()
    """Keys that the JSON has beside the usual ones: posts, items, product and so on."""
    posts: bool = False
    """Whether threads are written post by post."""
    choices: Choices = field(default_factory=Choices)
    lengths: Lengths = Lengths()
    follow: bool = False
    """Whether the further pages of an article at an address are fetched and joined."""
    render: bool = False
    """Whether a browser runs the page's scripts first."""
    barcode: Literal["none", "plain", "colour"] = "none"
    """Whether each outcome has a barcode for the terminal."""


@dataclass(frozen=True)
class Outcome:
    """The result of one page."""

    text: str | None = None
    """None if it failed."""
    reason: str | None = None
    """Why it failed, or why the text is empty."""
    confidence: float | None = None
    barcode: tuple[str, ...] = ()
    """Lines for the terminal."""


def run(task: Task, page: Input, content: Content | None = None) -> Outcome:
    """Reads and extracts one page; `content` holds its bytes if they have been read already."""
    if page.error:
        return Outcome(reason=page.error)
    try:
        if task.follow and content is None and is_address(page.name):
            document = _article(task, page.name)
        elif task.render and content is None and is_address(page.name):
            policy = policy_for(task.is_private_allowed)
            document = maintext.extract_url(page.name, _extractor(task.by), policy=policy, render=True, **task.modes)
        else:
            read = content or read_input(page.name, is_private_allowed=task.is_private_allowed)
            encoding, url = read.type_with(task.encoding), task.url or read.url
            extractor = _extractor(task.by)
            document = maintext.extract(read.raw, url, extractor, encoding=encoding, render=task.render, **task.modes)
        return Outcome(_render(task, document), document.reason, document.confidence, _barcode(task, document))
    except OSError as error:
        return Outcome(reason=error.strerror or str(error))
    except MaintextError as error:
        return Outcome(reason=f"{type(error).__name__}: {error}")


def _article(task: Task, address: str) -> maintext.Document:
    from maintext.articles import extract_article

    article = extract_article(address, _extractor(task.by), policy=policy_for(task.is_private_allowed), **task.modes)
    return article.document


@cache  # a process works for one run, and a run reads a model file once
def _extractor(by: str) -> NamedExtractor:
    return find_extractor(by)


def _render(task: Task, document: maintext.Document) -> str:
    lengths, choices = task.lengths, task.choices
    if task.output_format == "chunks":
        chunks = document.chunks(lengths.chunk_tokens, lengths.chunk_overlap, **_without_metadata(choices))
        return "\n".join(json.dumps(_chunk_line(document, chunk), ensure_ascii=False) for chunk in chunks)
    if task.posts and document.is_thread:
        return document.write_posts("text" if task.output_format == "text" else "markdown")
    if task.output_format == "markdown":
        return document.to_markdown(max_tokens=lengths.max_tokens, **choices)
    if task.output_format == "json" and not task.fields:
        return document.to_json(shapes=task.shapes, **choices)
    if not task.fields:
        return document.render(task.output_format, **choices)
    record = document.to_dict(
        with_markdown="markdown" in task.fields,
        with_sections="sections" in task.fields,
        max_tokens=lengths.max_tokens,
        chunk_tokens=lengths.chunk_tokens if "chunks" in task.fields else None,
        chunk_overlap=lengths.chunk_overlap,
        shapes=[name for name in SHAPES if name in task.fields],
        **choices,
    )
    return json.dumps({name: record[name] for name in task.fields}, ensure_ascii=False)


def _without_metadata(choices: Choices) -> Choices:
    return {**choices, "with_metadata": False}


def _chunk_line(document: maintext.Document, chunk: maintext.Chunk) -> dict[str, object]:
    return {"url": document.url, "title": document.title, **chunk.to_dict()}


def _barcode(task: Task, document: maintext.Document) -> tuple[str, ...]:
    if task.barcode == "none":
        return ()
    from maintext.document.in_terminal import terminal_lines

    return tuple(terminal_lines([document], has_colour=task.barcode == "colour"))


def run_all(task: Task, pages: Iterable[Input], n_jobs: int) -> Iterator[Outcome]:
    """The outcome of each page, in order. Standard input is read here: worker processes have their own."""
    if n_jobs == 1:
        yield from (run(task, page) for page in pages)
        return
    # Not at the top: a single page needs no other process, and the import takes longer than the page.
    from concurrent.futures import ProcessPoolExecutor

    waiting: deque[Future[Outcome]] = deque()
    with ProcessPoolExecutor(n_jobs) as pool:
        for page in pages:
            waiting.append(pool.submit(run, task, page, read_input(page.name) if page.name == "-" else None))
            if len(waiting) >= n_jobs * N_AHEAD:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
