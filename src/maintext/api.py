"""Flow A, in order: bytes -> Page -> Scores -> Document; one page, or many on all cores."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, TypedDict

from maintext.document import Document
from maintext.errors import MaintextError, OptionError, PageFailedError
from maintext.extractors import DEFAULT, EXTRACTORS, Extractor, get_extractor
from maintext.page.parsing import Limits, parse
from maintext.panics import named_panics

if TYPE_CHECKING:
    from typing_extensions import Unpack

Html = str | bytes | bytearray | memoryview

CHOICES = {"favor": ("precision", "balanced", "recall"), "content": ("article", "all")}
_PAGES_AHEAD = 8
"""Pages a core that are worked on before their turn: enough to keep all busy, few enough to hold in memory."""


class Modes(TypedDict, total=False):
    """What can be asked of the learned extractor; see `extractors.model.Learned`."""

    favor: Literal["precision", "balanced", "recall"]
    content: Literal["article", "all"]
    include_comments: bool
    include_title: bool


def extract(
    html: Html,
    url: str | None = None,
    by: str | Extractor = DEFAULT,
    *,
    encoding: str | None = None,
    limits: Limits = Limits(),
    **modes: Unpack[Modes],
) -> Document:
    """The main content of a page.

    `by` names an extractor (see EXTRACTORS) or is one, a `Model` for example. A page without main content gives an
    empty document whose `reason` says why. The learned extractor has modes: `favor="precision"` keeps less,
    `favor="recall"` more; `include_title` and `include_comments` add what they say; `content="all"` adds both.

    >>> extract("<p>Hello.</p><p hidden>Not shown.</p>", by="all").text
    'Hello.'
    """
    name, extractor = _extractor(by, modes)
    page = parse(html, encoding, limits)
    with named_panics:
        return Document(page, name, extractor(page), url)


def extract_many(
    pages: Iterable[Html | tuple[Html, str | None]],
    by: str | Extractor = DEFAULT,
    *,
    jobs: int | None = None,
    limits: Limits = Limits(),
    **modes: Unpack[Modes],
) -> Iterator[Document | MaintextError]:
    """The main content of many pages, in their order, on all cores or as many as `jobs` says.

    A page is its HTML, or a pair of that and its address. One that can't be read has an error in its place, and the
    rest goes on. Nothing is kept of pages whose documents have been taken.

    >>> [type(found).__name__ for found in extract_many(["<p>One.", "<p>Two."], by="all")]
    ['Document', 'Document']
    """
    name, extractor = _extractor(by, modes)
    n_jobs = jobs if jobs is not None else os.cpu_count() or 1
    if n_jobs < 1:
        raise OptionError(f"{jobs} jobs can't do anything; 1 is the least")
    return _in_order(pages, lambda page: _try(page, (name, extractor), limits), n_jobs)


def _in_order(pages: Iterable[Any], work: Any, n_jobs: int) -> Iterator[Document | MaintextError]:
    # Threads are enough: reading a page and judging it release the interpreter.
    with ThreadPoolExecutor(n_jobs) as pool:
        waiting: deque[Future[Document | MaintextError]] = deque()
        for page in pages:
            waiting.append(pool.submit(work, page))
            if len(waiting) > _PAGES_AHEAD * n_jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _try(page: Any, how: tuple[str, Extractor], limits: Limits) -> Document | MaintextError:
    name, extractor = how
    try:
        html, url = page if isinstance(page, tuple) else (page, None)
        read = parse(html, None, limits)
        with named_panics:
            return Document(read, name, extractor(read), url)
    except MaintextError as error:
        return error
    except Exception as error:
        return PageFailedError(type(error).__name__, str(error))


def _extractor(by: str | Extractor, modes: Modes) -> tuple[str, Extractor]:
    """The extractor's name, and itself in the modes that were asked for."""
    extractor = get_extractor(by) if isinstance(by, str) else by
    name = by if isinstance(by, str) else _name_of(by)
    if not modes:
        return name, extractor
    from maintext.model.extractor import Learned
    from maintext.model.predictor import Model

    if isinstance(extractor, Model):
        extractor = Learned(model=extractor)
    known: set[str] = {field.name for field in fields(extractor)} if is_dataclass(extractor) else set()
    for mode, value in modes.items():
        if mode not in known or mode not in Modes.__annotations__:
            raise OptionError(f"{name} has no mode {mode!r}")
        if value not in CHOICES.get(mode, (True, False)):
            raise OptionError(f"{mode} can't be {value!r}; it is one of {CHOICES.get(mode, (True, False))}")
    return name, replace(extractor, **modes)  # type: ignore[type-var]


def _name_of(extractor: Extractor) -> str:
    """The name of an extractor's class in the registry, or the class's own."""
    class_name = type(extractor).__name__
    names = (name for name, home in EXTRACTORS.items() if home.endswith(f":{class_name}"))
    return "model" if class_name == "Model" else next(names, class_name)
