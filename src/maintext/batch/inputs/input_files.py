"""What the user names -> the files to read: files, folders, globs, lists of paths; local or at any fsspec address.

The name of a file decides its kind. A file without a known ending is judged by its first bytes if the user named it.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, cast

from maintext.batch.inputs.decompression import BrokenMember, read_chunks
from maintext.errors import BatchError, MissingPackageError

KINDS = {
    "warc": (".warc", ".warc.gz", ".warc.zst"),
    "html": (".html", ".htm", ".xhtml", ".html.gz", ".htm.gz"),
    "jsonl": (".jsonl", ".ndjson", ".jsonl.gz", ".ndjson.gz", ".jsonl.zst", ".ndjson.zst"),
    "parquet": (".parquet",),
    "paths": (".paths", ".paths.gz", ".txt", ".txt.gz"),
}
"""Kind -> the file name endings that mean it."""
MAX_LIST_BYTES = 256 * 1024**2
"""A list of paths after decompression: two million paths."""


@dataclass(frozen=True)
class InputFile:
    """A file to read."""

    path: str
    kind: str
    n_bytes: int | None
    """None if the storage does not report it."""

    @property
    def label(self) -> str:
        """The path as a text that every file format can hold."""
        return printable_path(self.path)


@dataclass(frozen=True)
class InputFiles:
    """The files to read, and those that were ignored."""

    files: tuple[InputFile, ...]
    ignored: tuple[str, ...]
    """Files with unknown endings inside folders."""


def find_input_files(inputs: Iterable[str], prefix: str = "") -> InputFiles:
    """The files that the inputs name, each once, in order. `prefix` is put before each path of a list of paths."""
    files: dict[str, InputFile] = {}
    ignored: dict[str, None] = {}
    for name in inputs:
        for path, n_bytes, is_named in _expand(name):
            kind = _kind_by_name(path) or (_kind_by_content(path) if is_named else None)
            if kind == "paths" and is_named:
                found = find_input_files(_read_list(path, prefix))
                files.update((file.path, file) for file in found.files)
                ignored.update(dict.fromkeys(found.ignored))
            elif kind is None or kind == "paths" or (n_bytes is None and not is_remote(path)):
                ignored[path] = None
            else:
                files[path] = InputFile(path, kind, n_bytes)
    return InputFiles(tuple(files.values()), tuple(ignored))


def open_input(path: str) -> IO[bytes]:
    """Opens a file for reading, wherever it is."""
    if not is_remote(path):
        return Path(path).open("rb")
    files, inner = file_system(path)
    return cast("IO[bytes]", files.open(inner, "rb"))


def absolute_path(path: str) -> str:
    """The path as workers with another working directory find it."""
    return path if is_remote(path) else str(Path(path).absolute())


def printable_path(path: str) -> str:
    """A path as text; bytes of a file name that are not UTF-8 are escaped."""
    return path.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def _expand(name: str) -> Iterator[tuple[str, int | None, bool]]:
    """Paths with their sizes, and whether the user named the file itself.

    The size is None where a store does not say it, and for pipes and devices: a read from a pipe may wait without end.
    """
    if is_remote(name):
        yield from _expand_remote(name)
        return
    path = Path(name)
    if path.is_dir():
        yield from _walk(path)
    elif path.is_file():
        yield str(path), path.stat().st_size, True
    else:
        anchor = Path(path.anchor) if path.is_absolute() else Path()
        matches = sorted(anchor.glob(str(path.relative_to(anchor)))) if any(sign in name for sign in "*?[") else []
        if not matches:
            raise BatchError(f"no such file or folder: {name}")
        for match in matches:
            if match.is_file() or match.is_dir():
                yield from _expand(str(match))
            else:
                yield str(match), None, False


def _walk(folder: Path) -> Iterator[tuple[str, int | None, bool]]:
    """The files of a folder and its subfolders, in order. A file that disappears meanwhile is left out."""
    found: list[tuple[str, int | None]] = []
    for parent, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(parent, name)  # noqa: PTH118 - a Path for each of 100,000 files takes seconds
            try:
                status = os.stat(path)  # noqa: PTH116 - likewise
            except OSError:
                continue
            found.append((path, status.st_size if stat.S_ISREG(status.st_mode) else None))
    yield from ((path, n_bytes, False) for path, n_bytes in sorted(found))


def _expand_remote(name: str) -> Iterator[tuple[str, int | None, bool]]:
    files, path = file_system(name)
    if any(sign in path for sign in "*?["):
        details = files.glob(path, detail=True)
    elif not name.startswith(("http://", "https://")) and files.isdir(path):
        details = files.find(path, detail=True)
    else:
        try:
            yield name, files.info(path).get("size"), True
        except FileNotFoundError:
            raise BatchError(f"no such file: {name}") from None
        return
    found = sorted((each, about) for each, about in details.items() if about.get("type") != "directory")
    if not found:
        raise BatchError(f"no such file or folder: {name}")
    for each, about in found:
        yield files.unstrip_protocol(each), about.get("size"), False


def is_remote(name: str) -> bool:
    """Whether a name is an address that fsspec opens."""
    return "://" in name


def file_system(address: str) -> tuple[Any, str]:
    """The fsspec file system of an address, and the path in it."""
    try:
        from fsspec.core import url_to_fs

        files, path = url_to_fs(address)
    except ModuleNotFoundError as error:
        raise MissingPackageError(error.name or "fsspec", "batch") from error
    except ImportError as error:
        # The message names the package to install, which depends on the storage.
        raise BatchError(f"can't open {address}: {error}") from error
    except ValueError as error:
        raise BatchError(f"can't open {address}: {error}") from error
    return files, path


def _kind_by_name(path: str) -> str | None:
    lower = path.lower()
    return next((kind for kind, endings in KINDS.items() if lower.endswith(endings)), None)


def _kind_by_content(path: str) -> str:
    with open_input(path) as file:
        start = file.read(1 << 16)
    if start.startswith((b"\x1f\x8b", b"\x28\xb5\x2f\xfd")):
        # Most compressed files without a telling name are archives.
        return "warc"
    for kind, first in (("warc", b"WARC/"), ("parquet", b"PAR1"), ("jsonl", b"{"), ("html", b"<")):
        if start.lstrip().startswith(first):
            return kind
    raise BatchError(f"{path} is not a WARC, HTML, JSONL or Parquet file")


def _read_list(path: str, prefix: str) -> list[str]:
    content = bytearray()
    with open_input(path) as file:
        for chunk in read_chunks(file):
            if isinstance(chunk, BrokenMember):
                raise BatchError(f"can't read the list of paths {path}: {chunk.reason}")
            content += chunk.data
            if len(content) > MAX_LIST_BYTES:
                raise BatchError(f"the list of paths {path} has more than {MAX_LIST_BYTES:,} bytes")
    lines = (line.strip() for line in content.decode("utf-8", "surrogateescape").splitlines())
    return [prefix + line for line in lines if line and not line.startswith("#")]
