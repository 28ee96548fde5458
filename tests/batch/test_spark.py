"""Spark on this machine, and on a cluster that loses workers and drivers: the rows are those of the embedded engine."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from maintext.batch import EmbeddedEngine, Extraction, TableExtractor, fingerprint, run_batch
from maintext.batch.engines.registry import make_engine
from maintext.batch.stores.opening import open_store
from maintext.errors import BatchError
from tests.batch.archives import address, gzip_by_record, html, http, record
from tests.batch.bad_records import JSONL_KINDS, PARQUET_KINDS, TIME, WARC_KINDS, good_line, good_row
from tests.batch.clusters import (
    LOG_CHARS,
    ROOT,
    WAIT_SECONDS,
    Cluster,
    Driver,
    limited,
    marked,
    needs_spark,
    python_path,
    running_cluster,
    wait_until,
)
from tests.batch.object_stores import BUCKET, running_s3
from tests.batch.servers import Gate, serving
from tests.batch.spark_driver import QUICK_JAVA, SETTINGS, SMALL, Shuffled
from tests.batch.test_bad_records import SLOW_KINDS

NEAR, FAR = range(8), range(8, 12)
"""Numbers of pages, in files here and in files at an address. Those here are larger, so they are begun first."""
N_FILES = 4
DEEDS = {2: "hang", 6: "crash", 11: "eat", 16: "raise"}
COPIES = {4: 3, 8: 7, 13: 1, 21: 18}
"""Pages with the text of another one, in the same file and in others."""
BAD_KINDS = [kind for kind in WARC_KINDS if kind not in {*SLOW_KINDS, "junk"}]
TEST_SECONDS = 600.0


@pytest.fixture(autouse=True)
def _bounded() -> Iterator[None]:
    with limited(TEST_SECONDS):
        yield


def page(number: int) -> bytes:
    """Pages of three sites that share a block; some are killers, some have the text of another one."""
    source = html(COPIES.get(number, number))
    if number in DEEDS:
        source = f"<title>{DEEDS[number]}</title><p>A page that will {DEEDS[number]}.".encode()
    return record(address(number), http(source + b"<p>All pages of the site say this."))


@pytest.fixture(scope="module")
def gate() -> Gate:
    return Gate()


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory, gate: Gate) -> Iterator[Path]:
    """A list of two files here and two behind a gate."""
    folder = tmp_path_factory.mktemp("in")
    with serving(folder, gate) as server:
        paths = []
        for first, numbers in ((0, NEAR), (12, NEAR), (0, FAR), (12, FAR)):
            path = folder / f"crawl-{first + numbers[0]}.warc.gz"
            path.write_bytes(gzip_by_record([page(first + number) for number in numbers]))
            if first == 12 and numbers is NEAR:
                with path.open("ab") as file:
                    file.writelines(WARC_KINDS[kind](1000 + number) for number, kind in enumerate(BAD_KINDS))
            paths.append(str(path) if numbers is NEAR else f"{server}/{path.name}")
        (folder / "all.paths").write_text("\n".join(paths))
        yield folder / "all.paths"


@pytest.fixture(scope="module")
def expected(inputs: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The output folder of the embedded engine."""
    needs_spark()
    output = tmp_path_factory.mktemp("embedded")
    run_batch([str(inputs)], output, SETTINGS, EmbeddedEngine(2))
    return output


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """With an S3 server that driver and executors find in their environment."""
    needs_spark()
    with running_s3() as server, pytest.MonkeyPatch.context() as patch:
        for name, value in server.environment.items():
            patch.setenv(name, value)
        with running_cluster(tmp_path_factory.mktemp("cluster")) as running:
            yield running


@pytest.fixture(scope="module")
def driver(cluster: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Driver]:
    log = tmp_path_factory.mktemp("driver") / "log"
    with Driver(cluster.address, cluster.environment, log) as running:
        yield running


def total(output: Path) -> dict[str, Any]:
    manifest: dict[str, Any] = json.loads((output / "_manifest.json").read_text())
    return {name: count for name, count in manifest["total"].items() if name != "seconds"}


def n_parts(output: Path, stage: str = "extract") -> int:
    return len(list((output / "_work" / stage).glob("part-*.parquet")))


def wait_at_gate(gate: Gate, output: Path) -> None:
    """Until the files here are done, and those behind the gate have been begun."""
    wait_until(lambda: n_parts(output) == 2 and gate.n_waiting >= 2, f"two files done, {gate.n_waiting} waiting")
    assert not (output / "_manifest.json").exists()


def assert_same(output: Path, expected: Path) -> None:
    assert fingerprint(output) == fingerprint(expected)
    assert total(output) == total(expected)
    assert not list(output.rglob("_*.tmp"))


def test_what_is_compared_has_shared_blocks_duplicates_and_killers(expected: Path) -> None:
    counts = total(expected)
    n_pages = 2 * (len(NEAR) + len(FAR)) + len(BAD_KINDS)
    assert counts["n_pages"] == n_pages == counts["n_rows"] + counts["n_duplicates"]
    assert counts["n_duplicates"] == len(COPIES)
    killed = {"KeyError": 1, "PageCrashError": 1, "PageMemoryError": 1, "PageTimeoutError": 1}
    damaged = {"BrokenResponseError", "DamagedRecordError", "InputError"}
    assert killed.items() <= counts["failed"].items()
    assert sum(counts["failed"][name] for name in damaged) == len(BAD_KINDS)
    assert b"All pages of the site" not in b"".join(path.read_bytes() for path in expected.glob("part-*"))
    assert (expected / "_work" / "shared.parquet").exists()


def test_the_command_with_spark_on_this_machine_gives_the_same_rows(
    inputs: Path, expected: Path, tmp_path: Path
) -> None:
    # A name with wildcards in it, which Spark would expand.
    output = tmp_path / "out [1]"
    options = "--engine spark --master local[2,4] --by tests.batch.killers:Slow --match --drop-duplicates near"
    limits = "--page-seconds 0.5 --page-megabytes 1024"
    settings = [word for name, value in SMALL.items() for word in ("--conf", f"{name}={value}")]
    command = ["maintext", "batch", str(inputs), "-o", str(output), *options.split(), *limits.split(), *settings]
    done = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": python_path()},
        capture_output=True,
        timeout=WAIT_SECONDS,
    )
    assert done.returncode == 0, done.stderr.decode()[-LOG_CHARS:]
    assert f"{N_FILES} files in {N_FILES} shards, {N_FILES} of them done" in done.stdout.decode()
    assert_same(output, expected)


def test_a_cluster_gives_the_same_rows(driver: Driver, inputs: Path, expected: Path, tmp_path: Path) -> None:
    driver.start(inputs, tmp_path / "out")
    assert driver.finish() == str(total(expected)["n_rows"])
    assert_same(tmp_path / "out", expected)


def test_a_cluster_that_writes_to_an_object_store_gives_the_same_rows(
    cluster: Cluster, driver: Driver, gate: Gate, inputs: Path, expected: Path
) -> None:
    address = f"s3://{BUCKET}/spark"
    store = open_store(address)
    with gate.shut():
        driver.start(inputs, address)
        wait_until(
            lambda: (
                sum(name.endswith(".parquet") for name in store.names("_work/extract")) == 2 and gate.n_waiting >= 2
            ),
            "two files done, two waiting",
        )
        cluster.kill("two")
    assert driver.finish() == str(total(expected)["n_rows"])
    cluster.start_worker("two")
    assert fingerprint(address) == fingerprint(expected)
    # The decisions over all pages were Spark's, and went to the store too.
    assert {"_work/shared.parquet", "_work/duplicates.parquet"} <= set(store.names("_work"))
    # Either engine resumes what the other wrote.
    assert run_batch([str(inputs)], address, SETTINGS, EmbeddedEngine(1)).total.n_rows == total(expected)["n_rows"]


def test_the_order_of_shards_makes_no_difference(driver: Driver, inputs: Path, expected: Path, tmp_path: Path) -> None:
    driver.start(inputs, tmp_path / "spark", is_shuffled=True)
    run_batch([str(inputs)], tmp_path / "embedded", SETTINGS, Shuffled(EmbeddedEngine(1)))
    assert_same(tmp_path / "embedded", expected)
    driver.finish()
    assert_same(tmp_path / "spark", expected)


def test_a_worker_that_is_killed_costs_no_row(
    cluster: Cluster, driver: Driver, gate: Gate, inputs: Path, expected: Path, tmp_path: Path
) -> None:
    output = tmp_path / "out"
    with gate.shut():
        driver.start(inputs, output)
        wait_at_gate(gate, output)
        # Both executors have a file in hand, so one file is lost with it. Worker, executor, Python, file, pages:
        assert len(cluster.below("one")) >= 5
        cluster.kill("one")
    driver.finish()
    assert_same(output, expected)
    assert "lost" in driver.log.read_text().lower()
    cluster.start_worker("one")


EMBEDDED = """
import sys
from pathlib import Path
from maintext.batch import EmbeddedEngine, run_batch
from tests.batch.spark_driver import SETTINGS
run_batch([sys.argv[1]], Path(sys.argv[2]), SETTINGS, EmbeddedEngine(2))
"""


def test_what_a_killed_embedded_engine_began_the_cluster_finishes(
    driver: Driver, gate: Gate, inputs: Path, expected: Path, tmp_path: Path
) -> None:
    output = tmp_path / "out"
    command = [sys.executable, "-c", EMBEDDED, str(inputs), str(output)]
    with gate.shut(), subprocess.Popen(command, cwd=ROOT) as victim:
        wait_at_gate(gate, output)
        victim.kill()
    driver.start(inputs, output)
    driver.finish()
    assert_same(output, expected)


def test_a_file_that_can_not_be_read_fails_alone(driver: Driver, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "torn.parquet").write_bytes(b"PAR1 and no more")
    (tmp_path / "in" / "good.warc.gz").write_bytes(gzip_by_record([page(1)]))
    driver.start(tmp_path / "in", tmp_path / "out")
    assert "1 of 2 shards failed in stage extract" in driver.finish()


def test_bad_lines_and_rows_cost_a_cluster_only_themselves(driver: Driver, tmp_path: Path) -> None:
    """JSON lines and rows of Parquet; WARC records are among the inputs of the other tests."""
    folder = tmp_path / "in"
    folder.mkdir()
    lines = [make(1000 + number) for number, make in enumerate(JSONL_KINDS.values())]
    (folder / "a.jsonl").write_bytes(b"".join([good_line(0), *lines, good_line(1)]))
    table = [good_row(2), *(good_row(2000) | kind for kind in PARQUET_KINDS.values()), good_row(3)]
    columns = {name: [row[name] for row in table] for name in table[0]}
    pq.write_table(pa.table({**columns, "fetched": pa.array(columns["fetched"], TIME)}), folder / "b.parquet")
    driver.start(folder, tmp_path / "spark")
    run_batch([str(folder)], tmp_path / "embedded", SETTINGS, EmbeddedEngine(1))
    driver.finish()
    assert_same(tmp_path / "spark", tmp_path / "embedded")
    counts = total(tmp_path / "spark")
    n_bad = len(JSONL_KINDS) + len(PARQUET_KINDS)
    assert (sum(counts["failed"].values()), counts["n_pages"]) == (n_bad, n_bad + 4)


def test_what_a_killed_driver_began_the_embedded_engine_finishes(
    driver: Driver, gate: Gate, inputs: Path, expected: Path, tmp_path: Path
) -> None:
    output = tmp_path / "out"
    with gate.shut():
        driver.start(inputs, output)
        wait_at_gate(gate, output)
        assert len(marked(driver.mark)) >= 9
        driver.kill()
        # Itself and its executors, wherever they are, with all that they started.
        wait_until(lambda: not marked(driver.mark), "the end of the driver's executors")
    run_batch([str(inputs)], output, SETTINGS, EmbeddedEngine(2))
    assert_same(output, expected)


def test_engines_refuse_options_that_they_have_not() -> None:
    with pytest.raises(BatchError, match="the embedded engine has no option master"):
        make_engine("embedded", master="spark://127.0.0.1:1")
    with pytest.raises(BatchError, match="unknown engine 'flink'; known: embedded, spark"):
        make_engine("flink")


@pytest.mark.parametrize("number", [1, 2])
def test_the_examples_of_the_manual_run(number: int, tmp_path: Path) -> None:
    needs_spark()
    manual = (ROOT / "docs" / "how-to" / "spark.md").read_text()
    example, _, shown = manual.split("```python\n")[number].partition("```\n```text\n")
    (tmp_path / "example.py").write_text(example)
    environment = {**os.environ, "SPARK_LOCAL_IP": "127.0.0.1", "JDK_JAVA_OPTIONS": QUICK_JAVA}
    command = [sys.executable, str(tmp_path / "example.py")]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=WAIT_SECONDS)
    assert done.returncode == 0, done.stderr[-LOG_CHARS:]
    assert done.stdout == shown.partition("```")[0]


def test_pages_that_kill_cost_a_frame_only_themselves() -> None:
    pages = pa.table({"html": [f"<title>{deed}</title><p>Page {deed}." for deed in ("x", "leave", "y")]})
    found = TableExtractor(Extraction("tests.batch.killers:Killer"))(pages)
    assert found.column("text").to_pylist() == ["Page x.", None, "Page y."]
    assert found.column("error")[1].as_py() == "PageCrashError: the page's process ended: exit code 3"
