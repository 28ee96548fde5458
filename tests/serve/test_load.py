"""A short run of the load that `make bench-serve` measures: 64 connections, killers among them, nothing lost."""

import asyncio
import json
import os

import pytest

from benches.measure import RECORDS
from benches.serve import N_CONNECTIONS, N_KILLERS, measured, real_pages, table_rows
from tests.served import Served
from tests.shared_data import ROOT, shared


def test_no_answer_is_lost_or_wrong_under_load_with_killers_among_the_pages() -> None:
    if not os.environ.get("MAINTEXT_LOAD"):
        pytest.skip(
            "a load of 64 connections says something only on a quiet machine: MAINTEXT_LOAD=1, make bench-serve"
        )
    pages = real_pages([shared("corpora", "gn1.tar.xz")], 60)
    server = Served("-m", "benches.killing", json.dumps({"max_seconds": 1.0}))
    try:
        run = asyncio.run(measured(server, pages, 8.0, N_KILLERS))
    finally:
        server.kill()
    # A killer that is told to come again has done no harm; a good page must never be.
    wrong = {
        what: count for what, count in run.wrong.items() if not what.startswith(("hang, 503", "crash, 503", "eat, 503"))
    }
    assert not wrong, wrong
    assert len(run.seconds) >= N_CONNECTIONS
    assert run.n_killed >= N_KILLERS
    half = len(run.memory) // 2
    # Processes come and go, so it is not level; a leak of every page would be far more.
    assert max(run.memory[half:]) < 2 * max(run.memory[:half])


def test_the_figures_in_the_docs_are_the_recorded_ones() -> None:
    newest = max(RECORDS.glob("*-serve.json"))
    docs = (ROOT / "docs" / "how-to" / "serve.md").read_text(encoding="utf-8")
    assert newest.name in docs
    assert all(row in docs for row in table_rows(json.loads(newest.read_text(encoding="utf-8"))))
