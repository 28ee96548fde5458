"""Many addresses: a small part of what benches/crawl.py measures."""

from pathlib import Path

import pytest

from benches.crawl import measure

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("n_hosts", [1, 100])
def test_memory_stays_flat_and_the_queue_is_not_the_bottleneck(n_hosts: int, tmp_path: Path) -> None:
    row = measure(3_000, n_hosts, tmp_path)
    assert row["most_queued"] > 1_500
    assert row["resident_mb"][-1] - row["resident_mb"][0] < 8
    assert row["queue_share"] < 0.5
