"""A short run of the load that `make bench-serve` measures: 64 connections, killers among them, nothing lost.

How long an answer takes says nothing on a machine that does other work, too: that is for the bench.
"""

import asyncio
import json
import time

import pytest

from benches.measure import RECORDS
from benches.serve import N_CONNECTIONS, N_KILLERS, Run, family_bytes, load, real_pages, table_rows
from tests.served import PATIENCE_S, Served
from tests.shared_data import ROOT, shared

WAVE_SECONDS = 3.0
MOST_WAVES = 8
MOST_GROWTH_BYTES = 40_000_000
"""Of all processes together, from one wave to the next, when all of them are warm."""


def wait_until_idle(server: Served) -> None:
    give_up = time.monotonic() + PATIENCE_S
    while time.monotonic() < give_up:
        lines = server.get("/metrics")[2].splitlines()
        if all(f"maintext_pages_{name} 0" in lines for name in ("waiting", "running", "slow")):
            return
        time.sleep(0.1)
    pytest.fail("pages are still waiting or running after 300 s")


def test_no_answer_is_lost_or_wrong_and_memory_stays_under_load_with_killers_among_the_pages() -> None:
    pages = real_pages([shared("corpora", "gn1.tar.xz")], 60)
    server = Served("-m", "benches.killing", json.dumps({"max_seconds": 1.0}))
    run = Run()
    memory: list[int] = []
    try:
        while len(memory) < MOST_WAVES and not is_at_rest(memory):
            run.add(asyncio.run(load(server.port, pages, WAVE_SECONDS, N_KILLERS)))
            wait_until_idle(server)
            memory.append(family_bytes(server.process.pid))
    finally:
        server.kill()
    assert not run.wrong, run.wrong
    assert len(run.seconds) >= len(memory) * (N_CONNECTIONS - N_KILLERS)
    assert run.n_killed >= len(memory) * N_KILLERS
    assert is_at_rest(memory), memory


def is_at_rest(memory: list[int]) -> bool:
    """Whether the last wave left nothing behind. While processes warm up, they grow; with a leak, they never stop."""
    return len(memory) > 2 and memory[-1] - memory[-2] < MOST_GROWTH_BYTES


def test_the_figures_in_the_docs_are_the_recorded_ones() -> None:
    newest = max(RECORDS.glob("*-serve.json"))
    docs = (ROOT / "docs" / "how-to" / "serve.md").read_text(encoding="utf-8")
    assert newest.name in docs
    assert all(row in docs for row in table_rows(json.loads(newest.read_text(encoding="utf-8"))))
