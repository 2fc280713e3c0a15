"""When a cafe's day begins."""

from datetime import UTC, date, datetime

import pytest

from cafe.core.reports.service import DayMoney, DaySummary, day_start
from cafe.core.settings.model import Settings


@pytest.mark.parametrize(
    ("opens", "closes", "moment", "begins"),
    [
        ("08:00", "22:00", "2026-06-15T12:00", "2026-06-15T00:00"),
        ("08:00", "22:00", "2026-06-14T21:30", "2026-06-15T00:00"),  # 00:30 in Kyiv
        ("18:00", "03:00", "2026-06-15T20:00", "2026-06-15T03:00"),
        ("18:00", "03:00", "2026-06-15T23:00", "2026-06-15T03:00"),  # 02:00 at night, still that evening
        ("18:00", "03:00", "2026-06-16T00:00", "2026-06-16T03:00"),  # 03:00: over
        ("00:00", "00:00", "2026-06-15T12:00", "2026-06-15T00:00"),
    ],
)
def test_a_night_belongs_to_the_day_before(opens: str, closes: str, moment: str, begins: str) -> None:
    settings = Settings(work_hours_from=opens, work_hours_to=closes)
    start = day_start(datetime.fromisoformat(moment).replace(tzinfo=UTC), settings)
    assert start == datetime.fromisoformat(begins).replace(tzinfo=settings.zone)


def test_the_average_is_rounded_halves_up_and_nothing_is_zero() -> None:
    def day(orders: int, revenue: int) -> DaySummary:
        return DaySummary(date(2026, 6, 15), orders, 0, revenue, {}, DayMoney(0, 0, 0, 0, 0, ()), ())

    assert [day(2, 5).average, day(3, 10).average, day(0, 0).average] == [3, 3, 0]
