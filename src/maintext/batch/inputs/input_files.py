"""What the user names -> the files to read: files, folders, globs, lists of paths; here or at any fsspec address.

The name of a file shows its kind, or else its first bytes, if the user named the file itself.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, cast

from maintext.errors import BatchError, MissingPackageError

KINDS = {
    "warc": (".warc", ".warc.gz", ".warc.zst"),
    "html": (".html", ".htm", ".xhtml", ".html.gz", ".htm.gz"),
    "jsonl": (".jsonl", ".ndjson", ".jsonl.gz", ".ndjson.gz", ".jsonl.zst", ".ndjson.zst"),
    "parquet": (".parquet",),
    "paths": (".paths", ".paths.gz", ".txt", ".txt.gz"),
}
"""Of each kind of file, how its name ends."""


@dataclass(frozen=True)
class InputFile:
    """A file to read."""

    path: str
    kind: str
    n_bytes: int | None
    """None if the place it is at does not tell."""


@dataclass(frozen=True)
class InputFiles:
    """The files to read, and those that were passed by."""

    files: tuple[InputFile, ...]
    ignored: tuple[str, ...]
    """Files of folders whose names say nothing."""


def find_input_files(inputs: Iterable[str], prefix: str = "") -> InputFiles:
    """The files that the inputs name, each once, in order. Lists of paths have `prefix` put before each path."""
    sources: dict[str, InputFile] = {}
    ignored: dict[str, None] = {}
    for name in inputs:
        for path, n_bytes, is_named in _expand(name):
            kind = _kind_by_name(path) or (_kind_by_content(path) if is_named else None)
            if kind == "paths" and is_named:
                found = find_input_files(_read_list(path, prefix))
                sources.update((source.path, source) for source in found.files)
                ignored.update(dict.fromkeys(found.ignored))
            elif kind is None or kind == "paths":
                ignored[path] = None
            else:
                sources[path] = InputFile(path, kind, n_bytes)
    return InputFiles(tuple(sources.values()), tuple(ignored))


def open_input(path: str) -> IO[bytes]:
    """The bytes of a file, wherever it is."""
    if not _is_remote(path):
        return Path(path).open("rb")
    files, inner = _file_system(path)
    return cast("IO[bytes]", files.open(inner, "rb"))


def absolute_path(path: str) -> str:
    """The path as workers with another working directory find it."""
    return path if _is_remote(path) else str(Path(path).absolute())


def _expand(name: str) -> Iterator[tuple[str, int | None, bool]]:
    """Paths with their sizes, and whether the user named each itself."""
    if _is_remote(name):
        yield from _expand_remote(name)
        return
    path = Path(name)
    if path.is_dir():
        files = sorted(file for file in path.rglob("*") if file.is_file())
        yield from ((str(file), file.stat().st_size, False) for file in files)
    elif path.is_file():
        yield str(path), path.stat().st_size, True
    else:
        anchor = Path(path.anchor) if path.is_absolute() else Path()
        matches = sorted(anchor.glob(str(path.relative_to(anchor)))) if any(sign in name for sign in "*?[") else []
        if not matches:
            raise BatchError(f"there is no file or folder {name}")
        for match in matches:
            yield from _expand(str(match))


def _expand_remote(name: str) -> Iterator[tuple[str, int | None, bool]]:
    files, path = _file_system(name)
    if any(sign in path for sign in "*?["):
        paths = sorted(files.glob(path))
    elif not name.startswith(("http://", "https://")) and files.isdir(path):
        paths = sorted(files.find(path))
    else:
        try:
            yield name, files.info(path).get("size"), True
        except FileNotFoundError:
            raise BatchError(f"there is no file {name}") from None
        return
    if not paths:
        raise BatchError(f"there is no file or folder {name}")
    for found in paths:
        yield files.unstrip_protocol(found), files.info(found).get("size"), False


def _is_remote(name: str) -> bool:
    return "://" in name


def _file_system(name: str) -> tuple[Any, str]:
    try:
        from fsspec.core import url_to_fs

        files, path = url_to_fs(name)
    except ModuleNotFoundError as error:
        raise MissingPackageError(error.name or "fsspec", "batch") from error
    except ImportError as error:
        # It says what to install, which is different for each place.
        raise BatchError(f"{name} can't be read: {error}") from error
    except ValueError as error:
        raise BatchError(f"{name}: {error}") from error
    return files, path


def _kind_by_name(path: str) -> str | None:
    lower = path.lower()
    return next((kind for kind, endings in KINDS.items() if lower.endswith(endings)), None)


def _kind_by_content(path: str) -> str:
    with open_input(path) as file:
        start = file.read(1 << 16)
    if start.startswith((b"\x1f\x8b", b"\x28\xb5\x2f\xfd")):
        # Compressed records are what files without a name for it mostly are.
        return "warc"
    for kind, first in (("warc", b"WARC/"), ("parquet", b"PAR1"), ("jsonl", b"{"), ("html", b"<")):
        if start.lstrip().startswith(first):
            return kind
    raise BatchError(f"{path} is no WARC, HTML, JSONL or Parquet file")


def _read_list(path: str, prefix: str) -> list[str]:
    with open_input(path) as file:
        content = file.read()
    text = (gzip.decompress(content) if content.startswith(b"\x1f\x8b") else content).decode()
    lines = (line.strip() for line in text.splitlines())
    return [prefix + line for line in lines if line and not line.startswith("#")]
