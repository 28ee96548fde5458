"""Model files -> arrays. A model is `<name>.npz`, arrays alone, and `<name>.json`, its card: what it was made
from and how, what it scores. Never a pickle: reading a model runs no code.

>>> read_card("leaf")["data"]["chinese_train"]["pages"]
39
"""

from __future__ import annotations

import io
import json
import math
import re
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from maintext.atomic_output import atomic_file
from maintext.errors import ModelError

Arrays: TypeAlias = dict[str, NDArray[Any]]


class Model(Protocol):
    """A model that can be written to a file."""

    def to_arrays(self) -> Arrays:
        """The arrays of the file."""
        ...


_HERE = Path(__file__).parent


MAX_BYTES = 100_000_000
"""Of a model file after decompression; the default model has 2.8 million."""
_COMPRESSIONS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_PLAIN_HEADER = re.compile(
    rb"\x93NUMPY\x01\x00..\{'descr': '([<|][biufU][0-9]{1,3})', 'fortran_order': False, "
    rb"'shape': \(([0-9, ]*)\), \} *\n",
    re.DOTALL,
)
"""The header of an array of numbers as NumPy writes it. Its own reader compiles every header as Python code, which
takes longer than reading the arrays."""
_HEADERS = {(1, 0): np.lib.format.read_array_header_1_0, (2, 0): np.lib.format.read_array_header_2_0}

# The errors of the zip and array readers on other bytes.
_UNREADABLE = (OSError, ValueError, EOFError, zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError)


def read_arrays(path: Path, kind: str) -> Arrays:
    """The arrays of a model file of that kind, read-only."""
    try:
        with zipfile.ZipFile(path) as file:
            _check_size(file)
            arrays = {name.removesuffix(".npy"): _read_member(file, name) for name in file.namelist()}
    except _UNREADABLE as error:
        raise ModelError(f"{path.name} is not a model file: {error}") from error
    found = str(arrays.pop("kind", "none"))
    if found != kind:
        raise ModelError(f"{path.name} is a model of kind {found!r}, expected {kind!r}")
    for array in arrays.values():
        array.setflags(write=False)
    return arrays


def model_kind(path: Path) -> str:
    """The kind of a model file, such as leaf; no array but that is read."""
    try:
        with zipfile.ZipFile(path) as file:
            _check_size(file)
            return str(_read_member(file, "kind.npy"))
    except (*_UNREADABLE, KeyError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise ModelError(f"can't read {path} as a model file: {why}") from error


def _check_size(file: zipfile.ZipFile) -> None:
    """Refuses a file that would take much memory, before anything is decompressed."""
    # Sizes in the directory can be trusted: nothing is read beyond them. Only deflate is decompressed piece by piece.
    n_bytes = sum(member.file_size for member in file.infolist())
    if n_bytes > MAX_BYTES:
        raise ValueError(f"it has {n_bytes:,} bytes after decompression, the limit is {MAX_BYTES:,}")
    if any(member.compress_type not in _COMPRESSIONS for member in file.infolist()):
        raise ValueError("it is compressed by another method than deflate")


def _read_member(file: zipfile.ZipFile, name: str) -> NDArray[Any]:
    content = file.read(name)
    shape, is_fortran, dtype, start = _read_header(content, name)
    # NumPy allocates what the header claims before it reads; so the claim is compared with what is there.
    n_claimed, n_there = math.prod(shape) * dtype.itemsize, len(content) - start
    if dtype.hasobject:
        raise ValueError(f"{name} holds Python objects, expected numbers")
    if n_claimed != n_there:
        raise ValueError(f"{name} claims {n_claimed:,} bytes of {dtype} and has {n_there:,}")
    array = np.frombuffer(content, dtype, offset=start).reshape(shape, order="F" if is_fortran else "C")
    # NumPy pads headers so that the numbers are aligned; a file of another writer may need a copy.
    return array if array.flags.aligned else array.copy(order="K")


def _read_header(content: bytes, name: str) -> tuple[tuple[int, ...], bool, np.dtype[Any], int]:
    """Shape, whether columns come first, type, and where the numbers begin."""
    plain = _PLAIN_HEADER.match(content)
    if plain and plain.end() == 10 + int.from_bytes(content[8:10], "little"):
        shape = tuple(int(size) for size in plain[2].split(b",") if size.strip())
        return shape, False, np.dtype(plain[1].decode()), plain.end()
    stream = io.BytesIO(content)
    version = np.lib.format.read_magic(stream)
    if version not in _HEADERS:
        raise ValueError(f"{name} is an array of format {version}")
    return *_HEADERS[version](stream), stream.tell()


def write_arrays(path: Path, kind: str, arrays: Mapping[str, NDArray[Any]]) -> None:
    """A model file; the same arrays give the same bytes."""
    with atomic_file(path) as part, zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as file:
        for name, array in {"kind": np.array(kind), **arrays}.items():
            # A member without a date: NumPy's own writer puts the time of day into the file.
            member = zipfile.ZipInfo(f"{name}.npy")
            member.compress_type = zipfile.ZIP_DEFLATED
            with file.open(member, "w") as out:
                np.lib.format.write_array(out, np.asarray(array, order="C"), allow_pickle=False)


def numbers(arrays: Mapping[str, NDArray[Any]], name: str, shape: tuple[int, ...]) -> NDArray[np.float32]:
    """One array of a model, of the shape that it must have."""
    array = arrays.get(name)
    if array is None or array.shape != shape or array.dtype.kind not in "biuf":
        found = "is missing" if array is None else f"is {array.shape} of {array.dtype}"
        raise ModelError(f"{name} {found}, expected numbers of shape {shape}")
    if not np.isfinite(array).all():
        raise ModelError(f"{name} has {np.count_nonzero(~np.isfinite(array))} numbers that are not finite")
    return array.astype(np.float32)


def shipped(name: str) -> Arrays:
    """The arrays of a model that comes with the package. Its kind is its name."""
    return read_arrays(_HERE / f"{name}.npz", name)


def read_card(name: str) -> dict[str, Any]:
    """The card of a model that comes with the package."""
    card: dict[str, Any] = json.loads((_HERE / f"{name}.json").read_text(encoding="utf-8"))
    return card
