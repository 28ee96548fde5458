"""Arguments of the command line -> pages with names: `source/id`, the same however they are pointed at.

news/                     a folder: every .html and .htm file in it
news/1.html               one file; its source is the folder
wcxb_train.tar.xz         a corpus, in any form that `maintext evaluate` reads
wcxb_train.tar.xz/0123    one page of a corpus
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from maintext.corpus import BrokenPage, Corpus, Entry, LabelledPage, PageWithoutGold, open_corpus
from maintext.errors import CorpusError, InputError, LabelError
from maintext.label.folder import SUFFIXES, find_pages
from maintext.page import Page
from maintext.page.parsing import parse


@dataclass(frozen=True)
class NamedPage:
    """A page to label."""

    source: str
    """The folder or corpus that has it."""
    id: str
    """Its name there."""
    html: bytes
    url: str | None = None
    kind: str | None = None

    @property
    def name(self) -> str:
        """Under which the page is printed, and its answer is read."""
        return f"{self.source}/{self.id}"

    def parse(self) -> Page:
        """The page table; LabelError if it can't be read."""
        try:
            return parse(self.html)
        except InputError as error:
            raise LabelError(f"{self.name} can't be read: {error}") from error


def named_pages(paths: Iterable[Path], on_problem: Callable[[str], None]) -> Iterator[NamedPage]:
    """The pages that the paths point at; one that can't be read is reported and left out."""
    ids_of: dict[Path, list[str] | None] = {}
    for path in paths:
        place, id_ = _located(path)
        wanted = ids_of.setdefault(place, [] if id_ else None)
        if wanted is not None and id_:
            wanted.append(id_)
        elif not id_:
            ids_of[place] = None
    for place, ids in ids_of.items():
        yield from _pages_at(place, ids, on_problem)


def _located(path: Path) -> tuple[Path, str | None]:
    """The folder, file or corpus at a path, and the page's id in it if the path continues after that."""
    if path.exists():
        return path, None
    for parent in path.parents:
        if parent.exists() and parent != Path():
            return parent, path.relative_to(parent).as_posix()
    raise LabelError(f"there is no page, folder or corpus at {path}")


def _pages_at(place: Path, ids: list[str] | None, on_problem: Callable[[str], None]) -> Iterator[NamedPage]:
    if place.is_file() and place.suffix.lower() in SUFFIXES and ids is None:
        found: Iterator[NamedPage] = iter([_of_file(place)])
    elif (corpus := _corpus_at(place)) is not None:
        found = _of_corpus(corpus.entries(), on_problem, ids)
    else:
        found = _of_folder(place, on_problem)
    if ids is None:
        yield from found
        return
    missing = set(ids)
    for page in found:
        if page.id in missing:
            missing.remove(page.id)
            yield page
    for id_ in sorted(missing):
        on_problem(f"{place} has no page {id_!r}")


def _corpus_at(place: Path) -> Corpus | None:
    try:
        return open_corpus(place)
    except CorpusError:
        if place.is_dir():
            return None
        raise


def _of_corpus(
    entries: Iterable[Entry], on_problem: Callable[[str], None], ids: list[str] | None
) -> Iterator[NamedPage]:
    for entry in entries:
        page = entry.page if isinstance(entry, PageWithoutGold) else entry
        if isinstance(page, LabelledPage):
            yield NamedPage(page.corpus, page.id, page.html, page.url, page.kind)
        elif isinstance(page, BrokenPage) and (ids is None or page.id in ids):
            on_problem(str(page))


def _of_file(path: Path) -> NamedPage:
    folder = path.resolve().parent
    # A page of an unpacked corpus lies in html/ beside gold.jsonl; its source is the corpus.
    source = folder.parent.name if folder.name == "html" else folder.name
    return NamedPage(source or "pages", path.stem, path.read_bytes())


def _of_folder(folder: Path, on_problem: Callable[[str], None]) -> Iterator[NamedPage]:
    source = folder.resolve().name or "pages"
    for id_, file in find_pages(folder).items():
        try:
            html = file.path.read_bytes()
        except OSError as error:
            on_problem(f"{source}/{id_} can't be read: {error}")
            continue
        yield NamedPage(source, id_, html)
