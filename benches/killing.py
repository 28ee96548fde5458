"""A service for load: real pages are worked on as ever, and pages that ask for it do what hostile pages might.

A page whose title begins with `killer:` hangs, crashes, leaves or eats memory, as the title says.

    python -m benches.killing '{"max_seconds": 2, "n_quick": 2}'
"""

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from maintext.extractors import Extractor, Scores
from maintext.extractors.by import NamedExtractor, get_extractor
from maintext.page import Page
from maintext.serve.task import answer, answering
from tests.batch.killers import Killer


@dataclass(frozen=True)
class Hostage:
    """An extractor that does as hostile pages ask."""

    own: Extractor

    def __call__(self, page: Page) -> Scores:
        """Scores of the wrapped extractor, unless the page is a killer."""
        return Killer()(page) if (page.head.title or "").startswith("killer:") else self.own(page)


def killing() -> Callable[[Any], Any]:
    """The task of the service, as warm as its own."""
    answering()
    hostage_of = lru_cache(maxsize=None)(lambda by: NamedExtractor(by, Hostage(get_extractor(by))))
    return lambda item: answer(item, hostage_of(item["by"]))


def main(given: str = "{}") -> None:
    """Serves on a free port until it is killed."""
    # Here, because the guarded processes load this module for the task alone.
    from maintext.guard import GuardLimits
    from maintext.serve.app import make_app
    from maintext.serve.service import Settings
    from maintext.serve.workers import ConcurrencyLimits
    from maintext.web.listening import address_of, answer_on, listen

    chosen = json.loads(given)
    limits = GuardLimits(chosen.pop("max_seconds", 2.0), chosen.pop("max_bytes", 512_000_000))
    service = {name: chosen.pop(name) for name in ("max_body_bytes", "max_wait_seconds") if name in chosen}
    settings = Settings(
        limits=limits, concurrency=ConcurrencyLimits(**chosen), task="benches.killing:killing", **service
    )
    with listen("127.0.0.1", 0) as listener:
        print(f"serving on {address_of(listener, '127.0.0.1', None)}", flush=True)
        answer_on(listener, make_app(settings), settings.max_wait_seconds, lifespan="on")


if __name__ == "__main__":
    main(*sys.argv[1:])
