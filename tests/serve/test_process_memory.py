"""The soak names the processes that grow, and no others."""

import os
import subprocess
import sys

import pytest

from benches.process_memory import MIN_SAMPLES, WARM_SECONDS, FamilyMemory, Process, Sample, child_ids, own_bytes
from maintext.guard.page_file import MAX_KEPT_BYTES

MB = 1_000_000
N_SAMPLES = 3 * MIN_SAMPLES
SERVER = 10


def life(sizes: list[int], first_cpu: float = WARM_SECONDS) -> list[Sample]:
    return [Sample(float(second), size, first_cpu + second) for second, size in enumerate(sizes)]


def family(server: list[int], children: list[list[int]], files: int = 0) -> FamilyMemory:
    processes = {Process(SERVER, 0): life(server)}
    processes |= {Process(20 + number, number): life(sizes) for number, sizes in enumerate(children)}
    return FamilyMemory(SERVER, processes, [len(children)] * N_SAMPLES, [files] * N_SAMPLES)


FLAT = [60 * MB] * N_SAMPLES
RISING = [(60 + second) * MB for second in range(N_SAMPLES)]
ONE_STEP = [44 * MB] * MIN_SAMPLES + [60 * MB] * (N_SAMPLES - MIN_SAMPLES)


@pytest.mark.parametrize(
    ("server", "children", "files", "growing"),
    [
        (FLAT, [FLAT, FLAT], 0, []),
        (RISING, [FLAT], 0, ["server"]),
        (FLAT, [FLAT, RISING], 0, ["child 1"]),
        (FLAT, [FLAT], 2 * MAX_KEPT_BYTES, []),
        (FLAT, [FLAT], 3 * MAX_KEPT_BYTES, ["files in memory"]),
        # Too short a life to say anything.
        (FLAT, [RISING[: MIN_SAMPLES - 1]], 0, []),
    ],
)
def test_what_grows_is_named(server: list[int], children: list[list[int]], files: int, growing: list[str]) -> None:
    assert family(server, children, files).summary(max_growth=1.1)["growing"] == growing


def test_a_child_that_becomes_warm_does_not_count_as_growing() -> None:
    memory = FamilyMemory(SERVER, {Process(SERVER, 0): life(FLAT)}, [1] * N_SAMPLES, [0] * N_SAMPLES)
    memory.processes[Process(20, 1)] = life(ONE_STEP, first_cpu=WARM_SECONDS - MIN_SAMPLES)
    assert memory.summary(max_growth=1.1)["growing"] == []


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_processes_are_found_and_measured() -> None:
    code = "import sys; kept = bytearray(50_000_000); print('ready', flush=True); sys.stdin.read()"
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        child.stdout.readline()
        assert child.pid in child_ids(os.getpid())
        assert 50 * MB < own_bytes(child.pid) < 100 * MB
        memory = FamilyMemory(os.getpid())
        assert memory.add_sample(0.0) > 50 * MB
        assert [own for own in memory.processes if own.pid == child.pid]
        child.communicate()
    assert own_bytes(child.pid) == 0
