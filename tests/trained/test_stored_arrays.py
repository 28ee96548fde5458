"""Arrays as a model file has them: read by NumPy, by Python and by the native core as the same numbers."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from numpy.typing import NDArray

from maintext.errors import ModelError
from maintext.trained.files import read_arrays, read_stored
from maintext.trained.stored_arrays import StoredArray
from maintext.trained.trees import Trees

STUMP = {
    "feature": np.array([0, -1, -1]),
    "value": np.array([0.5, -1.0, 1.0]),
    "right": np.array([2, 0, 0]),
    "is_default_left": np.array([True, False, False]),
    "first": np.array([0]),
}
TYPES = ["?", "i1", "<i2", ">i4", "<i8", "u1", ">u2", "<u4", "<f4", ">f8"]


@settings(deadline=None)
@given(st.sampled_from(TYPES).flatmap(lambda dtype: arrays(dtype, array_shapes(min_dims=0, min_side=0))))
def test_numpy_and_python_read_the_same_numbers(array: NDArray[Any]) -> None:
    stored = StoredArray.of(array)
    assert stored.shape == array.shape
    assert np.array_equal(stored.array, array, equal_nan=array.dtype.kind == "f")
    assert np.array_equal(stored.numbers(), array.ravel(), equal_nan=True)
    assert not stored.array.flags.writeable


@pytest.mark.parametrize("order", ["<", ">"])
@pytest.mark.parametrize("width", ["2", "4", "8"])
def test_trees_are_the_same_whatever_type_their_arrays_have(order: str, width: str) -> None:
    stored = {name: array.astype(f"{order}i{width}") for name, array in STUMP.items() if name != "value"}
    trees = Trees.from_arrays({**stored, "value": STUMP["value"].astype(f"{order}f8")}, 0.0, 1)
    assert trees.margins(np.array([[0.4], [0.5], [np.nan]], dtype=np.float32)).tolist() == [-1.0, 1.0, -1.0]
    assert [column.dtype.name for column in (trees.feature, trees.value, trees.first)] == ["int32", "float32", "int32"]


def test_bytes_that_are_no_bools_are_refused() -> None:
    stored = StoredArray("|b1", (3,), b"\x02\x00\x00")
    with pytest.raises(ModelError, match="is_default_left has numbers that are not bool"):
        Trees.from_arrays({**STUMP, "is_default_left": stored}, 0.0, 1)


@pytest.mark.parametrize("n_before", [0, 1, 3])
def test_a_header_of_another_writer_may_leave_the_numbers_unaligned(tmp_path: Path, n_before: int) -> None:
    with zipfile.ZipFile(tmp_path / "m.npz", "w") as file:
        for name, array in {"kind": np.array("test"), "one": np.arange(4, dtype="<i8")}.items():
            content = io.BytesIO()
            np.lib.format.write_array(content, array)
            raw = bytearray(content.getvalue())
            # Fewer spaces at the end of the header, which pad it so that the numbers are aligned.
            start = 10 + int.from_bytes(raw[8:10], "little")
            del raw[start - 1 - n_before : start - 1]
            raw[8:10] = (start - 10 - n_before).to_bytes(2, "little")
            file.writestr(f"{name}.npy", bytes(raw))
    assert read_stored(tmp_path / "m.npz", "test")["one"].numbers() == (0, 1, 2, 3)
    found = read_arrays(tmp_path / "m.npz", "test")["one"]
    assert found.tolist() == [0, 1, 2, 3]
    assert found.flags.aligned
    assert not found.flags.writeable
