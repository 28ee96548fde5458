"""Spark as people start it: a master and workers on this machine, drivers in processes of their own."""

import ctypes
import json
import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from uuid import uuid4

import pytest

from tests.batch.spark_driver import QUICK_JAVA

ROOT = Path(__file__).parent.parent.parent
WAIT_SECONDS = 400.0
"""For anything that Spark does, which takes seconds: a machine may be busy, but nothing is waited for without end."""
LOG_CHARS = 3000


def needs_spark() -> None:
    """Skips where there is no Spark, or no Java that it runs on."""
    pytest.importorskip("pyspark", reason="needs pyspark: pip install 'maintext[spark]'")
    java = Path(os.environ["JAVA_HOME"], "bin", "java") if "JAVA_HOME" in os.environ else "java"
    try:
        told = subprocess.run([java, "-version"], capture_output=True, text=True, check=True).stderr
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("*** needs Java 17 or newer for Spark (tools/get-java.sh) ***")
    version = int(told.partition('version "')[2].partition('"')[0].partition(".")[0] or 0)
    if version < 17:
        pytest.skip(f"*** needs Java 17 or newer for Spark, not {version} (tools/get-java.sh) ***")


def python_path() -> str:
    """For executors, which must find the tests, and what these tests find."""
    return os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])


@contextmanager
def limited(n_seconds: float) -> Iterator[None]:
    """Fails if it takes longer, whatever it is that hangs."""

    def stop(*_: object) -> None:
        raise TimeoutError(f"not done within {n_seconds:.0f} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, n_seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def wait_until(is_so: Callable[[], bool], what: str) -> None:
    """Looks again and again."""
    end = time.monotonic() + WAIT_SECONDS
    while not is_so():
        assert time.monotonic() < end, f"not within {WAIT_SECONDS:.0f} s: {what}"
        time.sleep(0.05)


def marked(mark: str) -> list[str]:
    """The processes that have a mark in their environment, whoever is their parent."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            is_marked = mark.encode() in (folder / "environ").read_bytes()
        except OSError:
            # It has just ended, or is not ours.
            continue
        if is_marked:
            found.append(folder.name)
    return found


def new_mark() -> str:
    return uuid4().hex


@dataclass
class Cluster:
    """A master and its workers. Every process below them has a mark in its environment, by which it is found."""

    folder: Path
    mark: str = field(default_factory=new_mark)
    processes: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.folder.mkdir(parents=True, exist_ok=True)

    @property
    def address(self) -> str:
        return f"spark://127.0.0.1:{self.port}"

    @property
    def environment(self) -> dict[str, str]:
        import pyspark

        return {
            **os.environ,
            "SPARK_HOME": str(Path(pyspark.__file__).parent),
            "SPARK_LOCAL_IP": "127.0.0.1",
            "SPARK_LOCAL_DIRS": str(self.folder),
            "SPARK_DAEMON_MEMORY": "256m",
            "SPARK_DAEMON_JAVA_OPTS": QUICK_JAVA,
            "PYTHONPATH": python_path(),
        }

    def start_master(self) -> None:
        words = ["master.Master", "--host", "127.0.0.1", "--port", str(self.port), "--webui-port", "0"]
        self._start("master", words)
        wait_until(lambda: "New state: ALIVE" in self.log("master"), "a master")

    def start_worker(self, name: str) -> None:
        """With two cores and room for two executors: one a driver."""
        n_before = self.log("master").count("Registering worker")
        words = ["worker.Worker", "--host", "127.0.0.1", "--cores", "2", "--memory", "1200m", "--webui-port", "0"]
        self._start(name, [*words, "--work-dir", str(self.folder / name), self.address])
        wait_until(lambda: self.log("master").count("Registering worker") > n_before, f"worker {name}")

    def kill(self, name: str) -> None:
        """Ends a process of the cluster at once, as a machine that fails does; what was below it must end too."""
        process = self.processes.pop(name)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        wait_until(lambda: not self.below(name), f"the end of every process below {name}")

    def below(self, name: str) -> list[str]:
        """The processes of a master or worker: itself, executors, their Python, and what that started."""
        return marked(f"{self.mark}-{name}-")

    def log(self, name: str) -> str:
        return (self.folder / f"{name}.log").read_text(errors="replace")

    def _start(self, name: str, words: list[str]) -> None:
        starter = Path(self.environment["SPARK_HOME"], "bin", "spark-class")
        command = [str(starter), f"org.apache.spark.deploy.{words[0]}", *words[1:]]
        with (self.folder / f"{name}.log").open("ab") as log:
            # In a group of its own, so that what it starts can be ended with it.
            self.processes[name] = subprocess.Popen(
                command,
                stdout=log,
                stderr=log,
                env={**self.environment, "MAINTEXT_TEST": f"{self.mark}-{name}-"},
                start_new_session=True,
                preexec_fn=_die_with_the_tests,
            )


def _die_with_the_tests() -> None:
    """A cluster must not outlive tests that are killed; what is below a worker ends with it."""
    set_parent_death_signal = 1
    ctypes.CDLL(None).prctl(set_parent_death_signal, signal.SIGKILL)


@contextmanager
def running_cluster(folder: Path) -> Iterator[Cluster]:
    cluster = Cluster(folder)
    try:
        cluster.start_master()
        for name in ("one", "two"):
            cluster.start_worker(name)
        yield cluster
    finally:
        for name in list(cluster.processes):
            cluster.kill(name)


@dataclass
class Driver:
    """A process with a Spark session that runs batches as it is told; see `spark_driver`. It and its executors have
    its mark."""

    master: str
    environment: dict[str, str]
    log: Path
    mark: str = field(default_factory=new_mark)

    def __enter__(self) -> "Driver":
        self._launch()
        return self

    def _launch(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tests.batch.spark_driver", self.master],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                cwd=ROOT,
                env={**self.environment, "MAINTEXT_TEST": self.mark},
            )

    def start(self, inputs: Path, output: Path | str, is_shuffled: bool = False) -> None:
        """Begins a batch. A driver that another test lost is started again."""
        if self.process.poll() is not None:
            self._close()
            self._launch()
        assert self.process.stdin
        order = {"inputs": str(inputs), "output": str(output), "is_shuffled": is_shuffled}
        self.process.stdin.write(json.dumps(order).encode() + b"\n")
        self.process.stdin.flush()

    def finish(self) -> str:
        """What the driver says when the batch is done."""
        assert self.process.stdout
        is_there = select.select([self.process.stdout], [], [], WAIT_SECONDS)[0]
        answer = self.process.stdout.readline().decode() if is_there else ""
        what = "ended" if is_there else f"gave no answer within {WAIT_SECONDS:.0f} s"
        if not answer:
            # What it answers later must not be taken for the answer to something else.
            self.kill()
        assert answer, f"the driver {what}: {self.log.read_text(errors='replace')[-LOG_CHARS:]}"
        return answer.strip()

    def kill(self) -> None:
        """Ends the process at once; what it began elsewhere must end by itself."""
        self.process.kill()
        self.process.wait()

    def __exit__(self, *_: object) -> None:
        self._close()

    def _close(self) -> None:
        assert self.process.stdin
        assert self.process.stdout
        self.kill()
        self.process.stdin.close()
        self.process.stdout.close()
