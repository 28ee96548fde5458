"""Pages that hang, crash and eat memory: each loses itself, and the service goes on."""

import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.served import PATIENCE_S, Served

GOOD = {"html": "<title>good</title><p>A page, as good as any.</p>"}


def killer(what: str) -> dict[str, str]:
    return {"html": f"<title>killer: {what}</title><p>Text."}


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    """Two processes for quick pages, one for slow ones, two may wait; a page has two seconds."""
    places = {"n_quick": 2, "n_slow": 1, "n_waiting": 2, "slow_seconds": 0.2, "max_seconds": 2.0}
    server = Served("-m", "benches.killing", json.dumps(places))
    yield server
    server.kill()


def details(answer: tuple[int, object, str]) -> tuple[int, str, str]:
    told = json.loads(answer[2])
    return answer[0], told["error"], told["detail"]


@pytest.mark.parametrize(
    ("what", "error", "told"),
    [
        ("hang", "PageTimeoutError", "the page took longer than 2 s"),
        ("crash", "PageCrashError", "the page's process ended: SIGSEGV"),
        ("leave", "PageCrashError", "the page's process ended: exit code 3"),
        ("eat", "PageMemoryError", "the page needed more than 512,000,000 bytes of memory"),
    ],
)
def test_a_killer_page_is_told_what_it_did_and_the_next_page_is_read(
    server: Served, what: str, error: str, told: str
) -> None:
    assert details(server.send_patiently("/extract", killer(what))) == (422, error, told)
    assert json.loads(server.send_patiently("/extract", GOOD)[2])["text"] == "A page, as good as any."


def test_an_error_of_ours_is_a_500_that_says_so(server: Served) -> None:
    assert details(server.send_patiently("/extract", killer("raise")))[:2] == (500, "PageFailedError")


def test_killers_in_a_batch_cost_only_their_own_lines(server: Served) -> None:
    lines = [GOOD, killer("crash"), GOOD, killer("hang"), GOOD]
    body = "\n".join(json.dumps(line) for line in lines).encode()
    answers = server.ask("/extract/batch", body, {"Content-Type": "application/x-ndjson"})[2].splitlines()
    errors = [json.loads(answer).get("problem", {}).get("error") for answer in answers]
    assert errors == [None, "PageCrashError", None, "PageTimeoutError", None]


def test_a_hanging_page_holds_up_nobody(server: Served) -> None:
    with ThreadPoolExecutor(1) as threads:
        hanging = threads.submit(server.send, "/extract", killer("hang"))
        n_good = 0
        while not hanging.done():
            assert server.send("/extract", GOOD)[0] == 200
            n_good += 1
        assert details(hanging.result())[1] == "PageTimeoutError"
    # More than one: they did not wait for the hanging page.
    assert n_good > 3


def test_a_full_queue_says_when_to_come_again(server: Served) -> None:
    """Two hang in the quick places, of which one becomes slow; with what waits, the rest is told to come again."""
    with ThreadPoolExecutor(12) as threads:
        answers = list(threads.map(lambda _: server.send("/extract", killer("hang")), range(12)))
    statuses = [status for status, _, _ in answers]
    assert set(statuses) == {422, 503}
    busy = [answer for answer in answers if answer[0] == 503]
    assert all(int(headers["retry-after"]) >= 1 for _, headers, _ in busy)
    told = {json.loads(text)["detail"] for _, _, text in busy}
    assert "1 slow pages are being worked on already" in told
    assert "2 requests are waiting already" in told
    assert server.send("/extract", GOOD)[0] == 200


def test_nobody_is_left_waiting_or_running(server: Served) -> None:
    give_up = time.monotonic() + PATIENCE_S
    gauges = ("waiting", "running", "slow")
    while time.monotonic() < give_up:
        lines = server.get("/metrics")[2].splitlines()
        if all(f"maintext_pages_{name} 0" in lines for name in gauges):
            return
        time.sleep(0.1)
    pytest.fail("pages are still waiting or running after 300 s")
