"""Names on the command line -> pages to read: files, folders, addresses, standard input."""

from __future__ import annotations

import gzip
import io
import sys
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from urllib.parse import urlsplit

from maintext.errors import InputError, MissingPackageError

PAGE_SUFFIXES = (".html", ".htm", ".xhtml", ".html.gz", ".htm.gz", ".xhtml.gz")
"""What is read of a folder. A file that is named is read whatever its name."""
MAX_UNZIPPED_BYTES = 50_000_000
"""A page that is larger is refused by the parser; a zip bomb is stopped before it fills the memory."""


@dataclass(frozen=True)
class Input:
    """A page to read, and what it is called below the output folder."""

    name: str
    """As it was given, or found in a folder that was given."""
    place: str
    """Its path without suffixes, for a file beside others."""
    error: str | None = None
    """Why there is nothing to read, if that is known already."""


def is_address(name: str) -> bool:
    """Whether a name is a web address."""
    return name.startswith(("http://", "https://"))


def find_inputs(names: tuple[str, ...]) -> Iterator[Input]:
    """Every page behind the names, in order; folders are searched with all their folders."""
    for name in names:
        if name == "-":
            yield Input(name, "stdin")
        elif is_address(name):
            yield Input(name, _place_of_address(name))
        elif name and Path(name).is_dir():
            yield from _in_folder(Path(name))
        else:
            yield Input(name, _without_suffix(Path(name).name), _why_no_file(name))


def _why_no_file(name: str) -> str | None:
    """What is wrong with a name that can't be that of a file; None if it can."""
    if not name:
        return "a page without a name"
    is_other = "://" in name and not Path(name).exists()
    return "of addresses only http and https can be asked" if is_other else None


def _in_folder(folder: Path) -> Iterator[Input]:
    paths = sorted(path for path in folder.rglob("*") if path.name.lower().endswith(PAGE_SUFFIXES) and path.is_file())
    for path in paths:
        place = path.relative_to(folder)
        yield Input(str(path), str(place.with_name(_without_suffix(place.name))))
    if not paths:
        yield Input(str(folder), folder.name, f"no page in this folder: no file ends in {', '.join(PAGE_SUFFIXES[:3])}")


def _without_suffix(name: str) -> str:
    for suffix in sorted(PAGE_SUFFIXES, key=len, reverse=True):
        if name.lower().endswith(suffix) and len(name) > len(suffix):
            return name[: -len(suffix)]
    return name


def _place_of_address(address: str) -> str:
    """A path like that of the address: host/path, with the query so that two pages of one script differ."""
    try:
        parts = urlsplit(address)
    except ValueError:  # [broken: it is said when it is asked for
        return _as_file_name(address)
    path = PurePosixPath("/", parts.path, *(["index"] if parts.path.endswith("/") or not parts.path else []))
    steps = [_as_file_name(step) for step in [parts.netloc, *path.parts[1:]] if step not in ("", ".", "..")]
    query = _as_file_name("_" + parts.query) if parts.query else ""
    return _without_suffix("/".join(steps)) + query


def _as_file_name(text: str) -> str:
    return "".join(c if c.isalnum() or c in "-_.~" else "_" for c in text)[:120]


@dataclass(frozen=True)
class Content:
    """What was read, and what came with it."""

    raw: bytes
    url: str | None = None
    """The address that answered, after redirects."""
    content_type: str | None = None
    """Of the HTTP header."""


def read_input(name: str, *, is_private_allowed: bool = False) -> Content:
    """The bytes of a page. Without leave no private network is asked, nor this machine."""
    if name == "-":
        return Content(sys.stdin.buffer.read())
    if is_address(name):
        return _fetched(name, is_private_allowed)
    content = Path(name).read_bytes()
    return Content(_unzipped(content) if name.lower().endswith(".gz") else content)


def _unzipped(content: bytes) -> bytes:
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(content)) as file:
            page = file.read(MAX_UNZIPPED_BYTES + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(f"can't be unzipped: {error}") from error
    return page


def _fetched(address: str, is_private_allowed: bool) -> Content:
    """The page at an address; a FetchError says why there is none."""
    try:
        from maintext.fetch import EVERY_NETWORK, Policy, fetch_page
    except ImportError as error:
        raise MissingPackageError(error.name or "httpcore", "crawl") from error
    policy = Policy(allowed_networks=EVERY_NETWORK if is_private_allowed else ())
    page = fetch_page(address, policy).checked()
    return Content(page.body, page.url, page.content_type)
