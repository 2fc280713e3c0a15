"""When an order is due, and how `scheduled_for` is read on the cafe's clock."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cafe.core.catalogue.hours.slots import TimeProblem
from cafe.core.catalogue.settings.model import Settings
from cafe.core.ordering.checkout.form import CheckoutForm
from cafe.core.ordering.checkout.timing import read_local_time, read_timing
from cafe.core.ordering.orders.due import pickup_due, soonest_due
from cafe.core.ordering.orders.model import OrderType

KYIV = ZoneInfo("Europe/Kyiv")
NOON = datetime(2026, 6, 15, 9, 0, tzinfo=UTC)
SPRING = datetime(2027, 3, 28, 0, 0, tzinfo=UTC)
"""02:00; an hour later it is 04:00."""
AUTUMN = datetime(2026, 10, 25, 0, 0, tzinfo=UTC)
"""03:00; an hour later it is 03:00 again."""


def at(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=KYIV).timestamp())


@pytest.mark.parametrize(
    ("placed", "clock", "due"),
    [
        ("2026-06-15T12:00", "14:30", "2026-06-15T14:30"),
        ("2026-06-15T12:00", "11:45", "2026-06-15T11:45"),
        ("2026-06-15T12:00", "11:44", "2026-06-16T11:44"),
        ("2026-06-15T23:50", "00:10", "2026-06-16T00:10"),
        ("2026-10-24T23:00", "09:00", "2026-10-25T09:00"),
        ("2027-03-27T23:00", "09:00", "2027-03-28T09:00"),
    ],
)
def test_when_a_pickup_is_due(placed: str, clock: str, due: str) -> None:
    assert pickup_due(at(placed), time.fromisoformat(clock), KYIV) == at(due)


def test_when_an_order_for_now_is_due() -> None:
    assert soonest_due(at("2026-06-15T12:00"), 15) == at("2026-06-15T12:15")


@pytest.mark.parametrize("typed", ["18:30", "18.30", "1830", "о 18:30", " 18-30 ", "6:30 pm"])
def test_a_pickup_time_is_read_as_people_write_it(typed: str) -> None:
    timing = read_timing(CheckoutForm(OrderType.PICKUP, pickup_time=typed), Settings(), NOON, 15)
    assert (timing.due_at, timing.pickup_time) == (at("2026-06-15T18:30"), typed)
    assert (timing.scheduled_for, timing.problem) == (None, None)


def test_tomorrow_is_tomorrow() -> None:
    timing = read_timing(CheckoutForm(OrderType.PICKUP, pickup_time="завтра о 18:30"), Settings(), NOON, 15)
    assert timing.due_at == at("2026-06-16T18:30")


@pytest.mark.parametrize("typed", [None, "якнайшвидше", "25:00", "18"])
def test_what_is_no_time_means_as_soon_as_possible(typed: str | None) -> None:
    timing = read_timing(CheckoutForm(OrderType.PICKUP, pickup_time=typed), Settings(), NOON, 40)
    assert timing.due_at == at("2026-06-15T12:40")


@pytest.mark.parametrize(
    ("typed", "problem"),
    [
        ("2026-06-15T13:00", None),
        ("2026-06-15T12:00", None),
        ("2026-06-15 13:00", TimeProblem.UNREADABLE),
        ("2026-06-15T11:59", TimeProblem.PAST),
        ("2026-06-17T21:59", None),
        ("2026-06-18T08:00", TimeProblem.TOO_FAR),
        ("2026-06-15T22:00", TimeProblem.OUTSIDE_HOURS),
    ],
)
def test_what_is_wrong_with_a_time(typed: str, problem: TimeProblem | None) -> None:
    form = CheckoutForm(OrderType.DELIVERY, scheduled_for=typed)
    timing = read_timing(form, Settings(schedule_days=2), NOON + timedelta(seconds=59), 15)
    assert (timing.problem.problem if timing.problem else None) is problem
    assert (timing.scheduled_for is None) is (problem is not None)


@pytest.mark.parametrize(
    ("now", "typed", "expected"),
    [
        (SPRING, "2027-03-28T02:59", SPRING + timedelta(minutes=59)),
        (SPRING, "2027-03-28T03:00", None),
        (SPRING, "2027-03-28T03:59", None),
        (SPRING, "2027-03-28T04:00", SPRING + timedelta(hours=1)),
        (AUTUMN, "2026-10-25T03:30", AUTUMN + timedelta(minutes=30)),
        (AUTUMN + timedelta(minutes=31), "2026-10-25T03:30", AUTUMN + timedelta(minutes=90)),
        (AUTUMN, "2026-10-25T04:00", AUTUMN + timedelta(hours=2)),
        (AUTUMN + timedelta(hours=3), "2026-10-25T04:00", AUTUMN + timedelta(hours=2)),
    ],
)
def test_days_on_which_the_clock_changes(now: datetime, typed: str, expected: datetime | None) -> None:
    found = read_local_time(typed, KYIV, now)
    assert (found and found.astimezone(UTC)) == expected


@given(st.text(max_size=20) | st.from_regex(r"\A[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}\Z"))
def test_any_text_is_a_time_as_it_was_written_or_none(text: str) -> None:
    found = read_local_time(text, KYIV, NOON)
    assert found is None or found.isoformat()[:16] == text
