"""Which days a range of the desk is compared with."""

from datetime import date

import pytest

from cafe.core.money.reports.periods import Period, PeriodError


def period(text: str) -> Period:
    first, last = text.split("…")
    return Period(date.fromisoformat(first), date.fromisoformat(last))


@pytest.mark.parametrize(
    ("asked", "compared_with"),
    [
        ("2026-06-15…2026-06-15", "2026-06-14…2026-06-14"),  # a Monday: the day before, not a week before
        ("2026-06-01…2026-06-01", "2026-05-31…2026-05-31"),
        ("2026-06-15…2026-06-21", "2026-06-08…2026-06-14"),  # a week
        ("2026-06-15…2026-06-17", "2026-06-08…2026-06-10"),  # this week so far
        ("2026-06-16…2026-06-18", "2026-06-13…2026-06-15"),  # any three days
        ("2026-06-01…2026-06-30", "2026-05-01…2026-05-31"),  # a month
        ("2026-03-01…2026-03-31", "2026-02-01…2026-02-28"),
        ("2026-02-01…2026-02-28", "2026-01-01…2026-01-31"),
        ("2028-02-01…2028-02-28", "2028-01-01…2028-01-28"),  # the 29th is missing: no whole month
        ("2026-01-01…2026-01-31", "2025-12-01…2025-12-31"),
        ("2026-11-01…2026-11-22", "2026-10-01…2026-10-22"),  # this month so far
        ("2026-03-01…2026-03-30", "2026-02-01…2026-02-28"),  # February has no 29th and 30th
        ("2026-04-01…2026-06-30", "2026-01-01…2026-03-31"),  # a quarter
        ("2026-01-01…2026-12-31", "2025-01-01…2025-12-31"),  # a year
        ("2026-06-10…2026-07-09", "2026-05-11…2026-06-09"),  # any thirty days
        ("2026-06-01…2026-06-03", "2026-05-25…2026-05-27"),  # from a Monday that is a first: a week
    ],
)
def test_what_a_period_is_compared_with(asked: str, compared_with: str) -> None:
    assert period(asked).before() == period(compared_with)


def test_nothing_is_before_the_first_year() -> None:
    assert period("2000-01-01…2000-01-31").before() is None
    assert period("2000-01-03…2000-01-05").before() is None


@pytest.mark.parametrize(
    "refused", ["2026-06-15…2026-06-14", "1999-12-31…2000-01-05", "2099-12-31…2100-01-01", "2010-01-01…2020-06-01"]
)
def test_what_is_no_period(refused: str) -> None:
    with pytest.raises(PeriodError):
        period(refused)


def test_a_period_has_its_first_and_its_last_day() -> None:
    month = period("2026-02-27…2026-03-02")
    assert (month.length, [day.day for day in month.days]) == (4, [27, 28, 1, 2])
