"""Days are read in every form that pages write them in, and never made up."""

from datetime import date

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from maintext.metadata.values.dates import find_day, read_day
from maintext.metadata.values.months import MONTHS, month_number


@pytest.mark.parametrize(
    "text",
    [
        "2024-03-05",
        "2024-03-05T23:59:59.999+14:00",
        "20240305T101112Z",
        "2024/3/5",
        "2024.03.05",
        "Tue, 05 Mar 2024 10:00:00 GMT",
        "March 5th, 2024",
        "MARCH 5, 2024",
        "Mar. 5, 2024",
        "5 March 2024",
        "5-Mar-2024",
        "5. März 2024",
        "5 de marzo de 2024",
        "5 mars 2024",
        "05.03.2024",
        "2024年3月5日",
        "2024년 3월 5일",
        "5 марта 2024 г.",
        "5 मार्च 2024",
        "٥ مارس ٢٠٢٤",
        "2024. március 5.",
        "Posted on March 5, 2024 by Jane, updated April 6, 2025",
    ],
)
def test_a_day_is_read(text: str) -> None:
    assert find_day(text) == "2024-03-05"


@pytest.mark.parametrize(
    "text",
    ["2024-02-30", "2024-13-01", "3/5/2024", "March 2024", "2024", "1.2.3.2024", "12 Monkeys 2024", "1799-01-01",
     "2100-01-01", "1970-01-01T00:00:00Z", "0001-01-01", "call 555-0123 2024", "version 10.3.20245", "", "99/99/2024"],
)  # fmt: skip
def test_what_is_no_day_is_none(text: str) -> None:
    assert find_day(text) is None


def test_the_language_says_which_number_is_the_month() -> None:
    assert [find_day("3/5/2024", language) for language in ("en-US", "en", "en-GB", "fr", None)] == [
        "2024-03-05",
        "2024-03-05",
        "2024-05-03",
        "2024-05-03",
        None,
    ]


def test_seconds_and_milliseconds_are_read_where_a_time_is_meant() -> None:
    assert read_day("1709640000") == read_day("1709640000000") == "2024-03-05"
    assert find_day("1709640000") is None


def test_every_language_has_twelve_months_and_finds_them() -> None:
    for language, names in MONTHS.items():
        months = names.split()
        assert len(months) == 12, language
        for number, forms in enumerate(months, 1):
            for form in forms.split("/"):
                assert month_number(form, language) == number
                assert find_day(f"5 {form} 2024", language) == f"2024-{number:02}-05", (language, form)


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(st.text(alphabet="0123456789-/.: TZMarchJune年月日,th", max_size=40))
def test_whatever_is_read_is_a_day(text: str) -> None:
    day = read_day(text)
    if day is not None:
        assert date.fromisoformat(day).year in range(1900, 2100)


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(st.dates(min_value=date(1971, 1, 1), max_value=date(2099, 12, 31)))
def test_every_day_survives_being_written(day: date) -> None:
    for form in (
        day.isoformat(),
        f"{day:%B} {day.day}, {day.year}",
        f"{day.day} {day:%b} {day.year}",
        f"{day:%d.%m.%Y}",
    ):
        assert find_day(form) == day.isoformat()
