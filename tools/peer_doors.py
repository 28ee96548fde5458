"""A plugin of pytest: in the test modules of another tool, its functions are replaced by our doors.

Only functions that we have a door for are replaced; what else the tests import stays theirs. Tests that call none
of them say nothing about the doors and are left out. At the end it prints how many passed.
"""

from __future__ import annotations

import os
from importlib import import_module
from types import CodeType, ModuleType

import pytest

DOORS = {
    "trafilatura": ("bare_extraction", "baseline", "extract", "extract_metadata", "extract_with_metadata", "html2txt"),
    "justext": ("justext", "get_stoplist", "get_stoplists"),
}
"""By peer: the functions that are replaced. What fetches is left alone: nothing is downloaded here."""


def names_in(code: CodeType) -> set[str]:
    """Every global name that a function's code mentions, also in functions inside it."""
    inner = (names_in(part) for part in code.co_consts if isinstance(part, CodeType))
    return set(code.co_names).union(*inner)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Replaces the functions, and leaves out the tests that call none of them."""
    peer = os.environ["MAINTEXT_DOOR"]
    door = import_module(f"maintext.compat.{peer}")
    kept = []
    for item in items:
        if not isinstance(item, pytest.Function):
            continue
        present = [name for name in DOORS[peer] if hasattr(item.module, name)]
        for name in present:
            is_package = isinstance(getattr(item.module, name), ModuleType)
            setattr(item.module, name, door if is_package else getattr(door, name))
        if names_in(item.function.__code__).intersection(present):
            kept.append(item)
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = kept
