"""Coroutine -> its result, for the functions that exist with `async` and without it."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

Result = TypeVar("Result")


def run_to_end(work: Coroutine[Any, Any, Result]) -> Result:
    """Runs a coroutine from synchronous code."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work)
    # Inside a running loop, as in a notebook, a second loop needs a thread of its own.
    with ThreadPoolExecutor(1) as executor:
        return executor.submit(asyncio.run, work).result()
