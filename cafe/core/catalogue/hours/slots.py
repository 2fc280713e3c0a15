"""The kitchen's capacity for an order type in each slot of the day, and the limit that an order would exceed."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from typing import NamedTuple
from zoneinfo import ZoneInfo

from cafe.core.kernel.ids import SlotsId


class TimeProblem(StrEnum):
    """Why an order cannot be placed for a time; the values are text ids."""

    NOT_OFFERED = "time-not-offered"
    """The cafe accepts orders for now only."""
    UNREADABLE = "time-unreadable"
    PAST = "time-past"
    TOO_FAR = "time-too-far"
    OUTSIDE_HOURS = "time-outside-hours"
    DISRUPTED = "time-disrupted"
    """A power cut is planned for then, during which such orders are not taken."""
    MAX_ORDERS = "time-max-orders"
    MAX_ITEMS = "time-max-items"
    MAX_AMOUNT = "time-max-amount"


EVERY_MINUTES = 15
"""The length of a slot, and the step between offered times, unless the owner sets another."""


@dataclass(frozen=True, slots=True)
class Load:
    """The load of a slot or an order: pieces of dishes, and the price of the goods in whole UAH."""

    orders: int = 0
    items: int = 0
    amount: int = 0

    def __add__(self, other: "Load") -> "Load":
        return Load(self.orders + other.orders, self.items + other.items, self.amount + other.amount)


class Span(NamedTuple):
    """The times of a slot in Unix seconds: from `start` until just before `end`."""

    start: int
    end: int


class Exceeded(NamedTuple):
    """The limit that would be exceeded."""

    problem: TimeProblem
    limit: int


@dataclass(frozen=True, slots=True)
class Slots:
    """The slots of an order type, one after another from midnight. A limit of None does not apply."""

    id: SlotsId | None = None
    every_minutes: int = EVERY_MINUTES
    max_orders: int | None = None
    max_items: int | None = None
    max_amount: int | None = None

    @property
    def has_limits(self) -> bool:
        return not self.max_orders == self.max_items == self.max_amount is None

    def exceeded_by(self, load: Load) -> Exceeded | None:
        """Return the first limit that a load exceeds; None if it fits."""
        limits = (
            (self.max_orders, load.orders, TimeProblem.MAX_ORDERS),
            (self.max_items, load.items, TimeProblem.MAX_ITEMS),
            (self.max_amount, load.amount, TimeProblem.MAX_AMOUNT),
        )
        for limit, brought, problem in limits:
            if limit is not None and brought > limit:
                return Exceeded(problem, limit)
        return None

    def starts_of(self, day: date, zone: ZoneInfo) -> range:
        """Return the starts of a day's slots, in Unix seconds.

        All slots are equally long, even when daylight saving begins or ends; the last one of the day may be shorter.
        """
        return range(_midnight(day, zone), _midnight(day + timedelta(days=1), zone), self.every_minutes * 60)

    def span_of(self, moment: int, zone: ZoneInfo) -> Span:
        """Return the slot that contains a moment (Unix seconds)."""
        starts = self.starts_of(datetime.fromtimestamp(moment, zone).date(), zone)
        start = starts.start + (moment - starts.start) // starts.step * starts.step
        return Span(start, min(start + starts.step, starts.stop))


SlotsByType = Mapping[str, Slots]
"""The slots that the owner set, by order type."""


def _midnight(day: date, zone: ZoneInfo) -> int:
    return int(datetime.combine(day, time(0), zone).astimezone(UTC).timestamp())
