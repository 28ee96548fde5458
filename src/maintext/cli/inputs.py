"""Names on the command line -> pages to read: files, folders, web addresses, standard input."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO, TYPE_CHECKING, Any
from urllib.parse import urlsplit

from maintext.errors import InputError, MissingPackageError, NotHtmlError

if TYPE_CHECKING:
    from maintext.fetch import Policy

PAGE_SUFFIXES = (".html", ".htm", ".xhtml", ".html.gz", ".htm.gz", ".xhtml.gz")
"""The files that are read from a folder. A file on the command line is read whatever its name."""
_CONTENT_TYPES = {".txt": "text/plain", ".text": "text/plain", ".md": "text/markdown", ".markdown": "text/markdown"}
"""Files that are not HTML, by suffix; they have no HTTP header that says so."""
MAX_UNZIPPED_BYTES = 50_000_000
"""The parser refuses a larger page; a zip bomb is stopped before it fills the memory."""


@dataclass(frozen=True)
class Input:
    """A page to read, and its name below the output folder."""

    name: str
    """As given on the command line, or as found in a folder."""
    place: str
    """The path of its result below the output folder, without a suffix."""
    error: str | None = None
    """Why it can't be read, if that is known already."""


def is_piped(stream: IO[Any]) -> bool:
    """Whether standard input comes from a program or a file, not from a keyboard or /dev/null."""
    try:
        mode = os.fstat(stream.fileno()).st_mode
    except (OSError, ValueError):
        return False
    return stat.S_ISFIFO(mode) or stat.S_ISREG(mode) or stat.S_ISSOCK(mode)


def is_address(name: str) -> bool:
    """Whether a name is a web address."""
    return name.startswith(("http://", "https://"))


def media_type(declared: str) -> str:
    """The first part of a Content-Type; empty if what is declared is a charset alone."""
    first = declared.partition(";")[0].strip().lower()
    return first if "/" in first else ""


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
    """What is wrong with a name that can't be a file's; None if it can."""
    if not name:
        return "the name of the page is empty"
    is_other = "://" in name and not Path(name).exists()
    return "only http and https addresses can be fetched" if is_other else None


def _in_folder(folder: Path) -> Iterator[Input]:
    paths = sorted(path for path in folder.rglob("*") if path.name.lower().endswith(PAGE_SUFFIXES) and path.is_file())
    for path in paths:
        place = path.relative_to(folder)
        yield Input(str(path), str(place.with_name(_without_suffix(place.name))))
    if not paths:
        suffixes = ", ".join(PAGE_SUFFIXES[:3])
        yield Input(str(folder), folder.name, f"found no pages in this folder: no file name ends in {suffixes}")


def _without_suffix(name: str) -> str:
    for suffix in sorted(PAGE_SUFFIXES, key=len, reverse=True):
        if name.lower().endswith(suffix) and len(name) > len(suffix):
            return name[: -len(suffix)]
    return name


def _place_of_address(address: str) -> str:
    """host/path, with the query, so that two pages of one script differ."""
    try:
        parts = urlsplit(address)
    except ValueError:  # such as https://[broken; reading it reports the error
        return _as_file_name(address)
    path = PurePosixPath("/", parts.path, *(["index"] if parts.path.endswith("/") or not parts.path else []))
    steps = [_as_file_name(step) for step in [parts.netloc, *path.parts[1:]] if step not in ("", ".", "..")]
    query = _as_file_name("_" + parts.query) if parts.query else ""
    return _without_suffix("/".join(steps)) + query


def _as_file_name(text: str) -> str:
    return "".join(c if c.isalnum() or c in "-_.~" else "_" for c in text)[:120]


@dataclass(frozen=True)
class Content:
    """The bytes of a page, and what is known about them."""

    raw: bytes
    url: str | None = None
    """The address that answered, after redirects."""
    content_type: str | None = None
    """Of the HTTP header."""

    def type_with(self, encoding: str | None) -> str | None:
        """The Content-Type to read it with. `--encoding` stands before the header and the file's name, part by part.

        >>> Content(b"", content_type="text/markdown; charset=utf-8").type_with("gbk")
        'text/markdown; charset=gbk'
        """
        if encoding is None or self.content_type is None or media_type(encoding):
            return encoding or self.content_type
        own = media_type(self.content_type)
        return f"{own}; charset={encoding}" if own else encoding


def read_input(name: str, *, is_private_allowed: bool = False) -> Content:
    """The bytes of a page. Private networks and this machine are fetched from only if that is allowed."""
    if is_address(name):
        return _fetched(name, is_private_allowed)
    if name == "-":
        content = Content(sys.stdin.buffer.read())
    else:
        raw = Path(name).read_bytes()
        is_zipped = name.lower().endswith(".gz")
        suffix = Path(name.lower().removesuffix(".gz")).suffix
        content = Content(_unzipped(raw) if is_zipped else raw, content_type=_CONTENT_TYPES.get(suffix))
    if not content.raw.strip():
        raise NotHtmlError("the input is empty" if not content.raw else "the input is only white space")
    return content


def _unzipped(content: bytes) -> bytes:
    # Not at the top: most pages are not compressed.
    import gzip
    import io
    import zlib

    try:
        with gzip.GzipFile(fileobj=io.BytesIO(content)) as file:
            return file.read(MAX_UNZIPPED_BYTES + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(f"can't decompress the file: {error}") from error


def _fetched(address: str, is_private_allowed: bool) -> Content:
    """The page at an address; a FetchError says why there is none."""
    policy = policy_for(is_private_allowed)
    from maintext.fetch import fetch_page

    page = fetch_page(address, policy).checked()
    return Content(page.body, page.url, page.content_type)


def policy_for(is_private_allowed: bool) -> Policy:
    """The limits of a fetch, with private networks if they are allowed."""
    try:
        from maintext.fetch import EVERY_NETWORK, Policy
    except ImportError as error:
        raise MissingPackageError(error.name or "httpcore", "fetch") from error
    return Policy(allowed_networks=EVERY_NETWORK if is_private_allowed else ())
