"""Flow A, in order: bytes -> Page -> Scores -> Document; one page, or many on all cores."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, TypedDict, get_args

from maintext.document import Document
from maintext.errors import MaintextError, OptionError, PageFailedError
from maintext.extractors.by import By, NamedExtractor, find_extractor
from maintext.extractors.registry import DEFAULT
from maintext.input_formats.kind import Html, InputKind
from maintext.input_formats.reading import read_page
from maintext.model.extractor import Content, Favor
from maintext.page.parsing import Limits

if TYPE_CHECKING:
    from concurrent.futures import Future

    from typing_extensions import Unpack

    from maintext.browser import RenderLimits
    from maintext.extractors.protocol import Scores
    from maintext.page import Page
    from maintext.selectors.selection import Selection

PageAndUrl = Html | tuple[Html, str | None]

CHOICES = {"favor": get_args(Favor), "content": get_args(Content)}
"""The values of the modes that are not switches."""
MAX_KEPT_WORDS = 300
"""A page of which more was kept shows its text, and its data is not read."""
_PAGES_AHEAD = 8
"""Pages per core that are extracted before their turn: enough to keep all cores busy, few enough to hold in memory."""


class Modes(TypedDict, total=False):
    """Which elements are wanted, and parameters of the default extractor; see `selectors` and `model.extractor`."""

    keep: str | Sequence[str] | None
    prune: str | Sequence[str] | None
    favor: Favor
    content: Content
    include_comments: bool
    include_title: bool


class RenderMode(Modes, total=False):
    """The modes, and whether a browser runs the page's scripts first. Needs maintext[render]."""

    render: bool | RenderLimits


def extract(
    html: Html,
    url: str | None = None,
    by: By = DEFAULT,
    *,
    encoding: str | None = None,
    limits: Limits = Limits(),
    **modes: Unpack[RenderMode],
) -> Document:
    """The main content of a page.

    `by` is the extractor: a name of EXTRACTORS, with parameters if you like (`cetr-tm:deviations=0.5`); a model file
    that `maintext train` wrote; `package.module:Class`; or an extractor itself, such as a function from a Page to
    Scores. A page without main content gives an empty document, and its `reason` says why. So does empty input: servers
    send empty pages. An empty file that the command line names is an error there, because a download has failed.

    `encoding` is the charset or the whole Content-Type of the HTTP header. Input that it declares as `text/plain` or
    `text/markdown` is taken whole. A PDF, an image or other binary data raises NotHtmlError.

    The default extractor has modes: `favor="precision"` keeps less, `favor="recall"` more; `include_title` and
    `include_comments` add the headline and readers' comments; `content="all"` adds both.

    `prune="aside, .related"` reads the page as if these elements were empty; `keep="#content"` takes the shown text of
    these elements as the document. Both take CSS selectors or XPath, one or a list.

    `render=True` lets a browser run the page's scripts first, offline; `render=RenderLimits(seconds=9)` sets its limits
    (`maintext.browser`).

    >>> extract("<p>Hello.</p><p hidden>Not shown.</p>", by="all").text
    'Hello.'
    """
    rendering = modes.pop("render", False)
    extractor, selection = prepare(by, modes)
    page, kind = read_page(html, encoding, limits)
    if rendering and kind == "html":
        from maintext.browser import RenderLimits, render

        within = rendering if isinstance(rendering, RenderLimits) else RenderLimits()
        page, _ = read_page(render(page.source, url, within).html, None, limits)
    return make_document((page, kind), extractor, url, selection)


def extract_many(
    pages: Iterable[PageAndUrl],
    by: By = DEFAULT,
    *,
    jobs: int | None = None,
    limits: Limits = Limits(),
    **modes: Unpack[Modes],
) -> Iterator[Document | MaintextError]:
    """The main content of many pages, in their order, on all cores or on as many as `jobs` says.

    A page is its HTML, or a pair of its HTML and its address. A page that can't be read has an error in its place, and
    the others are not affected. Documents are not kept once they have been taken.

    >>> [type(found).__name__ for found in extract_many(["<p>One.", "<p>Two."], by="all")]
    ['Document', 'Document']
    """
    extractor, selection = prepare(by, modes)
    n_jobs = jobs if jobs is not None else os.cpu_count() or 1
    if n_jobs < 1:
        raise OptionError(f"jobs must be at least 1, got {jobs}")

    def read(html: Html, url: str | None) -> Document:
        return make_document(read_page(html, None, limits), extractor, url, selection)

    return _in_order(pages, lambda page: _document_or_error(page, read), n_jobs)


def _in_order(
    pages: Iterable[PageAndUrl], work: Callable[[PageAndUrl], Document | MaintextError], n_jobs: int
) -> Iterator[Document | MaintextError]:
    # Not at the top: `extract` needs no threads, and the import takes longer than dozens of pages.
    from concurrent.futures import ThreadPoolExecutor

    # Threads are enough: parsing and predicting release the interpreter.
    with ThreadPoolExecutor(n_jobs) as pool:
        waiting: deque[Future[Document | MaintextError]] = deque()
        for page in pages:
            waiting.append(pool.submit(work, page))
            if len(waiting) > _PAGES_AHEAD * n_jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _document_or_error(page: PageAndUrl, read: Callable[[Html, str | None], Document]) -> Document | MaintextError:
    try:
        html, url = page if isinstance(page, tuple) else (page, None)
        return read(html, url)
    except MaintextError as error:
        return error
    except Exception as error:
        return PageFailedError(type(error).__name__, str(error))


def prepare(by: By, modes: Modes) -> tuple[NamedExtractor, Selection | None]:
    """The extractor with its parameters, and what the caller selects of pages; None if nothing."""
    if not modes:
        return find_extractor(by), None
    own = dict(modes)
    keep, prune = modes.get("keep"), modes.get("prune")
    own.pop("keep", None)
    own.pop("prune", None)
    selection = None
    if keep is not None or prune is not None:
        from maintext.selectors.selection import read_selection

        selection = read_selection(keep, prune)
    return find_extractor(by).with_parameters(own), selection


def make_document(
    read: tuple[Page, InputKind], extractor: NamedExtractor, url: str | None, selection: Selection | None = None
) -> Document:
    """The document of a page that was read."""
    page, kind = read
    if selection is not None:
        page = selection.without_pruned(page)
    if kind != "html":
        # Plain text and Markdown have no navigation: all of it is content.
        extractor = find_extractor("all")
    scores = extractor(page)
    if selection is not None:
        scores = selection.decided(page, scores)
    is_left_to_us = extractor.base_name == DEFAULT and (selection is None or selection.keep is None)
    if is_left_to_us and page.n_words(scores.mask) <= MAX_KEPT_WORDS:
        return _with_unshown(page, scores, extractor, url)
    return Document(page, extractor.name, scores, url)


def _with_unshown(page: Page, scores: Scores, extractor: NamedExtractor, url: str | None) -> Document:
    """The document of a page that shows little: with the text of its data, or with the reason why there is none."""
    from maintext.data_text.using import explained, kept_source, with_data_text

    found = with_data_text(page, scores, extractor)
    if found is not None:
        return Document(found.page, extractor.name, found.scores, url, text_source=found.source)
    scores = explained(page, scores)
    return Document(page, extractor.name, scores, url, text_source=kept_source(page, scores))
