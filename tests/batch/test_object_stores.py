"""Output to an S3 server: the rows of a local run, whatever fails or is killed, and errors that say what is wrong."""

import io
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from maintext.batch import EmbeddedEngine, Extraction, Filters, Settings, fingerprint, run_batch
from maintext.batch.stores import object_lock
from maintext.batch.stores.objects import ObjectStore
from maintext.batch.stores.opening import open_store
from maintext.batch.stores.protocol import CheckLock
from maintext.errors import (
    BatchError,
    BucketNotFoundError,
    JobLockedError,
    MissingPackageError,
    StorageError,
    StoragePermissionError,
)
from tests.batch.object_stores import BUCKET, S3Server, running_s3
from tests.batch.test_batch import ROOT, archive_of
from tests.batch.test_interruptions import descendants

pytestmark = pytest.mark.server

SETTINGS = Settings(Extraction("tests.batch.killers:Slow"), Filters(exact_duplicates=True), matching={})
DRIVER = """
import sys
from maintext.batch import run_batch, EmbeddedEngine
from tests.batch.test_object_stores import SETTINGS
run_batch([sys.argv[1]], sys.argv[2], SETTINGS, EmbeddedEngine(2))
"""


@pytest.fixture(scope="module")
def server() -> Iterator[S3Server]:
    with running_s3() as running:
        yield running


@pytest.fixture
def s3(server: S3Server, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[S3Server]:
    for name, value in server.environment.items():
        monkeypatch.setenv(name, value)
    server.requests.clear()
    yield server
    server.fails = server.forbids = lambda method, path: False


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("in")
    archive_of(folder, n_files=3, n_pages=8)
    return folder


@pytest.fixture(scope="module")
def local(inputs: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    output = tmp_path_factory.mktemp("local")
    run_batch([str(inputs)], output, SETTINGS, EmbeddedEngine(1))
    return output


def total(manifest: bytes) -> dict[str, Any]:
    counts: dict[str, Any] = json.loads(manifest)["total"]
    return {name: count for name, count in counts.items() if name != "seconds"}


def counted(summary: bytes) -> list[bytes]:
    return [line for line in summary.splitlines() if not line.startswith(b"This run")]


def test_a_run_with_failing_puts_gives_the_rows_of_a_local_run(s3: S3Server, inputs: Path, local: Path) -> None:
    dice, seen = random.Random(1), set()

    def fails(method: str, path: str) -> bool:
        """Every second object, at its first attempt."""
        is_new = method == "PUT" and path not in seen
        seen.add(path)
        return is_new and dice.random() < 0.5

    s3.fails = fails
    address = f"s3://{BUCKET}/failing"
    run_batch([str(inputs)], address, SETTINGS, EmbeddedEngine(1))
    store = open_store(address)
    assert fingerprint(address) == fingerprint(local)
    assert total(store.read("_manifest.json")) == total((local / "_manifest.json").read_bytes())
    assert counted(store.read("_summary.txt")) == counted((local / "_summary.txt").read_bytes())
    assert store.parts() == sorted(path.name for path in local.glob("part-*"))
    # Nothing is left but results, counts, decisions and the job; in particular no lock.
    work = {name.removeprefix("_work/") for name in store.names("_work")}
    assert work == {"job.json", "shards.json", "shared.parquet", "duplicates.parquet"}
    assert {name.rpartition(".")[2] for name in store.names("_work/extract")} == {"json"}
    # Results are put once, or twice if the first attempt failed, under their own names; no request copies or renames.
    assert {path.rpartition("/")[2] for path in s3.puts(".parquet") if "/_work/" not in path} == set(store.parts())
    assert {method for method, _ in s3.requests} <= {"GET", "HEAD", "PUT", "POST"}
    n_puts = len(s3.requests)
    run_batch([str(inputs)], address, SETTINGS, EmbeddedEngine(1))
    # A rerun of a finished job lists, and writes only the job, the summary and its lock.
    puts = [path.rpartition("/")[2] for method, path in s3.requests[n_puts:] if method == "PUT"]
    assert sorted(set(puts)) == ["_manifest.json", "_summary.txt", "job.json", "lock-000001.json", "shards.json"]


class Watcher(threading.Thread):
    """Lists the bucket again and again and reads each part it sees."""

    def __init__(self, store: ObjectStore) -> None:
        super().__init__(daemon=True)
        self.store, self.is_over = store, threading.Event()
        self.n_rows: dict[str, int] = {}

    def run(self) -> None:
        while not self.is_over.wait(0.05):
            for name in self.store.parts():
                self.n_rows.setdefault(name, pq.ParquetFile(io.BytesIO(self.store.read(name))).metadata.num_rows)


@pytest.mark.slow
def test_runs_and_workers_killed_at_random_moments_give_the_same_rows(s3: S3Server, inputs: Path, local: Path) -> None:
    address = f"s3://{BUCKET}/killed"
    store = open_store(address)
    assert isinstance(store, ObjectStore)
    watcher = Watcher(store)
    watcher.start()
    command = [sys.executable, "-c", DRIVER, str(inputs), address]
    dice = random.Random(5)
    n_runs_killed = n_workers_killed = 0
    while not store.exists("_manifest.json"):
        with subprocess.Popen(command, cwd=ROOT, env=s3.environment) as driver:
            for is_run in (False, False, n_runs_killed < 2):
                # A run gets on between two kills: it has put something since.
                n_before = len(s3.puts(".parquet"))
                while driver.poll() is None and len(s3.puts(".parquet")) == n_before:
                    time.sleep(0.02)
                time.sleep(dice.uniform(0, 0.3))
                victims = [driver.pid] if is_run else descendants(driver.pid)
                if victims and driver.poll() is None:
                    with suppress(ProcessLookupError):
                        os.kill(dice.choice(victims), signal.SIGKILL)
                    n_runs_killed += is_run
                    n_workers_killed += not is_run
                if is_run:
                    break
            driver.wait(120)
    assert n_runs_killed >= 2
    assert n_workers_killed >= 2
    # The last one may have been killed while it tidied up.
    subprocess.run(command, cwd=ROOT, env=s3.environment, check=True)
    watcher.is_over.set()
    watcher.join()
    assert fingerprint(address) == fingerprint(local)
    assert watcher.n_rows == {path.name: pq.read_metadata(path).num_rows for path in local.glob("part-*.parquet")}


def test_two_runs_at_once_are_refused_and_a_dead_one_is_taken_over(
    s3: S3Server, inputs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(object_lock, "RENEW_SECONDS", 0.4)
    monkeypatch.setattr(object_lock, "LOOK_SECONDS", 0.05)
    store = ObjectStore(f"s3://{BUCKET}/locked")
    with store.lock() as check:
        with pytest.raises(
            JobLockedError, match=rf"another run is writing to s3://{BUCKET}/locked: process {os.getpid()}"
        ):
            run_batch([str(inputs)], store.address, SETTINGS, EmbeddedEngine(1))
        check()
    # A run on another machine that was lost: nobody renews its lock.
    dead = {"host": "far", "process": 1, "started": "1", "kernel": "another"}
    store.replace("_work/lock-000001.json", json.dumps(dead).encode())
    with store.lock():
        assert store.names("_work") == ["_work/lock-000001.json", "_work/lock-000002.json"]
    assert store.names("_work") == []
    # A process of this machine that ended: nobody waits.
    monkeypatch.setattr(object_lock, "RENEW_SECONDS", 1000.0)
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    here = {"host": "here", "process": ended.pid, "started": "1", "kernel": object_lock._kernel()}
    store.replace("_work/lock-000001.json", json.dumps(here).encode())
    with store.lock():
        pass


def check_until_it_fails(check: CheckLock) -> None:
    for _ in range(3000):
        check()
        time.sleep(0.02)


def test_a_run_that_lost_its_lock_stops(s3: S3Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(object_lock, "RENEW_SECONDS", 0.1)
    store = ObjectStore(f"s3://{BUCKET}/lost")
    with store.lock() as check:
        store.replace("_work/lock-000002.json", b"{}")
        with pytest.raises(JobLockedError, match="taken over"):
            check_until_it_fails(check)
    # The lock of the other run stays.
    assert "_work/lock-000002.json" in store.names("_work")


def test_two_runs_in_one_folder_are_refused(inputs: Path, tmp_path: Path) -> None:
    store = open_store(tmp_path)
    with store.lock(), pytest.raises(JobLockedError, match="another run is writing to"):
        run_batch([str(inputs)], tmp_path, SETTINGS, EmbeddedEngine(1))
    with store.lock():
        pass


def attempt(inputs: Path, address: str) -> None:
    run_batch([str(inputs)], address, Settings(Extraction("all")), EmbeddedEngine(1))


def test_what_is_wrong_with_a_store_is_named(s3: S3Server, inputs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BucketNotFoundError, match=r"s3://nowhere/corpus.*bucket does not exist"):
        attempt(inputs, "s3://nowhere/corpus")
    with pytest.raises(BatchError, match="name a folder in it"):
        attempt(inputs, f"s3://{BUCKET}")
    with pytest.raises(BatchError, match=r"can't write to ftp://a/b: an output is a folder or an address .* s3://"):
        attempt(inputs, "ftp://a/b")
    with pytest.raises(BatchError, match="pass the address as text"):
        run_batch([str(inputs)], Path(f"s3://{BUCKET}/corpus"))
    for method in ("PUT", "GET"):
        s3.forbids = lambda sent, path, method=method: sent == method  # type: ignore[misc]
        with pytest.raises(
            StoragePermissionError, match=rf"no permission to (write|read) s3://{BUCKET}/forbidden/_work"
        ):
            attempt(inputs, f"s3://{BUCKET}/forbidden")
    s3.forbids = lambda method, path: False
    monkeypatch.setattr("maintext.batch.stores.objects.WAIT_SECONDS", 0.01)
    s3.fails = lambda method, path: method == "PUT"
    with pytest.raises(StorageError, match=r"can't write .*lock-000001.json .*InternalError"):
        attempt(inputs, f"s3://{BUCKET}/broken")


def test_a_store_whose_package_is_missing_names_it(inputs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("s3fs", "gcsfs", "adlfs"):
        monkeypatch.setitem(sys.modules, name, None)
    # Classes of packages that were imported before; the package has a variable of the same name as this module.
    known = import_module("fsspec.registry")._registry
    for protocol in ("s3", "gs", "abfs"):
        monkeypatch.delitem(known, protocol, raising=False)
    for address, message in (
        ("s3://a/b", r"s3fs is not installed: pip install 'maintext\[s3\]'"),
        ("gs://a/b", r"gcsfs is not installed: pip install 'maintext\[gcs\]'"),
        ("abfs://a/b", r"adlfs is not installed: pip install 'maintext\[azure\]'"),
    ):
        with pytest.raises(MissingPackageError, match=message):
            attempt(inputs, address)


def test_the_command_reports_a_missing_bucket_without_a_traceback(s3: S3Server, inputs: Path) -> None:
    command = [sys.executable, "-m", "maintext", "batch", str(inputs), "-o", "s3://nowhere/corpus", "--by", "all"]
    done = subprocess.run(command, cwd=ROOT, env=s3.environment, capture_output=True, text=True)
    assert done.returncode == 1
    assert "s3://nowhere/corpus" in done.stderr
    assert "Traceback" not in done.stderr
