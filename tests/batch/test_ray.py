"""Ray Data: a data set of pages becomes one of results; where Ray is not installed, that is said."""

import os
import pickle
from collections.abc import Iterator
from typing import Any

import pyarrow as pa
import pytest

from maintext.batch import Extraction, TableExtractor, extract_dataset
from maintext.batch.schema import RESULTS
from maintext.errors import MissingPackageError
from maintext.guard import GuardLimits
from tests.batch.bad_records import PARQUET_KINDS, TIME, good_row
from tests.shared_data import ROOT

DEEDS = ("hang", "crash", "leave", "eat", "raise")
"""What `killers.Killer` does, in the order of their errors below."""


def pages() -> pa.Table:
    deeds = ["tea", "leave", "coffee", "milk", "water"]
    return pa.table(
        {
            "url": [f"https://{deed}.example/" for deed in deeds],
            "html": [f"<title>{deed}</title><p>A page on {deed}." for deed in deeds],
            "http_status": pa.array([200, None, 70_000, 404, 200], pa.int64()),
            "fetched": pa.array([1_769_860_800_123_456_789] * 5, pa.timestamp("ns")),
            "number": [0, 1, 2, 3, 4],
        }
    )


@pytest.fixture(scope="module")
def ray() -> Iterator[Any]:
    package = pytest.importorskip("ray", reason="needs Ray, which is 200 MB: pip install 'maintext[ray]'")
    pytest.importorskip("ray.data")
    with pytest.MonkeyPatch.context() as patch:
        # Otherwise it puts a secret into the home folder.
        patch.setenv("RAY_AUTH_MODE", "disabled")
        patch.setenv("PYTHONPATH", str(ROOT), prepend=os.pathsep)
        package.init(num_cpus=1, include_dashboard=False, log_to_driver=False)
        try:
            yield package
        finally:
            package.shutdown()


# Ray warns about itself.
quiet = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning", "ignore::ResourceWarning")


@quiet
def test_a_data_set_of_pages_becomes_one_of_results(ray: Any) -> None:
    dataset = ray.data.from_arrow(pages())
    found = extract_dataset(dataset, Extraction("tests.batch.killers:Killer"), n_workers=1).take_all()
    by_site = {row["site"]: row for row in found}
    assert by_site["tea.example"]["text"] == "A page on tea."
    assert by_site["leave.example"]["error"] == "PageCrashError: the page's process ended: exit code 3"
    assert by_site["coffee.example"]["error"].startswith("DamagedRecordError: http_status is 70000")
    assert by_site["milk.example"]["http_status"] == 404
    assert by_site["water.example"]["error"] is None
    assert set(by_site["milk.example"]) == set(RESULTS.names)


@quiet
def test_bad_rows_and_killers_cost_a_data_set_only_themselves(ray: Any) -> None:
    killers = {deed: {"html": f"<title>{deed}</title><p>Text.".encode()} for deed in DEEDS}
    bad = [good_row(100 + number) | kind for number, kind in enumerate([*PARQUET_KINDS.values(), *killers.values()])]
    # A good row before and after each bad one.
    table = [good_row(0)]
    for number, row in enumerate(bad, 1):
        table += [row, good_row(number)]
    columns = {name: [row[name] for row in table] for name in table[0]}
    dataset = ray.data.from_arrow(pa.table({**columns, "fetched": pa.array(columns["fetched"], TIME)}))
    limits = GuardLimits(max_seconds=0.5, max_bytes=2**30)
    found = extract_dataset(dataset, Extraction("tests.batch.killers:Killer"), limits, n_workers=1).take_all()
    errors = {row["url"]: row["error"] for row in found}
    assert len(found) == len(table)
    assert {url for url, error in errors.items() if error} == {row["url"] for row in bad}
    names = [errors[row["url"]].partition(":")[0] for row in bad[len(PARQUET_KINDS) :]]
    assert names == ["PageTimeoutError", "PageCrashError", "PageCrashError", "PageMemoryError", "KeyError"]


def test_where_there_is_no_ray_its_extra_is_named() -> None:
    try:
        import ray  # noqa: F401 - is it there?
    except ImportError:
        with pytest.raises(MissingPackageError, match=r"maintext\[ray\]"):
            extract_dataset(pages())
    else:
        pytest.skip("Ray is installed")


def test_a_step_for_tables_is_sent_without_its_process() -> None:
    step = TableExtractor(Extraction("all", with_metadata=False))
    first = step(pages())
    process_id = step.kernel.guard.process_id
    assert process_id is not None
    assert step(pages()).equals(first)
    assert step.kernel.guard.process_id == process_id
    sent = pickle.loads(pickle.dumps(step))  # noqa: S301 - our own
    assert sent.kernel.guard.process_id is None
    assert sent(pages()).equals(first)
