"""A task for guarded processes in which some pages do what hostile pages do to a parser with a bug."""

import os
import signal
from collections.abc import Callable
from typing import Any

from maintext.crawl.guarded_visits import visit_task


def killer_task(**options: Any) -> Callable[[dict[str, Any]], tuple[Any, ...]]:
    read = visit_task(**options)

    def read_or_die(item: dict[str, Any]) -> tuple[Any, ...]:
        url = item["response"][0]
        if url.endswith("/panic"):
            raise RuntimeError("index out of bounds")
        if url.endswith("/crash"):
            os.kill(os.getpid(), signal.SIGSEGV)
        if url.endswith("/hang"):
            while True:
                pass
        if url.endswith("/eat"):
            _ = bytearray(10 * 2**30)
        return read(item)

    return read_or_die
