"""Model files -> arrays. A model is `<name>.npz`, arrays alone, and `<name>.json`, its card: what it was made
from and how, what it scores. Never a pickle: reading a model runs no code.

>>> read_card("leaf")["data"]["chinese_train"]["pages"]
39
"""

from __future__ import annotations

import json
import math
import re
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from maintext.errors import ModelError
from maintext.trained.stored_arrays import StoredArray

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Arrays: TypeAlias = "dict[str, NDArray[Any]]"


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
    rb"\x93NUMPY\x01\x00..\{'descr': '(\|[biu]1|<[iuf][48]|<[iu]2|<U[0-9]{1,3})', 'fortran_order': False, "
    rb"'shape': \(([0-9, ]*)\), \} *\n",
    re.DOTALL,
)
"""The header of an array as NumPy writes it. NumPy's own reader compiles every header as Python code, which takes
longer than reading the arrays."""

# The errors of the zip and array readers on other bytes.
_UNREADABLE = (OSError, ValueError, EOFError, zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError)


def read_stored(path: Path, kind: str) -> dict[str, StoredArray]:
    """The arrays of a model file of that kind, as they are in the file."""
    try:
        with zipfile.ZipFile(path) as file:
            _check_size(file)
            arrays = {name.removesuffix(".npy"): _read_member(file, name) for name in file.namelist()}
    except _UNREADABLE as error:
        raise ModelError(f"{path.name} is not a model file: {error}") from error
    found = stored_text(arrays.pop("kind", None))
    if found != kind:
        raise ModelError(f"{path.name} is a model of kind {found!r}, expected {kind!r}")
    return arrays


def read_arrays(path: Path, kind: str) -> Arrays:
    """The arrays of a model file of that kind for NumPy, read-only."""
    return {name: stored.array for name, stored in read_stored(path, kind).items()}


def stored_text(stored: StoredArray | None) -> str:
    """The string that an array holds, such as the kind of a model; "none" without an array."""
    return "none" if stored is None else stored.text()


def model_kind(path: Path) -> str:
    """The kind of a model file, such as leaf; no array but that is read."""
    try:
        with zipfile.ZipFile(path) as file:
            _check_size(file)
            return _read_member(file, "kind.npy").text()
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


def _read_member(file: zipfile.ZipFile, name: str) -> StoredArray:
    content = file.read(name)
    plain = _PLAIN_HEADER.match(content)
    if plain is None or plain.end() != 10 + int.from_bytes(content[8:10], "little"):
        return _read_unusual(content, name)
    dtype = plain[1].decode()
    shape = tuple(int(size) for size in plain[2].split(b",") if size.strip())
    n_bytes_each = int(dtype[2:]) * (4 if dtype[1] == "U" else 1)
    _check_claim(name, math.prod(shape) * n_bytes_each, _name_of(dtype), len(content) - plain.end())
    return StoredArray(dtype, shape, content, plain.end())


def _name_of(dtype: str) -> str:
    """A type as people call it: `<f8` is float64."""
    names = {"b": "bool", "i": "int", "u": "uint", "f": "float", "U": "text"}
    return names[dtype[1]] + (str(8 * int(dtype[2:])) if dtype[1] in "iuf" else "")


def _read_unusual(content: bytes, name: str) -> StoredArray:
    """The array of a header that NumPy has to read: by column, of another order of bytes, of a later version."""
    import io

    import numpy as np

    stream = io.BytesIO(content)
    version = np.lib.format.read_magic(stream)
    headers = {(1, 0): np.lib.format.read_array_header_1_0, (2, 0): np.lib.format.read_array_header_2_0}
    if version not in headers:
        raise ValueError(f"{name} is an array of format {version}")
    shape, is_fortran, dtype = headers[version](stream)
    if dtype.hasobject:
        raise ValueError(f"{name} holds Python objects, expected numbers")
    _check_claim(name, math.prod(shape) * dtype.itemsize, str(dtype), len(content) - stream.tell())
    array = np.frombuffer(content, dtype, offset=stream.tell())
    return StoredArray.of(array.reshape(shape, order="F" if is_fortran else "C"))


def _check_claim(name: str, n_claimed: int, dtype: str, n_there: int) -> None:
    """Refuses an array whose header claims another size than it has: readers allocate what the header claims."""
    if n_claimed != n_there:
        raise ValueError(f"{name} claims {n_claimed:,} bytes of {dtype} and has {n_there:,}")


def write_arrays(path: Path, kind: str, arrays: Mapping[str, NDArray[Any]]) -> None:
    """A model file; the same arrays give the same bytes."""
    import numpy as np

    from maintext.atomic_output import atomic_file

    with atomic_file(path) as part, zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as file:
        for name, array in {"kind": np.array(kind), **arrays}.items():
            # A member without a date: NumPy's own writer puts the time of day into the file.
            member = zipfile.ZipInfo(f"{name}.npy")
            member.compress_type = zipfile.ZIP_DEFLATED
            with file.open(member, "w") as out:
                np.lib.format.write_array(out, np.asarray(array, order="C"), allow_pickle=False)


def numbers(arrays: Mapping[str, NDArray[Any]], name: str, shape: tuple[int, ...]) -> NDArray[np.float32]:
    """One array of a model, of the shape that it must have."""
    import numpy as np

    own = {name: StoredArray.of(arrays[name])} if name in arrays else {}
    return np.array(stored_numbers(own, name, shape), dtype=np.float32).reshape(shape)


def stored_numbers(arrays: Mapping[str, StoredArray], name: str, shape: tuple[int, ...]) -> tuple[float, ...]:
    """The finite numbers of one array of a model, of the shape that it must have."""
    stored = arrays.get(name)
    if stored is None or stored.shape != shape or not stored.is_of_numbers:
        found = "is missing" if stored is None else f"is {stored.shape} of {stored.dtype}"
        raise ModelError(f"{name} {found}, expected numbers of shape {shape}")
    found_numbers = stored.numbers()
    n_not_finite = sum(not math.isfinite(number) for number in found_numbers)
    if n_not_finite:
        raise ModelError(f"{name} has {n_not_finite} numbers that are not finite")
    return found_numbers


def shipped(name: str) -> Arrays:
    """The arrays of a model that comes with the package. Its kind is its name."""
    return read_arrays(shipped_file(name), name)


def shipped_file(name: str) -> Path:
    """The file of a model that comes with the package."""
    return _HERE / f"{name}.npz"


def read_card(name: str) -> dict[str, Any]:
    """The card of a model that comes with the package."""
    card: dict[str, Any] = json.loads((_HERE / f"{name}.json").read_text(encoding="utf-8"))
    return card
