"""Marks every test with what it needs, by what its module imports: a server, a browser, a cluster.

So `-m 'not (server or browser or cluster or slow)'` selects the tests that run anywhere in seconds. Tests that train
models, kill processes or read whole corpora are marked `slow` by hand.
"""

import signal
from collections.abc import Iterable
from types import ModuleType

import hypothesis
import pytest

MARKS = {
    "tests.web_server": "server",
    "tests.served": "server",
    "tests.batch.servers": "server",
    "tests.label.folders": "server",
    "tests.browser": "browser",
    "tests.label.web_page": "browser",
    "tests.serve.web_page": "browser",
    "tests.batch.clusters": "cluster",
}
"""By module with test equipment: the mark of tests that use it."""


hypothesis.settings.register_profile("same", derandomize=True, deadline=None)
hypothesis.settings.register_profile("search", deadline=None, print_blob=True)
# A find of chance must not stop a change that has nothing to do with it; `make properties` looks for such finds.
hypothesis.settings.load_profile("same")


def pytest_configure() -> None:
    """Lets tests interrupt the commands that they start.

    A shell starts background jobs (`make test &`, nohup) with Ctrl-C ignored, and programs inherit that. A command that
    installs no handler of its own before a test interrupts it would then run to its end, or for ever.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


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
