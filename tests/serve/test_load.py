"""A short run of the load that `make bench-serve` measures: 64 connections, killers among them."""

import asyncio
import json
import os

from benches.measure import RECORDS
from benches.serve import N_CONNECTIONS, N_KILLERS, measured, real_pages, table_rows
from tests.served import Served
from tests.shared_data import ROOT, shared


def test_no_answer_is_lost_or_wrong_under_load_with_killers_among_the_pages() -> None:
    pages = real_pages([shared("corpora", "gn1.tar.xz")], 60)
    server = Served("-m", "benches.killing", json.dumps({"max_seconds": 1.0}))
    try:
        # It listens before it is ready; the time is for the pages.
        assert server.get("/healthz")[0] == 200
        run = asyncio.run(measured(server, pages, 8.0, N_KILLERS))
    finally:
        server.kill()
    assert not run.wrong, run.wrong
    assert len(run.seconds) >= N_CONNECTIONS
    assert run.n_killed >= N_KILLERS
    # Nine processes at the most on two processors, and the server; that it stays level is for a longer run to show.
    assert max(run.memory) < 150e6 * (8 + (os.cpu_count() or 1))


def test_the_figures_in_the_docs_are_the_recorded_ones() -> None:
    newest = max(RECORDS.glob("*-serve.json"))
    docs = (ROOT / "docs" / "how-to" / "serve.md").read_text(encoding="utf-8")
    assert newest.name in docs
    assert all(row in docs for row in table_rows(json.loads(newest.read_text(encoding="utf-8"))))
