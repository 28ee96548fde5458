"""Model files: written, read, and broken in every way that should have a name."""

from __future__ import annotations

import contextlib
import io
import tracemalloc
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from maintext.errors import ModelError
from maintext.extractors.baselines import mss
from maintext.extractors.papers import leaf
from maintext.trained.files import MAX_BYTES, Arrays, model_kind, numbers, read_arrays, read_card, shipped, write_arrays


def test_arrays_survive_the_file(tmp_path: Path) -> None:
    arrays: Arrays = {"one": np.arange(3, dtype=np.int8), "two": np.array(0.5, dtype=np.float32)}
    write_arrays(tmp_path / "m.npz", "test", arrays)
    found = read_arrays(tmp_path / "m.npz", "test")
    assert {name: (array.tolist(), array.dtype) for name, array in found.items()} == {
        name: (array.tolist(), array.dtype) for name, array in arrays.items()
    }
    assert not found["one"].flags.writeable


def test_the_same_arrays_give_the_same_bytes(tmp_path: Path) -> None:
    for name in ("a.npz", "b.npz"):
        write_arrays(tmp_path / name, "test", {"one": np.arange(100)})
    assert (tmp_path / "a.npz").read_bytes() == (tmp_path / "b.npz").read_bytes()


def test_a_model_of_another_kind_is_refused(tmp_path: Path) -> None:
    write_arrays(tmp_path / "m.npz", "mss", {})
    with pytest.raises(ModelError, match="of kind 'mss', expected 'leaf'"):
        leaf.LeafClassifier.load(tmp_path / "m.npz")


def test_files_that_are_no_models_are_refused(tmp_path: Path) -> None:
    contents = [b"", b"nonsense", b"PK\x03\x04 broken", b"\x93NUMPY\x01\x00"]
    for content in contents:
        (tmp_path / "m.npz").write_bytes(content)
        with pytest.raises(ModelError):
            read_arrays(tmp_path / "m.npz", "leaf")
    with pytest.raises(ModelError):
        read_arrays(tmp_path / "missing.npz", "leaf")


def test_a_file_cut_short_is_refused(tmp_path: Path) -> None:
    write_arrays(tmp_path / "m.npz", "leaf", leaf.shipped_model().to_arrays())
    whole = (tmp_path / "m.npz").read_bytes()
    for n_bytes in (10, len(whole) // 2, len(whole) - 1):
        (tmp_path / "m.npz").write_bytes(whole[:n_bytes])
        with pytest.raises(ModelError):
            leaf.LeafClassifier.load(tmp_path / "m.npz")


def test_any_changed_byte_gives_a_model_or_a_model_error(tmp_path: Path) -> None:
    write_arrays(tmp_path / "m.npz", "leaf", leaf.shipped_model().to_arrays())
    whole = (tmp_path / "m.npz").read_bytes()
    for place in np.random.default_rng(1).integers(0, len(whole), 300).tolist():
        changed = bytearray(whole)
        changed[place] ^= 0x55
        (tmp_path / "m.npz").write_bytes(changed)
        with contextlib.suppress(ModelError):
            leaf.LeafClassifier.load(tmp_path / "m.npz")


def test_a_pickle_in_a_model_is_not_run(tmp_path: Path) -> None:
    np.savez(tmp_path / "m.npz", kind=np.array("leaf"), mean=np.array([object()]))
    with pytest.raises(ModelError, match="holds Python objects"):
        leaf.LeafClassifier.load(tmp_path / "m.npz")


def test_a_member_that_is_no_array_is_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "m.npz", "w") as file:
        file.writestr("kind.npy", b"no array")
    with pytest.raises(ModelError):
        leaf.LeafClassifier.load(tmp_path / "m.npz")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("mean", np.zeros(3)),
        ("mean", np.full(9, np.nan)),
        ("std", np.zeros(9)),
        ("base", np.zeros(2)),
        ("feature", np.full(1, 7)),
        ("first", np.zeros(0, dtype=np.int32)),
    ],
)
def test_a_leaf_model_with_a_wrong_array_is_refused(name: str, value: Any) -> None:
    with pytest.raises(ModelError):
        leaf.LeafModel.from_arrays({**leaf.shipped_model().to_arrays(), name: value})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("trigrams", np.zeros(3, dtype=np.int8)),
        ("trigrams", np.zeros(4)),
        ("trigrams", np.zeros(0, dtype=np.int8)),
        ("tags", np.zeros(3)),
        ("prior", np.array(np.inf)),
    ],
)
def test_an_mss_model_with_a_wrong_array_is_refused(name: str, value: Any) -> None:
    with pytest.raises(ModelError):
        mss.NaiveBayes.from_arrays({**mss.shipped_model().to_arrays(), name: value})


def test_a_missing_array_is_named() -> None:
    with pytest.raises(ModelError, match="mean is missing"):
        numbers({}, "mean", (9,))


@pytest.mark.parametrize("name", ["leaf", "mss"])
def test_shipped_models_are_small_and_have_cards_that_name_their_data(name: str) -> None:
    assert sum(array.nbytes for array in shipped(name).values()) < 1_000_000
    card = read_card(name)
    assert card["kind"] == name
    assert set(card["data"]) == {"wcxb_train", "newspaper_train", "readability_train", "chinese_train"}
    assert all(corpus["licence"] != "not stated" for corpus in card["data"].values())
    assert 0.5 < card["scores"]["f1"] < 1


def test_a_file_that_would_take_much_memory_is_refused_before_it_is_read(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "m.npz", "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("kind.npy", b"\0" * (MAX_BYTES + 1))
    assert (tmp_path / "m.npz").stat().st_size < 200_000
    tracemalloc.start()
    with pytest.raises(ModelError, match="100,000,001 bytes after decompression, the limit is 100,000,000"):
        read_arrays(tmp_path / "m.npz", "leaf")
    with pytest.raises(ModelError, match="100,000,001 bytes"):
        model_kind(tmp_path / "m.npz")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1_000_000


@pytest.mark.parametrize("shape", [(2**50,), (2**30, 2**30), (-1,), (0,), (7,)])
def test_an_array_that_claims_another_size_than_it_has_is_refused(tmp_path: Path, shape: tuple[int, ...]) -> None:
    header = io.BytesIO()
    np.lib.format.write_array_header_1_0(header, {"descr": "<f8", "fortran_order": False, "shape": shape})
    with zipfile.ZipFile(tmp_path / "m.npz", "w") as file:
        file.writestr("one.npy", header.getvalue() + b"\0" * 64)
    with pytest.raises(ModelError, match=r"one\.npy claims"):
        read_arrays(tmp_path / "m.npz", "leaf")


def test_a_compression_that_can_not_be_bounded_is_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "m.npz", "w", zipfile.ZIP_LZMA) as file:
        file.writestr("kind.npy", b"x")
    with pytest.raises(ModelError, match="another method than deflate"):
        read_arrays(tmp_path / "m.npz", "leaf")


def test_arrays_by_column_keep_their_order(tmp_path: Path) -> None:
    columns = np.asfortranarray(np.arange(6).reshape(2, 3))
    with zipfile.ZipFile(tmp_path / "m.npz", "w") as file:
        for name, array in {"kind": np.array("test"), "columns": columns}.items():
            content = io.BytesIO()
            np.lib.format.write_array(content, array)
            file.writestr(f"{name}.npy", content.getvalue())
    assert read_arrays(tmp_path / "m.npz", "test")["columns"].tolist() == [[0, 1, 2], [3, 4, 5]]
