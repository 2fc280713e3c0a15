"""When a nightly copy is due, and which go."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from cafe.core.upkeep.backups.rules import list_surplus, night_of, retry_after

KYIV = ZoneInfo("Europe/Kyiv")


@pytest.mark.parametrize(
    ("moment", "night"),
    [
        ("2026-06-16 00:59", "2026-06-15"),
        ("2026-06-16 01:00", "2026-06-16"),
        ("2026-06-16 21:30", "2026-06-16"),
        ("2026-01-01 01:59", "2025-12-31"),
        ("2026-01-01 02:00", "2026-01-01"),
        ("2026-03-29 00:59", "2026-03-28"),  # 02:59, and the next minute is 04:00
        ("2026-03-29 01:00", "2026-03-29"),
        ("2026-10-25 00:30", "2026-10-24"),  # 03:30 for the first time
        ("2026-10-25 01:30", "2026-10-24"),  # and for the second
        ("2026-10-25 02:00", "2026-10-25"),
    ],
)
def test_a_night_begins_at_four_in_kyiv(moment: str, night: str) -> None:
    assert night_of(datetime.fromisoformat(moment).replace(tzinfo=UTC), KYIV) == date.fromisoformat(night)


def test_the_second_try_comes_soon_the_others_each_hour() -> None:
    assert [retry_after(failures) for failures in (1, 2, 3, 50)] == [
        timedelta(minutes=15),
        *[timedelta(hours=1)] * 3,
    ]


def test_the_oldest_go_but_never_the_one_that_was_just_made() -> None:
    made = date(2026, 6, 15)
    week = [made - timedelta(days=ago) for ago in range(7)]
    assert list_surplus(week, 5, made) == [date(2026, 6, 9), date(2026, 6, 10)]
    assert list_surplus(week, 7, made) == list_surplus([made], 1, made) == []
    ahead = [date(2031, 1, 1), date(2031, 1, 2)]  # the clock was wrong once
    assert list_surplus([*week[:2], *ahead], 1, made) == [week[1], ahead[0]]
