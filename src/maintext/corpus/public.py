"""Public data sets: where each comes from, its licence, and a download -> the form that `maintext evaluate` reads.

Nothing is downloaded here: most publishers ask readers to accept a licence first. `convert` takes what was downloaded.
"""

from __future__ import annotations

import json
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote
from zipfile import BadZipFile, ZipFile

from maintext.corpus import LAYOUTS, BrokenPage, Corpus, LabelledPage
from maintext.errors import CorpusError, did_you_mean


@dataclass(frozen=True)
class PublicCorpus:
    """A data set that others publish."""

    about: str
    n_pages: int
    licence: str
    home: str
    layout: str
    """A name of LAYOUTS: the form in which it is published."""
    part: str = ""
    """The folder inside the download, if there are several corpora in it."""


NOT_STATED = "not stated"
"""The publisher names no licence."""
UNKNOWN = "unknown"
"""The publisher's page could not be found any more."""

PUBLIC = {
    "article-extraction-benchmark": PublicCorpus(
        "news articles, by Scrapinghub (Zyte), 2020",
        181,
        "MIT",
        "https://github.com/scrapinghub/article-extraction-benchmark",
        "ground-truth",
    ),
    "cleaneval-dev": PublicCorpus(
        "the CleanEval shared task of ACL SIGWAC, 2007, development set, English",
        58,
        NOT_STATED,
        "https://sigwac.org.uk/cleaneval/",
        "cleaneval",
    ),
    "cleaneval-final": PublicCorpus(
        "the CleanEval shared task of ACL SIGWAC, 2007, final set, English",
        675,
        NOT_STATED,
        "https://sigwac.org.uk/cleaneval/",
        "cleaneval",
    ),
    "dragnet": PublicCorpus(
        "blogs and news, by Moz, 2012; gold without comments",
        1381,
        "AGPL-3.0",
        "https://github.com/seomoz/dragnet_data",
        "dragnet",
    ),
    "gn1": PublicCorpus(
        "L3S-GN1, Google News, by Kohlschütter, Fankhauser and Nejdl, 2010",
        621,
        UNKNOWN,
        "https://www.l3s.de/~kohlschuetter/boilerplate/",
        "gn1",
    ),
    "portal": PublicCorpus(
        "CleanPortalEval, 4 news portals, by Endrédy and Novák, 2013",
        70,
        NOT_STATED,
        "https://github.com/ppke-nlpg/CleanPortalEval",
        "portal",
    ),
    "wcxb-dev": PublicCorpus(
        "WCXB, seven page types, by Murrough Foley, development set",
        1497,
        "CC-BY-4.0",
        "https://github.com/Murrough-Foley/web-content-extraction-benchmark",
        "wcxb",
        "dev",
    ),
}
"""By name: public data sets whose layout `open_corpus` knows. `demo` in the repository is CC0 and needs no download."""


def public_corpus(name: str) -> PublicCorpus:
    """The data set of a name; an unknown one raises CorpusError."""
    if name not in PUBLIC:
        raise CorpusError(f"unknown data set {name!r}{did_you_mean(name, PUBLIC)}; available: {', '.join(PUBLIC)}")
    return PUBLIC[name]


def convert(name: str, download: Path, output: Path) -> tuple[int, list[BrokenPage]]:
    """Writes a downloaded data set (a folder, .zip or tar) as `output/gold.jsonl` and `output/html`.

    Returns the number of pages and those that could not be read. `output` must not exist.
    """
    public = public_corpus(name)
    if output.exists():
        raise CorpusError(f"{output} exists already; name a new folder")
    with unpacked(download) as folder:
        corpus = Corpus(name, _root(folder, public), public.layout)
        broken: list[BrokenPage] = []
        n_pages = _write(corpus, output, broken)
    return n_pages, broken


def _write(corpus: Corpus, output: Path, broken: list[BrokenPage]) -> int:
    # Written beside its place and renamed, so that an interrupted conversion leaves no half of a corpus.
    n_pages = 0
    output.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=output.parent, prefix=f".{output.name}.") as staging:
        whole = Path(staging, "corpus")
        (whole / "html").mkdir(parents=True)
        with (whole / "gold.jsonl").open("w", encoding="utf-8") as lines:
            for page in corpus.pages(broken):
                record = record_of(page)
                (whole / "html" / f"{record['id']}.html").write_bytes(page.html)
                lines.write(json.dumps(record, ensure_ascii=False) + "\n")
                n_pages += 1
        if not n_pages:
            raise CorpusError(f"none of {len(broken):,} pages could be read; the first: {broken[0] if broken else '-'}")
        whole.rename(output)
    return n_pages


def record_of(page: LabelledPage) -> dict[str, Any]:
    """A page's line of gold.jsonl; fields without a value are left out. The id becomes a file name."""
    fields = {"kind": page.kind, "url": page.url, "title": page.title, "author": page.author, "date": page.date}
    snippets = {"with": list(page.must_keep), "without": list(page.must_drop)}
    known = {name: value for name, value in {**fields, **snippets}.items() if value}
    return {"id": quote(page.id, safe=" ()[]+,@&=~'!"), "gold": page.gold, **known}


@contextmanager
def unpacked(download: Path) -> Iterator[Path]:
    """The folder of a download; an archive is unpacked into a temporary one."""
    if download.is_dir():
        yield download
        return
    if not download.exists():
        raise CorpusError(f"no download at {download}: no such file or folder")
    with tempfile.TemporaryDirectory() as folder:
        try:
            if download.suffix == ".zip":
                with ZipFile(download) as archive:
                    archive.extractall(folder)  # noqa: S202 - zipfile drops paths that lead outside
            else:
                with tarfile.open(download) as tar:
                    tar.extractall(folder, filter="data")
        except (BadZipFile, tarfile.TarError) as error:
            raise CorpusError(f"{download} is not a zip or tar file: {error}") from error
        yield Path(folder)


def _root(folder: Path, public: PublicCorpus) -> Path:
    """The folder of the download that has the layout: the download itself, or one inside it."""
    inside = sorted((path for path in folder.rglob("*") if path.is_dir()), key=lambda path: (len(path.parts), path))
    fitting = [path for path in [folder, *inside] if LAYOUTS[public.layout].fits(path)]
    named = [path for path in fitting if path.name == public.part] if public.part else fitting
    if not named:
        raise CorpusError(f"{folder} has no folder in the layout {public.layout!r}; expected what {public.home} offers")
    return named[0]
