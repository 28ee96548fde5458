"""Arrays as a model file has them: a type, a shape and bytes.

The native core reads them as they are. NumPy is imported when someone wants an array: its import takes longer than
reading a model and extracting dozens of pages with it.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

_CODES = {"b1": "?", "i1": "b", "i2": "h", "i4": "i", "i8": "q", "u1": "B", "u2": "H", "u4": "I", "u8": "Q"}
_CODES |= {"f2": "e", "f4": "f", "f8": "d"}
"""By type of number: its letter in `struct`."""


class StoredArray(NamedTuple):
    """An array of numbers or texts."""

    dtype: str
    """NumPy's name of the type: `<f4`. The lowest byte of a number comes first."""
    shape: tuple[int, ...]
    content: bytes
    start: int = 0
    """Where the array begins in the content, which it ends with."""

    @classmethod
    def of(cls, values: StoredArray | ArrayLike) -> StoredArray:
        """The array with these values."""
        if isinstance(values, StoredArray):
            return values
        import numpy as np

        array = np.asarray(values)
        plain = np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("<"))
        return cls(plain.dtype.str, array.shape, plain.tobytes())

    @property
    def array(self) -> NDArray[Any]:
        """The same for NumPy, read-only."""
        import numpy as np

        array: NDArray[Any] = np.frombuffer(self.content, self.dtype, offset=self.start).reshape(self.shape)
        if not array.flags.aligned:
            # NumPy pads headers so that the numbers are aligned; a file of another writer may need a copy.
            array = array.copy()
            array.setflags(write=False)
        return array

    @property
    def is_of_numbers(self) -> bool:
        """Whether it has numbers or bools, no texts."""
        return self.dtype[1:] in _CODES

    def numbers(self) -> tuple[float, ...]:
        """The numbers, row by row."""
        code = _CODES[self.dtype[1:]]
        count = (len(self.content) - self.start) // struct.calcsize(f"<{code}")
        return struct.unpack_from(f"<{count}{code}", self.content, self.start)

    def text(self) -> str:
        """The text, if it has just one."""
        return self.content[self.start :].decode("utf-32-le", "replace").rstrip("\0")
