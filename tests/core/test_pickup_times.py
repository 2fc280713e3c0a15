"""Pickup times: what people type, and what fits into the hours."""

from datetime import datetime, time
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cafe.core.catalogue.hours.model import OpeningHours, daily
from cafe.core.ordering.checkout.pickup_times import TypedTime, next_pickup, offered_times, read_time

KYIV = ZoneInfo("Europe/Kyiv")
DAY = daily(time(8), time(22), KYIV)
NIGHT = daily(time(18), time(3), KYIV)
ALWAYS = daily(time(0), time(0), KYIV)


def at(text: str) -> datetime:
    return datetime.fromisoformat(f"2026-06-{text}").replace(tzinfo=KYIV)


@pytest.mark.parametrize(
    ("text", "clock", "is_tomorrow"),
    [
        ("18:30", "18:30", False),
        ("18.30", "18:30", False),
        ("1830", "18:30", False),
        ("930", "09:30", False),
        ("18-30", "18:30", False),
        ("о 18:30", "18:30", False),
        ("О 18.30.", "18:30", False),
        ("на 9", "09:00", False),
        ("at 18:30", "18:30", False),
        ("6:30 pm", "18:30", False),
        ("12 am", "00:00", False),
        ("завтра о 9:00", "09:00", True),
        ("9:00 завтра", "09:00", True),
        ("tomorrow at 9", "09:00", True),
        (" 7:05 ", "07:05", False),
    ],
)
def test_times_that_people_type(text: str, clock: str, *, is_tomorrow: bool) -> None:
    assert read_time(text) == TypedTime(time.fromisoformat(clock), is_tomorrow)


@pytest.mark.parametrize(
    "text", ["", "later", "18", "24:00", "18:60", "2460", "13 pm", "0 am", "18:3", "18:30:00", "1", "за 20 хв", "²:30"]
)
def test_what_is_no_time(text: str) -> None:
    assert read_time(text) is None


@given(text=st.text(max_size=20))
def test_any_text_is_a_time_or_none(text: str) -> None:
    typed = read_time(text)
    assert typed is None or isinstance(typed.clock, time)


@pytest.mark.parametrize(
    ("hours", "now", "typed", "expected", "is_open", "is_plain"),
    [
        (DAY, "15T17:00:30", "18:30", "15T18:30", True, True),
        (DAY, "15T17:00:30", "17:00", "15T17:00", True, True),
        (DAY, "15T17:00", "09:00", "16T09:00", True, False),
        (DAY, "15T17:00", "23:30", "15T23:30", False, True),
        (DAY, "15T17:00", "22:00", "15T22:00", False, True),
        (DAY, "15T17:00", "07:00", "16T07:00", False, False),
        (DAY, "15T07:00", "09:00", "15T09:00", True, True),
        (NIGHT, "15T22:00", "01:30", "16T01:30", True, True),
        (NIGHT, "15T22:00", "18:30", "16T18:30", True, False),
        (NIGHT, "15T12:00", "01:30", "16T01:30", True, False),
        (ALWAYS, "15T12:00", "13:00", "15T13:00", True, True),
        (ALWAYS, "15T12:00", "11:00", "16T11:00", True, False),
    ],
)
def test_when_a_time_comes_next(
    hours: OpeningHours, now: str, typed: str, expected: str, *, is_open: bool, is_plain: bool
) -> None:
    found = next_pickup(hours, at(now), TypedTime(time.fromisoformat(typed), is_tomorrow=False))
    assert (found.at, found.is_open, found.is_plain) == (at(expected), is_open, is_plain)


def test_tomorrow_said_is_tomorrow_meant() -> None:
    found = next_pickup(DAY, at("15T09:00"), TypedTime(time(18), is_tomorrow=True))
    assert (found.at, found.is_open, found.is_plain) == (at("16T18:00"), True, True)


@pytest.mark.parametrize(
    ("hours", "now", "offered"),
    [
        (DAY, "15T12:00", ["15T12:15", "15T12:30", "15T12:45", "15T13:00"]),
        (DAY, "15T12:01:30", ["15T12:20", "15T12:35", "15T12:50", "15T13:05"]),
        (DAY, "15T21:20", ["15T21:35", "15T21:50"]),
        (DAY, "15T21:50", ["16T08:15", "16T08:30", "16T08:45", "16T09:00"]),
        (DAY, "15T07:30", ["15T08:00", "15T08:15", "15T08:30"]),
        (NIGHT, "15T23:50", ["16T00:05", "16T00:20", "16T00:35", "16T00:50"]),
        (ALWAYS, "15T23:50", ["16T00:05", "16T00:20", "16T00:35", "16T00:50"]),
    ],
)
def test_offered_times_lie_within_the_hours(hours: OpeningHours, now: str, offered: list[str]) -> None:
    assert offered_times(hours, at(now)) == [at(one) for one in offered]
