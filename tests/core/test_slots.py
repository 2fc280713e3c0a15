"""Slots: equally long from midnight on, each moment in one of them, and what exceeds their limits."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cafe.core.catalogue.hours.slots import Load, Slots, TimeProblem

KYIV = ZoneInfo("Europe/Kyiv")
DAYS = [date(2026, 6, 15), date(2026, 10, 25), date(2027, 3, 28)]
"""A plain one, and those on which the clock changes."""


@pytest.mark.parametrize(("day", "hours"), list(zip(DAYS, (24, 25, 23), strict=True)))
@pytest.mark.parametrize("every", [5, 15, 20, 45, 420, 1440])
def test_the_slots_of_a_day_follow_each_other(day: date, hours: int, every: int) -> None:
    slots = Slots(every_minutes=every)
    starts = slots.starts_of(day, KYIV)
    spans = [slots.span_of(start, KYIV) for start in starts]
    assert [span.start for span in spans] == list(starts)
    assert [span.end for span in spans[:-1]] == list(starts[1:])
    assert spans[-1].end - spans[0].start == hours * 3600
    assert all(span.end - span.start <= every * 60 for span in spans)


@given(st.integers(0, 4_000_000_000), st.integers(5, 1440))
def test_every_moment_is_in_its_slot(moment: int, every: int) -> None:
    slots = Slots(every_minutes=every)
    span = slots.span_of(moment, KYIV)
    assert span.start <= moment < span.end
    assert slots.span_of(span.start, KYIV) == slots.span_of(span.end - 1, KYIV) == span
    assert span.start in slots.starts_of(datetime.fromtimestamp(moment, UTC).astimezone(KYIV).date(), KYIV)


@pytest.mark.parametrize(
    ("slots", "exceeded"),
    [
        (Slots(), None),
        (Slots(max_orders=3, max_items=7, max_amount=500), None),
        (Slots(max_orders=2), (TimeProblem.MAX_ORDERS, 2)),
        (Slots(max_items=6), (TimeProblem.MAX_ITEMS, 6)),
        (Slots(max_amount=499), (TimeProblem.MAX_AMOUNT, 499)),
        (Slots(max_orders=9, max_items=6, max_amount=1), (TimeProblem.MAX_ITEMS, 6)),
    ],
)
def test_the_first_limit_that_is_exceeded_is_named(slots: Slots, exceeded: tuple[TimeProblem, int] | None) -> None:
    assert slots.exceeded_by(Load(2, 5, 400) + Load(1, 2, 100)) == exceeded
    assert slots.has_limits is (slots != Slots())
