"""When the day's two lines are due."""

from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

import pytest

from cafe.core.catalogue.hours.model import OpeningHours
from cafe.core.catalogue.hours.week import SpecialDay, parse_ranges
from cafe.core.kernel.locale import OwnText
from cafe.core.upkeep.owner_news.model import DayPart
from cafe.core.upkeep.owner_news.rules import due_parts

KYIV = ZoneInfo("Europe/Kyiv")
MONDAY = date(2026, 6, 15)
MORNING, EVENING = DayPart.MORNING, DayPart.EVENING


def hours(week: str) -> OpeningHours:
    return OpeningHours((parse_ranges(week),) * 7, KYIV)


def due(opening: OpeningHours, clock: str, day: date = MONDAY) -> list[tuple[DayPart, date]]:
    moment = datetime.combine(day, time.fromisoformat(clock), KYIV).astimezone(UTC)
    return list(due_parts(moment, opening))


@pytest.mark.parametrize(
    ("week", "clock", "expected"),
    [
        ("09:00-20:00", "08:59", []),
        ("09:00-20:00", "09:00", [(MORNING, MONDAY)]),
        ("09:00-20:00", "12:59", [(MORNING, MONDAY)]),
        ("09:00-20:00", "13:00", []),
        ("09:00-20:00", "20:00", [(EVENING, MONDAY)]),
        ("09:00-13:00 15:00-20:00", "13:30", []),
        ("18:00-02:00", "01:59", []),
        ("18:00-02:00", "02:00", [(EVENING, date(2026, 6, 14))]),
        ("18:00-02:00", "18:00", [(MORNING, MONDAY)]),
        ("00:00-24:00", "08:00", [(MORNING, MONDAY)]),
        ("00:00-24:00", "21:00", [(EVENING, MONDAY)]),
        ("00:00-24:00", "00:30", [(EVENING, date(2026, 6, 14))]),
        ("", "12:00", []),
    ],
)
def test_the_line_of_a_moment(week: str, clock: str, expected: list[tuple[DayPart, date]]) -> None:
    assert due(hours(week), clock) == expected


def test_a_day_off_has_no_lines() -> None:
    off = SpecialDay(MONDAY, (), OwnText("", ""))
    opening = OpeningHours(hours("09:00-20:00").week, KYIV, {MONDAY: off})
    assert due(opening, "09:30") == []
    assert due(opening, "20:30") == []
    assert due(opening, "09:30", date(2026, 6, 16)) == [(MORNING, date(2026, 6, 16))]
