"""Marks every test with what it needs, by what its module imports: a server, a browser, a cluster.

So `-m 'not (server or browser or cluster or slow)'` selects the tests that run anywhere in seconds. Tests that train
models, kill processes or read whole corpora are marked `slow` by hand.
"""

from collections.abc import Iterable
from types import ModuleType

import pytest

MARKS = {
    "tests.web_server": "server",
    "tests.served": "server",
    "tests.batch.servers": "server",
    "tests.label.folders": "server",
    "tests.browser": "browser",
    "tests.serve.web_page": "browser",
    "tests.batch.clusters": "cluster",
}
"""By module with test equipment: the mark of tests that use it."""


def pytest_collection_modifyitems(items: Iterable[pytest.Item]) -> None:
    for item in items:
        if isinstance(item, pytest.Function):
            for mark in needs(item.module):
                item.add_marker(mark)


def needs(module: ModuleType) -> set[str]:
    """The marks of a test module: one for each piece of equipment that it imports, also by way of another module."""
    values = list(vars(module).values())
    homes = {value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", "") for value in values}
    return {MARKS[home] for home in homes if home in MARKS}
