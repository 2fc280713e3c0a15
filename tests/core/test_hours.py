"""Opening hours to the minute: over midnight, round the clock, on the days when the clocks jump."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cafe.core.catalogue.hours.model import daily
from cafe.core.catalogue.hours.week import parse_clock_time

KYIV = ZoneInfo("Europe/Kyiv")
SPRING_FORWARD = datetime(2026, 3, 29, 1, 0, tzinfo=UTC)
"""In Kyiv 02:59:59 is followed by 04:00:00."""
FALL_BACK = datetime(2026, 10, 25, 1, 0, tzinfo=UTC)
"""In Kyiv 03:59:59 is followed by 03:00:00."""

wall_times = st.times().map(lambda moment: time(moment.hour, moment.minute))
zones = st.sampled_from(["Europe/Kyiv", "UTC", "America/St_Johns", "Asia/Kathmandu", "Pacific/Apia"]).map(ZoneInfo)
moments = st.datetimes(datetime(2020, 1, 1), datetime(2035, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001
near_jumps = st.builds(
    lambda jump, minutes: jump + timedelta(minutes=minutes),
    st.sampled_from([SPRING_FORWARD, FALL_BACK]),
    st.integers(-2000, 2000),
)
times = st.tuples(wall_times, wall_times)
"""When a cafe opens and closes, the same every day."""


def minutes(moment: time) -> int:
    return moment.hour * 60 + moment.minute


@given(times=times, zone=zones, moment=moments | near_jumps)
def test_the_clock_on_the_wall_decides(times: tuple[time, time], zone: ZoneInfo, moment: datetime) -> None:
    """Counted in minutes since opening, modulo a day, which is another way than the program's."""
    opens, closes = times
    now = moment.astimezone(zone).time()
    since_opening = (minutes(now) - minutes(opens)) % 1440
    length = (minutes(closes) - minutes(opens)) % 1440 or 1440
    assert daily(opens, closes, zone).is_open(moment) is (since_opening < length)


@given(times=times, zone=zones, moment=moments | near_jumps)
def test_the_next_opening_is_ahead_and_the_cafe_is_open_then(
    times: tuple[time, time], zone: ZoneInfo, moment: datetime
) -> None:
    opens, closes = times
    hours = daily(opens, closes, zone)
    opening = hours.next_opening(moment)
    assert opening is not None
    assert moment < opening <= moment + timedelta(hours=50)
    if opens == closes:
        return
    if (minutes(closes) - minutes(opens)) % 1440 > 60:  # a shorter day may fall into the jump
        assert hours.is_open(opening)


@given(moment=near_jumps, opens=wall_times, closes=wall_times)
def test_nobody_opens_between_now_and_the_next_opening(moment: datetime, opens: time, closes: time) -> None:
    hours = daily(opens, closes, KYIV)
    opening = hours.next_opening(moment)
    assert opening is not None
    if opens == closes or hours.is_open(moment):
        return
    between = [moment + timedelta(minutes=shift) for shift in range(0, 3000, 7)]
    for checked in (*between, opening - timedelta(minutes=1)):
        # In the hour that comes twice, the wall may show opening hours again; nobody opens the doors for that.
        if moment <= checked < opening and not FALL_BACK <= checked < FALL_BACK + timedelta(hours=1):
            assert not hours.is_open(checked)


@given(times=times, zone=zones, moment=moments | near_jumps)
def test_the_opening_before_an_open_moment(times: tuple[time, time], zone: ZoneInfo, moment: datetime) -> None:
    hours = daily(*times, zone)
    opened = hours.opened_at(moment)
    if opened is None:
        assert times[0] == times[1] or not hours.is_open(moment)
    else:
        assert opened <= moment
        assert moment - opened <= timedelta(hours=26)
        assert hours.is_open(opened)
        assert hours.next_start(opened) > moment


@pytest.mark.parametrize(
    ("opens", "closes", "at", "is_open"),
    [
        ("08:00", "22:00", "2026-06-15T07:59:59", False),
        ("08:00", "22:00", "2026-06-15T08:00:00", True),
        ("08:00", "22:00", "2026-06-15T21:59:59", True),
        ("08:00", "22:00", "2026-06-15T22:00:00", False),
        ("22:00", "04:00", "2026-06-15T21:59:59", False),
        ("22:00", "04:00", "2026-06-15T22:00:00", True),
        ("22:00", "04:00", "2026-06-16T03:59:59", True),
        ("22:00", "04:00", "2026-06-16T04:00:00", False),
        ("00:00", "00:00", "2026-06-16T00:00:00", True),
        ("09:00", "09:00", "2026-06-16T08:59:59", True),
        ("00:00", "12:00", "2026-06-16T00:00:00", True),
        ("12:00", "00:00", "2026-06-16T23:59:59", True),
        ("12:00", "00:00", "2026-06-16T00:00:00", False),
        # Both clock changes, over the hours they swallow and repeat.
        ("22:00", "03:30", "2026-03-29T02:59:59", True),
        ("22:00", "03:30", "2026-03-29T04:00:00", False),
        ("03:30", "12:00", "2026-03-29T04:00:00", True),
        ("22:00", "03:30", "2026-10-25T03:29:59", True),
        ("22:00", "03:30", "2026-10-25T03:30:00", False),
    ],
)
def test_to_the_second(opens: str, closes: str, at: str, *, is_open: bool) -> None:
    hours = daily(time.fromisoformat(opens), time.fromisoformat(closes), KYIV)
    assert hours.is_open(datetime.fromisoformat(at).replace(tzinfo=KYIV)) is is_open


def test_the_hour_that_comes_twice() -> None:
    hours = daily(time(22), time(3, 30), KYIV)
    states = [hours.is_open(FALL_BACK + timedelta(minutes=shift)) for shift in (-31, -30, 0, 29, 30)]
    assert states == [True, False, True, True, False]


@pytest.mark.parametrize(
    ("opens", "after", "opening"),
    [
        ("08:00", "2026-06-15T07:59:59", "2026-06-15T08:00:00"),
        ("08:00", "2026-06-15T08:00:00", "2026-06-16T08:00:00"),
        ("08:00", "2026-06-15T23:00:00", "2026-06-16T08:00:00"),
        ("08:00", "2026-03-28T23:00:00", "2026-03-29T08:00:00"),
        ("08:00", "2026-10-24T23:00:00", "2026-10-25T08:00:00"),
        ("03:30", "2026-03-29T00:00:00", "2026-03-29T04:00:00"),
    ],
)
def test_the_next_opening(opens: str, after: str, opening: str) -> None:
    hours = daily(time.fromisoformat(opens), time(22), KYIV)
    found = hours.next_opening(datetime.fromisoformat(after).replace(tzinfo=KYIV))
    assert found is not None
    assert found.astimezone(KYIV).replace(tzinfo=None) == datetime.fromisoformat(opening)


@given(hour=st.integers(0, 23), minute=st.integers(0, 59))
def test_every_time_of_the_day_is_read(hour: int, minute: int) -> None:
    assert parse_clock_time(f"{hour:02}:{minute:02}") == time(hour, minute)
    assert parse_clock_time(f"{hour}:{minute:02}") == time(hour, minute)


@given(text=st.text(st.sampled_from("0123456789:. -+٣１hм\n"), max_size=7))
def test_nothing_else_is_a_time(text: str) -> None:
    parsed = parse_clock_time(text)
    if parsed is not None:
        assert text in {f"{parsed.hour}:{parsed.minute:02}", f"{parsed.hour:02}:{parsed.minute:02}"}
