"""When an accepted order is due or late, to the minute."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from cafe.core.kernel.ids import OrderId
from cafe.core.messages.notifications.model import OrderTimes, Overdue, TimedOrder
from cafe.core.messages.notifications.overdue import next_reminder, overdue, ready_time
from cafe.core.ordering.orders.model import OrderStatus

KYIV = ZoneInfo("Europe/Kyiv")


def at(clock: str, day: int = 15) -> int:
    return int(datetime.strptime(f"2026-06-{day} {clock}", "%Y-%m-%d %H:%M").replace(tzinfo=KYIV).timestamp())


def times(
    placed: str,
    pickup: str | None = None,
    *,
    status: str = "confirmed",
    promised: int | None = None,
    later: int | None = None,
    prep: int | None = 15,
) -> OrderTimes:
    return OrderTimes(OrderStatus(status), at(placed), promised, pickup, later, prep)


@pytest.mark.parametrize(
    ("order", "ready"),
    [
        (times("12:00", "14:30"), at("14:30")),
        (times("12:00", "9:05"), at("9:05", 16)),
        (times("12:00", "11:45"), at("11:45")),
        (times("12:00", "11:44"), at("11:44", 16)),
        (times("23:50", "00:30"), at("00:30", 16)),
        (times("12:00", "14:30", promised=at("12:20")), at("12:20")),
        (times("12:00", "14:30", later=at("14:30", 17)), at("14:30", 17)),
        (times("12:00", "14:30", later=at("14:30", 17), promised=at("12:20")), at("12:20")),
        (times("12:00", "soon"), None),
        (times("12:00"), None),
    ],
)
def test_when_an_order_is_to_be_ready(order: OrderTimes, ready: int | None) -> None:
    assert ready_time(order, KYIV) == ready


@pytest.mark.parametrize(
    ("order", "now", "expected"),
    [
        (times("12:00", "14:30"), "14:14", None),
        (times("12:00", "14:30"), "14:15", Overdue.PICKUP_DUE),
        (times("12:00", "14:30", status="cooking"), "14:15", None),
        (times("12:00", "14:30", status="new"), "14:15", Overdue.PICKUP_DUE),
        (times("14:10", "14:30"), "14:20", None),
        (times("12:00", "14:30", status="cooking"), "14:34", None),
        (times("12:00", "14:30", status="cooking"), "14:35", Overdue.LATE),
        (times("12:00", "14:30", status="ready"), "14:35", None),
        (times("12:00", promised=at("12:20")), "12:24", None),
        (times("12:00", promised=at("12:20")), "12:25", Overdue.LATE),
        (times("12:00", "14:30", later=at("14:30", 16)), "19:00", None),
        (times("12:00"), "19:00", None),
        (times("12:00", later=at("14:30")), "14:14", None),
        (times("12:00", later=at("14:30")), "14:15", Overdue.START),
        (times("12:00", "14:30", later=at("14:30"), prep=40), "13:50", Overdue.START),
        (times("12:00", later=at("14:30"), prep=0), "14:29", None),
        (times("12:00", later=at("14:30"), prep=0), "14:30", Overdue.START),
        (times("12:00", later=at("14:30"), status="new"), "14:15", Overdue.START),
        (times("12:00", later=at("14:30"), status="cooking"), "14:15", None),
        (times("12:00", later=at("14:30"), promised=at("14:40")), "14:15", None),
        (times("12:00", later=at("14:30"), promised=at("14:40")), "14:45", Overdue.LATE),
        (times("12:00", later=at("14:30")), "14:35", Overdue.LATE),
        (times("12:00", later=at("12:20")), "12:06", None),  # they have only just accepted it
        (times("12:00", later=at("12:29")), "12:20", None),
        (times("12:00", later=at("12:30")), "12:15", Overdue.START),
        (times("12:00", later=at("14:30"), prep=None), "14:00", Overdue.START),  # asked when it was time before
    ],
)
def test_what_is_overdue(order: OrderTimes, now: str, expected: Overdue | None) -> None:
    assert overdue(order, KYIV, at(now)) is expected


@pytest.mark.parametrize(
    ("before", "when", "now", "expected"),
    [
        (0, "00:00", "12:25", (Overdue.LATE, 1)),
        (1, "12:25", "12:39", None),
        (1, "12:25", "12:40", (Overdue.LATE, 2)),
        (2, "12:40", "12:55", (Overdue.LATE, 3)),
        (3, "12:55", "13:30", None),
        (3, "12:05", "12:25", (Overdue.LATE, 1)),  # of an earlier promise
        (2, "14:00", "12:30", (Overdue.LATE, 1)),  # before the clock was set back
    ],
)
def test_how_often_a_late_order_is_brought_up(
    before: int, when: str, now: str, expected: tuple[Overdue, int] | None
) -> None:
    order = TimedOrder(OrderId(1), times("12:00", promised=at("12:20")), before, at(when))
    assert next_reminder(order, KYIV, at(now)) == expected


@pytest.mark.parametrize(
    ("before", "when", "now", "expected"),
    [
        (0, "00:00", "14:15", (Overdue.START, 1)),
        (1, "14:15", "14:34", None),
        (1, "14:15", "14:35", (Overdue.LATE, 1)),
        (1, "14:35", "14:50", (Overdue.LATE, 2)),
    ],
)
def test_the_start_of_a_scheduled_order_is_brought_up_once(
    before: int, when: str, now: str, expected: tuple[Overdue, int] | None
) -> None:
    order = TimedOrder(OrderId(1), times("12:00", later=at("14:30")), before, at(when))
    assert next_reminder(order, KYIV, at(now)) == expected
