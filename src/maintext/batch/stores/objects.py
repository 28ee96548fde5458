"""An object store as a store: s3://, gs://, abfs:// through fsspec.

An object is visible once its upload is complete, under its final name; nothing is renamed. Files are written to a local
file first and uploaded in one put, or in one multipart upload if they are large, which shows nothing before its end.
"""

from __future__ import annotations

import shutil
import tempfile
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import cached_property, partial
from itertools import islice
from pathlib import Path
from time import sleep
from typing import Any, TypeVar

from maintext.batch.stores.object_lock import object_lock
from maintext.batch.stores.protocol import CheckLock
from maintext.errors import (
    BatchError,
    BucketNotFoundError,
    MaintextError,
    MissingPackageError,
    StorageError,
    StoragePermissionError,
)

PACKAGES = {
    "s3": ("s3fs", "s3"),
    "s3a": ("s3fs", "s3"),
    "gs": ("gcsfs", "gcs"),
    "gcs": ("gcsfs", "gcs"),
    "abfs": ("adlfs", "azure"),
    "abfss": ("adlfs", "azure"),
    "az": ("adlfs", "azure"),
}
"""Protocol -> the package that speaks it, and the extra that installs it. All of them publish objects whole."""
N_ATTEMPTS = 5
"""For each request that fails, beside the attempts that the package makes."""
WAIT_SECONDS = 0.5
"""Before the second attempt; doubled before each further one."""
READ_AT_ONCE = 1000

Value = TypeVar("Value")


class ObjectStore:
    """Objects whose names begin with an address."""

    def __init__(self, address: str, scratch: str = "") -> None:
        self.address = address
        self._given_scratch = scratch
        self.files, self.root = _file_system(address)
        if "/" not in self.root.strip("/"):
            raise BatchError(f"{address} is a whole bucket; name a folder in it, such as {address}/corpus")

    @cached_property
    def scratch(self) -> Path:
        """A temporary folder of this machine, removed at the end; that of the driver if it is on this machine."""
        if self._given_scratch and Path(self._given_scratch).is_dir():
            return Path(self._given_scratch)
        folder = Path(tempfile.mkdtemp(prefix="maintext-batch-"))
        weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
        return folder

    def holds(self, path: str) -> bool:
        """Whether an input lies below the address."""
        protocol, _, rest = path.partition("://")
        return protocol in PACKAGES and rest.startswith(self.address.partition("://")[2] + "/")

    def exists(self, name: str) -> bool:
        """Whether an object is there."""
        return bool(self._request("look for", name, lambda: self.files.exists(self._path(name))))

    def names(self, folder: str) -> list[str]:
        """The names of the objects directly below a prefix."""
        # Not `find` with a depth: it takes a listing that is refused for an empty one.
        return self._list(folder, lambda path: self._below(self.files.ls(path, detail=True)))

    def parts(self) -> list[str]:
        """The names of all result objects."""
        found = self._list("", lambda path: self._below(self.files.find(path, detail=True).values()))
        return [name for name in found if not name.startswith("_") and name.rpartition("/")[2].startswith("part-")]

    def _list(self, folder: str, send: Callable[[str], list[str]]) -> list[str]:
        try:
            return sorted(self._request("list", folder, lambda: send(self._path(folder))))
        except FileNotFoundError:
            return []

    def _below(self, details: Iterable[Mapping[str, Any]]) -> list[str]:
        paths = [str(about["name"]) for about in details if about.get("type") != "directory"]
        return [path[len(self.root) + 1 :] for path in paths if path.startswith(self.root + "/")]

    def read(self, name: str) -> bytes:
        """The content of an object; FileNotFoundError if there is none."""
        return bytes(self._request("read", name, lambda: self.files.cat_file(self._path(name))))

    def read_many(self, names: Iterable[str]) -> Iterator[bytes]:
        """The contents of objects, many at a time."""
        rest = iter(names)
        while chunk := [self._path(name) for name in islice(rest, READ_AT_ONCE)]:
            found = self._request("read", "", partial(self.files.cat, chunk))
            yield from (found[path] for path in chunk) if isinstance(found, dict) else [found]

    @contextmanager
    def writing(self, name: str) -> Iterator[Path]:
        """A local path that is uploaded at the end, if nothing is raised."""
        with self._local_file() as path:
            yield path
            self._request("write", name, lambda: self.files.put_file(str(path), self._path(name)))

    @contextmanager
    def reading(self, name: str) -> Iterator[Path]:
        """A local copy."""
        with self._local_file() as path:
            self._request("read", name, lambda: self.files.get_file(self._path(name), str(path)))
            yield path

    def remove(self, names: Iterable[str]) -> None:
        """Removes objects, as far as they exist."""
        found = [self._path(name) for name in names]
        if found:
            with suppress(FileNotFoundError):
                self._request("remove", "", lambda: self.files.rm(found))

    def remove_unfinished(self) -> None:
        """Nothing: what was not uploaded to its end is not visible."""

    def create(self, name: str, content: bytes) -> bool:
        """Writes an object that does not exist yet; False if another one does."""
        try:
            self._request("write", name, lambda: self.files.pipe_file(self._path(name), content, mode="create"))
        except FileExistsError:
            # It may be ours: an attempt that seemed to fail may have succeeded.
            return self.read(name) == content
        return True

    def replace(self, name: str, content: bytes) -> None:
        """Writes a small object."""
        self._request("write", name, lambda: self.files.pipe_file(self._path(name), content))

    def lock(self) -> AbstractContextManager[CheckLock]:
        """An object that its owner renews; see `object_lock`."""
        return object_lock(self)

    def _path(self, name: str) -> str:
        return f"{self.root}/{name}" if name else self.root

    @contextmanager
    def _local_file(self) -> Iterator[Path]:
        with tempfile.TemporaryDirectory(dir=self.scratch) as folder:
            yield Path(folder) / "part"

    def _request(self, action: str, name: str, send: Callable[[], Value]) -> Value:
        """The answer to a request, which is sent again if that may help."""
        where = f"{self.address}/{name}" if name else self.address
        for attempt in range(N_ATTEMPTS):
            try:
                return send()
            except Exception as error:  # every storage package has errors of its own
                known = _known_error(error, action, where)
                if known is not None:
                    raise known from error
                if attempt == N_ATTEMPTS - 1:
                    raise StorageError(
                        f"can't {action} {where} in {N_ATTEMPTS} attempts: {type(error).__name__}: {error}"
                    ) from error
            sleep(WAIT_SECONDS * 2**attempt)
        raise AssertionError("the last attempt returns or raises")


def _known_error(error: Exception, action: str, where: str) -> Exception | None:
    """The error to raise if another attempt won't help."""
    kind, message = type(error).__name__, str(error)
    if isinstance(error, MaintextError):
        return error
    if isinstance(error, FileExistsError) or "PreconditionFailed" in message:
        return FileExistsError(where)
    if "Credential" in kind or "Credential" in message:
        return StoragePermissionError(f"can't {action} {where}: no valid credentials ({message})")
    if isinstance(error, PermissionError):
        return StoragePermissionError(f"no permission to {action} {where}: {message}")
    if isinstance(error, FileNotFoundError):
        # Stores accept new names when they write, so the bucket is what is missing.
        is_bucket = action == "write" or "specified bucket" in message or "NoSuchBucket" in message
        return BucketNotFoundError(f"can't {action} {where}: {message}") if is_bucket else FileNotFoundError(where)
    return None


def _file_system(address: str) -> tuple[Any, str]:
    """The fsspec file system of an address, which remembers no listings, and the path in it."""
    package, extra = PACKAGES[address.partition("://")[0]]
    try:
        from fsspec.core import url_to_fs

        files, path = url_to_fs(address, use_listings_cache=False)
    except ImportError as error:
        raise MissingPackageError(package if error.name != "fsspec" else "fsspec", extra) from error
    except ValueError as error:
        raise BatchError(f"can't open {address}: {error}") from error
    return files, str(path)
