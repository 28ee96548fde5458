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
    run, memory = Run(), []
    try:
        for _ in range(3):
            run.add(asyncio.run(load(server.port, pages, WAVE_SECONDS, N_KILLERS)))
            wait_until_idle(server)
            memory.append(family_bytes(server.process.pid))
    finally:
        server.kill()
    assert not run.wrong, run.wrong
    assert len(run.seconds) >= 3 * (N_CONNECTIONS - N_KILLERS)
    assert run.n_killed >= 3 * N_KILLERS
    # After the first wave everything is warm; from then on a wave leaves nothing behind.
    assert memory[2] < 1.15 * memory[1], memory


def test_the_figures_in_the_docs_are_the_recorded_ones() -> None:
    newest = max(RECORDS.glob("*-serve.json"))
    docs = (ROOT / "docs" / "how-to" / "serve.md").read_text(encoding="utf-8")
    assert newest.name in docs
    assert all(row in docs for row in table_rows(json.loads(newest.read_text(encoding="utf-8"))))
