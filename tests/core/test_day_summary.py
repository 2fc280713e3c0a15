"""When a cafe's day begins, and what is computed from its figures."""

from datetime import UTC, date, datetime

import pytest

from cafe.core.catalogue.settings.days import day_of, day_start
from cafe.core.catalogue.settings.model import Settings
from cafe.core.money.reports.model import DayMoney, DaySummary


@pytest.mark.parametrize(
    ("opens", "closes", "moment", "begins"),
    [
        ("08:00", "22:00", "2026-06-15T12:00", "2026-06-14T21:00"),
        ("08:00", "22:00", "2026-06-14T21:30", "2026-06-14T21:00"),  # 00:30 in Kyiv
        ("18:00", "03:00", "2026-06-15T20:00", "2026-06-15T00:00"),
        ("18:00", "03:00", "2026-06-15T23:00", "2026-06-15T00:00"),  # 02:00 at night, still that evening
        ("18:00", "03:00", "2026-06-16T00:00", "2026-06-16T00:00"),  # 03:00: over
        ("00:00", "00:00", "2026-06-15T12:00", "2026-06-14T21:00"),
        ("18:00", "03:30", "2026-03-29T00:59", "2026-03-28T01:30"),  # 02:59, before the clock jumps past 03:30
        ("18:00", "03:30", "2026-03-29T01:00", "2026-03-29T01:00"),  # 04:00
        ("18:00", "03:30", "2026-10-25T00:40", "2026-10-24T00:30"),  # the first 03:40
        ("18:00", "03:30", "2026-10-25T01:10", "2026-10-24T00:30"),  # the second 03:10, within opening hours
        ("18:00", "03:30", "2026-10-25T01:30", "2026-10-25T01:30"),  # the second 03:30
    ],
)
def test_a_night_belongs_to_the_day_before(opens: str, closes: str, moment: str, begins: str) -> None:
    settings = Settings(work_hours_from=opens, work_hours_to=closes)
    day = day_of(datetime.fromisoformat(moment).replace(tzinfo=UTC), settings)
    assert day_start(day, settings) == datetime.fromisoformat(begins).replace(tzinfo=UTC)


def test_the_average_is_rounded_halves_up_and_nothing_is_zero() -> None:
    def day(orders: int, revenue: int) -> DaySummary:
        return DaySummary(date(2026, 6, 15), orders, 0, revenue, {}, (), DayMoney(0, 0, 0, 0, 0, 0, (), (), ()), ())

    assert [day(2, 5).average, day(3, 10).average, day(0, 0).average] == [3, 3, 0]
