"""A page that hangs, crashes or eats memory gets a named error, and the next page is worked on."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from benches.process_memory import own_bytes
from maintext import errors
from maintext.guard import Guard, GuardLimits, GuardPool, process
from maintext.guard.system import System

pytestmark = pytest.mark.slow

ZOO = "tests.guard.tasks:zoo"
LIMITS = GuardLimits(max_seconds=0.5, max_bytes=50 * 2**20)


SYSTEMS = {"linux": System(True, True), "unix": System(True, False), "windows": System(False, False)}


@pytest.fixture
def guard() -> Iterator[Guard]:
    with Guard(ZOO, {}, LIMITS) as guard:
        yield guard


@pytest.fixture(params=SYSTEMS)
def any_system(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The code paths for each operating system, as far as this one can run them."""
    monkeypatch.setattr(process, "SYSTEM", SYSTEMS[request.param])
    return str(request.param)


def test_values_come_back_in_order() -> None:
    with Guard(ZOO, {"greeting": "hello "}) as guard:
        assert [outcome.get() for outcome in guard.run(["a", "b"])] == ["hello a", "hello b"]
        assert guard.run([]) == []


@pytest.mark.skipif(sys.platform != "linux", reason="only glibc gives freed memory back on request")
def test_memory_that_a_large_item_has_freed_is_given_back() -> None:
    with Guard(ZOO, {}, GuardLimits(max_bytes=2**30)) as guard:
        guard.run(["warm up"])
        first = guard.process_id
        assert first is not None
        before = own_bytes(first)
        # Below the size from which glibc asks the system for each piece alone.
        guard.run([("allocate", 1_000)])
        # The process gives memory back once it has answered, and before it reads again.
        guard.run(["after"])
        assert guard.process_id == first
        assert own_bytes(first) - before < 20_000_000


@pytest.mark.parametrize(
    ("item", "error", "message"),
    [
        ("spin", errors.PageTimeoutError, "took longer than 0.5 s"),
        ("spin natively", errors.PageTimeoutError, "took longer than 0.5 s"),
        ("eat", errors.PageMemoryError, "more than 52,428,800 bytes"),
        ("eat natively", errors.PageMemoryError, "more than 52,428,800 bytes"),
        ("segfault", errors.PageCrashError, "SIGSEGV; it said: Fatal Python error: Segmentation fault.*string_at"),
        (("leave", 0), errors.PageCrashError, "exit code 0"),
        (("leave", 9), errors.PageCrashError, "exit code 9"),
        ("be killed", errors.PageCrashError, "SIGKILL"),
        ("refuse", errors.InputError, "not a page"),
        ("too large", errors.PageTooLargeError, "2 bytes, the limit is 1"),
        ("divide", errors.PageFailedError, "ZeroDivisionError: division by zero"),
        ("not plain", errors.PageFailedError, "unmarshallable"),
    ],
)
def test_a_bad_item_gives_a_named_error_and_the_others_go_on(
    guard: Guard, item: object, error: type[Exception], message: str
) -> None:
    before, bad, after = guard.run(["before", item, "after"])
    assert (before.get(), after.get()) == ("before", "after")
    assert type(bad.error) is error
    with pytest.raises(error, match=message):
        bad.get()


@pytest.mark.usefixtures("any_system")
def test_bad_items_get_named_errors_on_every_system() -> None:
    bad = [("leave", 9), "segfault", "refuse", "divide", "not plain"]
    with Guard(ZOO, {}, GuardLimits(max_seconds=60)) as guard:
        outcomes = guard.run([item for one in bad for item in (one, "after")])
    names = [type(outcome.error).__name__ for outcome in outcomes[::2]]
    assert names == ["PageCrashError", "PageCrashError", "InputError", "PageFailedError", "PageFailedError"]
    assert [outcome.get() for outcome in outcomes[1::2]] == ["after"] * len(bad)
    with Guard(ZOO, {}, LIMITS) as guard:
        assert isinstance(guard.run(["spin"])[0].error, errors.PageTimeoutError)


def test_an_item_that_waits_without_working_is_stopped_too() -> None:
    with Guard(ZOO, {}, GuardLimits(max_seconds=0.1)) as guard:
        lost, after = guard.run([("sleep", 60), "after"])
    assert isinstance(lost.error, errors.PageTimeoutError)
    assert after.get() == "after"


def test_many_bad_items_in_a_row_lose_only_themselves(guard: Guard) -> None:
    items = [("leave", 1), "divide", "eat", "a", ("leave", 2), ("leave", 3), "b"]
    names = [type(outcome.error).__name__ if outcome.error else outcome.value for outcome in guard.run(items)]
    crash = "PageCrashError"
    assert names == [crash, "PageFailedError", "PageMemoryError", "a", crash, crash, "b"]


def test_a_real_page_that_needs_too_much_memory_is_lost_and_the_next_is_read() -> None:
    pages = [{"html": b"<p>a" * 10_000_000}, {"html": b"<p>Tea"}]
    with Guard("maintext.guard.tasks:extraction", {"by": "all"}, LIMITS) as guard:
        large, small = guard.run(pages)
    assert isinstance(large.error, errors.PageMemoryError)
    assert small.get()["text"] == "Tea"


def test_an_item_that_does_not_even_fit_into_the_process_is_lost(guard: Guard) -> None:
    large, small = guard.run([b"x" * 100 * 2**20, "small"])
    assert isinstance(large.error, errors.PageMemoryError)
    assert small.get() == "small"


def test_what_items_before_left_behind_condemns_no_item(guard: Guard) -> None:
    assert [outcome.get() for outcome in guard.run(["second", "second", "second"])] == ["lived"] * 3


def test_the_process_stays_the_same_from_batch_to_batch(guard: Guard) -> None:
    assert guard.run(["pid"])[0].get() == guard.run(["pid"])[0].get()


def test_what_a_task_prints_does_not_get_between_the_answers(guard: Guard) -> None:
    assert [outcome.get() for outcome in guard.run(["talk", "a"])] == ["talked", "a"]


@pytest.mark.usefixtures("any_system")
def test_large_items_and_values_pass() -> None:
    text = "x" * 20_000_000
    with Guard(ZOO) as guard:
        assert guard.run([text, "small"])[0].get() == text


def test_a_missing_task_is_an_error() -> None:
    with Guard("tests.guard.tasks:nothing") as guard, pytest.raises(errors.GuardError, match="no task"):
        guard.run(["a"])


def test_the_error_of_a_task_that_can_not_be_made_is_raised_again() -> None:
    with Guard("tests.guard.tasks:broken_maker") as guard, pytest.raises(errors.InputError, match="can't be made"):
        guard.run(["a"])
    guard = Guard("maintext.guard.tasks:extraction", {"by": "magic"})
    with guard, pytest.raises(errors.UnknownExtractorError, match="magic"):
        guard.run([{"html": ""}])


def test_a_process_that_ends_before_it_is_ready_is_an_error() -> None:
    guard = Guard("tests.guard.tasks:maker_that_leaves")
    with guard, pytest.raises(errors.GuardError, match=r"did not start.*exit code 7; it said: going"):
        guard.run(["a"])


@pytest.mark.parametrize("number", [int(signal.SIGKILL), int(signal.SIGTERM)])
def test_a_process_that_is_killed_from_outside_costs_no_item(guard: Guard, tmp_path: Path, number: int) -> None:
    items = [("killed", str(tmp_path / name), 2, number) for name in "abc"]
    assert [outcome.get() for outcome in guard.run(items)] == ["survived"] * 3
    (blamed, after) = guard.run([("killed", str(tmp_path / "d"), 9, number), "after"])
    with pytest.raises(errors.PageCrashError, match=signal.Signals(number).name):
        blamed.get()
    assert after.get() == "after"


def test_a_process_that_is_killed_while_it_starts_is_started_again(tmp_path: Path) -> None:
    with Guard("tests.guard.tasks:killed_maker", {"log": str(tmp_path / "a"), "n_times": 2}) as guard:
        assert guard.run(["a"])[0].get() == "a"
    guard = Guard("tests.guard.tasks:killed_maker", {"log": str(tmp_path / "b"), "n_times": 3})
    with guard, pytest.raises(errors.GuardError, match="SIGKILL"):
        guard.run(["a"])


def test_threads_share_a_pool() -> None:
    with GuardPool(ZOO, {}, LIMITS, n_processes=2) as pool, ThreadPoolExecutor(8) as threads:
        pool.start()
        values = list(threads.map(pool.call, [str(number) for number in range(200)]))
        processes = set(threads.map(pool.call, ["pid"] * 50))
    assert values == [str(number) for number in range(200)]
    assert 1 <= len(processes) <= 2


def test_coroutines_share_a_pool_and_one_that_hangs_holds_up_no_other() -> None:
    async def ask(pool: GuardPool) -> list[object]:
        calls = [pool.call_soon(item) for item in ("spin", "a", ("leave", 1), "b")]
        return await asyncio.gather(*calls, return_exceptions=True)

    with GuardPool(ZOO, {}, LIMITS, n_processes=2) as pool:
        hung, first, crashed, second = asyncio.run(ask(pool))
    assert (first, second) == ("a", "b")
    assert isinstance(hung, errors.PageTimeoutError)
    assert isinstance(crashed, errors.PageCrashError)


DRIVER = f"""
import sys
from maintext.guard import Guard, process
from tests.guard.test_guard import SYSTEMS
process.SYSTEM = SYSTEMS[sys.argv[1]]
guard = Guard({ZOO!r})
print(guard.run(["pid"])[0].get(), flush=True)
guard.run([sys.argv[2]])
"""


@pytest.mark.parametrize(("system", "item"), [("linux", "spin natively"), ("unix", "spin")])
def test_a_process_dies_with_its_parent_even_if_it_hangs(system: str, item: str) -> None:
    root = Path(__file__).parent.parent.parent
    command = [sys.executable, "-c", DRIVER, system, item]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=root) as driver:
        assert driver.stdout is not None
        child = int(driver.stdout.readline())
        time.sleep(0.3)
        assert _is_running(child)
        driver.kill()
        driver.wait()
    deadline = time.monotonic() + 20
    while _is_running(child) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not _is_running(child)


def test_a_process_outlives_the_thread_that_started_it(guard: Guard) -> None:
    with ThreadPoolExecutor(1) as threads:
        first = threads.submit(guard.run, ["pid"]).result()[0].get()
    time.sleep(0.1)
    assert guard.run(["pid"])[0].get() == first


def test_a_keyboard_interrupt_of_the_terminal_is_the_parents_business(guard: Guard) -> None:
    child = guard.run(["pid"])[0].get()
    os.kill(child, signal.SIGINT)
    assert guard.run(["pid"])[0].get() == child


def test_no_module_needs_a_system_to_be_imported() -> None:
    """Imported as on Windows: without the modules and functions that only Unix has."""
    code = """
import os, sys
for name in ("fcntl", "resource", "pwd", "grp"):
    sys.modules[name] = None
for name in ("writev", "readv", "pwritev", "pwrite", "memfd_create", "getpriority", "setpriority", "O_ASYNC"):
    if hasattr(os, name):
        delattr(os, name)
import maintext.guard, maintext.guard.child, maintext.guard.tasks
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_closed_guard_leaves_no_process_and_no_open_file() -> None:
    n_open = len(list(Path("/proc/self/fd").iterdir()))
    guard = Guard(ZOO)
    child = guard.run(["pid"])[0].get()
    guard.close()
    assert not _is_running(child)
    assert len(list(Path("/proc/self/fd").iterdir())) == n_open


def _is_running(process: int) -> bool:
    stat = Path(f"/proc/{process}/stat")
    return stat.exists() and stat.read_text().rpartition(")")[2].split()[0] != "Z"


def test_another_thread_may_close_a_guard_that_works_and_gets_its_items_back_as_errors() -> None:
    guard = Guard(ZOO, {}, LIMITS)
    guard.start()
    child = guard.process_id
    assert child is not None
    with ThreadPoolExecutor(1) as threads:
        running = threads.submit(guard.run, ["a", "spin", "b"])
        while guard.cpu_seconds() == 0.0 and not running.done():
            time.sleep(0.01)
        guard.close()
        first, *others = running.result()
    assert first.value == "a" or isinstance(first.error, errors.GuardError)
    assert [type(outcome.error) for outcome in others] == [errors.GuardError] * 2
    assert not _is_running(child)
    assert not guard.is_started
    assert guard.run(["c"])[0].get() == "c"
    guard.close()
