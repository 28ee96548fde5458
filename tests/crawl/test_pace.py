"""How fast a host is asked, by an invented clock."""

from datetime import datetime, timedelta, timezone
from email.utils import format_datetime

import pytest

from maintext.crawl.pace import HostPace, Pace, retry_after_s, wait_before_retry_s
from maintext.errors import (
    ConnectionFailedError,
    FetchError,
    FetchTimeoutError,
    ForbiddenAddressError,
    NotHtmlResponseError,
)
from maintext.fetch import FetchedPage


def answer(status: int, retry_after: str | None = None) -> FetchedPage:
    headers = (("retry-after", retry_after),) if retry_after is not None else ()
    return FetchedPage("https://example.org/", status, headers, b"")


def test_requests_start_at_intervals() -> None:
    host = HostPace(Pace(delay_s=2.0))
    assert [host.reserve(100.0), host.reserve(100.0), host.reserve(101.0), host.reserve(300.0)] == [0.0, 2.0, 3.0, 0.0]


def test_what_robots_asks_for_counts_if_it_is_more_and_only_one_request_runs() -> None:
    host = HostPace(Pace(delay_s=2.0, per_host=4), requested_delay_s=7.0)
    assert (host.delay_s, host.n_at_once) == (7.0, 1)
    assert HostPace(Pace(delay_s=2.0, per_host=4), requested_delay_s=0.0).n_at_once == 4


def test_a_slow_host_is_asked_less_often_and_a_fast_one_soon_more_often() -> None:
    host = HostPace(Pace(delay_s=1.0, slowness=2.0))
    for number in range(10):
        host.adapt(float(number), number + 5.0, was_refused=False)
    assert host.delay_s == pytest.approx(10.0, rel=0.01)
    for number in range(10):
        host.adapt(float(number), number + 0.1, was_refused=False)
    assert host.delay_s == 1.0


def test_slowness_leads_to_no_more_than_the_limit() -> None:
    host = HostPace(Pace(max_delay_s=30.0))
    for number in range(20):
        host.adapt(float(number), number + 600.0, was_refused=False)
    assert host.delay_s == 30.0


def test_a_refusal_doubles_the_delay_once_for_all_that_was_under_way() -> None:
    host = HostPace(Pace(delay_s=2.0))
    host.adapt(0.0, 1.0, was_refused=True)
    host.adapt(0.5, 1.1, was_refused=True)
    assert host.delay_s == 4.0
    host.adapt(2.0, 3.0, was_refused=True)
    assert host.delay_s == 8.0


def test_a_host_can_ask_to_be_left_alone() -> None:
    host = HostPace(Pace(delay_s=1.0))
    host.rest(160.0)
    assert host.reserve(100.0) == 60.0


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 504])
def test_a_status_that_may_pass_is_waited_for_twice_as_long_each_time(status: int) -> None:
    pace = Pace(backoff_s=2.0, n_retries=3)
    assert [wait_before_retry_s(answer(status), n_tries, pace) for n_tries in (1, 2, 3, 4)] == [2.0, 4.0, 8.0, None]


@pytest.mark.parametrize("status", [200, 301, 304, 400, 401, 403, 404, 410, 451, 501])
def test_a_status_that_stays_is_not_tried_again(status: int) -> None:
    assert wait_before_retry_s(answer(status), 1, Pace()) is None


@pytest.mark.parametrize(
    ("error", "is_retried"),
    [
        (ConnectionFailedError, True),
        (FetchTimeoutError, True),
        (ForbiddenAddressError, False),
        (NotHtmlResponseError, False),
    ],
)
def test_errors_that_may_pass_are_tried_again(error: type[FetchError], is_retried: bool) -> None:
    assert (wait_before_retry_s(error("so it is"), 1, Pace()) is not None) == is_retried


def test_retry_after_is_honoured_up_to_the_limit() -> None:
    pace = Pace(backoff_s=2.0, max_wait_s=300.0)
    assert wait_before_retry_s(answer(503, "120"), 1, pace) == 120.0
    assert wait_before_retry_s(answer(503, "1"), 1, pace) == 2.0
    assert wait_before_retry_s(answer(503, "301"), 1, pace) is None


def test_retry_after_may_be_a_date() -> None:
    soon = datetime.now(timezone.utc) + timedelta(seconds=90)
    assert retry_after_s(answer(503, format_datetime(soon, usegmt=True))) == pytest.approx(90, abs=5)
    assert retry_after_s(answer(503, "Wed, 21 Oct 2015 07:28:00 GMT")) == 0.0


@pytest.mark.parametrize("text", ["", "soon", "-5", "1e9", "9" * 40, "²"])
def test_a_pause_that_is_none_is_passed_over(text: str) -> None:
    assert retry_after_s(answer(503, text)) is None
