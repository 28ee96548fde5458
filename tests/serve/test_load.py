"""A short run of the load that `make bench-serve` measures: 64 connections, and none of their answers is lost or wrong.

Beside them, killers, bombs, dribbling clients, or somebody who kills the service's processes. How long an answer takes
depends on the machine: that is for the bench.
"""

import asyncio
import json
import os
import random
import signal
import time
from contextlib import suppress
from pathlib import Path

import pytest

from benches.measure import RECORDS
from benches.serve import N_CONNECTIONS, N_KILLERS, Run, family_bytes, load, real_pages, table_rows
from tests.serve.hostile_clients import dribble, read_nothing, send_bombs
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


def test_bombs_dribblers_and_killers_cost_nobody_else_an_answer() -> None:
    pages = real_pages([shared("corpora", "gn1.tar.xz")], 40)
    chosen = {"max_seconds": 1.0, "max_wait_seconds": 2.0, "n_batches": 4}
    server = Served("-m", "benches.killing", json.dumps(chosen))
    run = Run()

    async def attacked() -> tuple[int, int]:
        end = time.monotonic() + 3 * WAVE_SECONDS
        good = load(server.port, pages, 3 * WAVE_SECONDS, N_KILLERS)
        bombs = [send_bombs(server.port, end, run.wrong) for _ in range(2)]
        dribblers = [dribble(server.port, path, end) for path in ("/extract", "/extract/batch", "/view", "/mcp")]
        others = [read_nothing(server.port, end) for _ in range(4)]
        attacks = (asyncio.gather(*bombs), asyncio.gather(*dribblers), asyncio.gather(*others))
        answered, n_bombs, n_dribbled, _ = await asyncio.gather(good, *attacks)
        run.add(answered)
        return sum(n_bombs), sum(n_dribbled)

    try:
        n_bombs, n_dribbled = asyncio.run(attacked())
        wait_until_idle(server)
        assert server.get("/healthz")[0] == 200
    finally:
        server.kill()
    assert not run.wrong, run.wrong
    assert len(run.seconds) >= N_CONNECTIONS - N_KILLERS
    assert n_bombs > 0
    assert n_dribbled > 0


def children_of(process: int) -> list[int]:
    """The processes that any thread of a process started."""
    threads = Path(f"/proc/{process}/task").iterdir()
    return [int(child) for thread in threads for child in (thread / "children").read_text().split()]


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="finds the service's processes in /proc")
def test_killing_the_service_s_processes_costs_nobody_an_answer() -> None:
    """One after the other, whatever it is doing: idle, working, or starting."""
    pages = real_pages([shared("corpora", "gn1.tar.xz")], 40)
    server = Served("-m", "benches.killing", json.dumps({"max_seconds": 10.0}))
    rng = random.Random(1)
    # The service has started when it answers. Killed before that, it does not start, and says so.
    assert server.get("/healthz")[0] == 200

    async def kill() -> int:
        end, n_killed = time.monotonic() + 3 * WAVE_SECONDS, 0
        while time.monotonic() < end:
            await asyncio.sleep(0.3)
            children = children_of(server.process.pid)
            # None at all, or one that is gone by now, if they were killed faster than new ones start.
            with suppress(IndexError, ProcessLookupError):
                os.kill(rng.choice(children), signal.SIGKILL)
                n_killed += 1
        return n_killed

    async def attacked() -> tuple[Run, int]:
        return await asyncio.gather(load(server.port, pages, 3 * WAVE_SECONDS, 0), kill())

    try:
        run, n_killed = asyncio.run(attacked())
        wait_until_idle(server)
        assert server.get("/healthz")[0] == 200
    finally:
        server.kill()
    assert not run.wrong, run.wrong
    assert len(run.seconds) >= N_CONNECTIONS
    assert n_killed > 5


def is_at_rest(memory: list[int]) -> bool:
    """Whether the last wave left nothing behind. While processes warm up, they grow; with a leak, they never stop."""
    return len(memory) > 2 and memory[-1] - memory[-2] < MOST_GROWTH_BYTES


def test_the_figures_in_the_docs_are_the_recorded_ones() -> None:
    newest = max(RECORDS.glob("*-serve.json"))
    docs = (ROOT / "docs" / "how-to" / "serve.md").read_text(encoding="utf-8")
    assert newest.name in docs
    assert all(row in docs for row in table_rows(json.loads(newest.read_text(encoding="utf-8"))))
