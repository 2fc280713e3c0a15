"""Order cards, and orders that wait for the staff."""

from dataclasses import dataclass
from enum import StrEnum

from cafe.core.catalogue.settings.model import Settings
from cafe.core.kernel.ids import OrderId
from cafe.core.ordering.orders.model import Order, OrderStatus, OrderType

REMINDERS = 5
"""The number of reminders of a new order; they are followed by one last call."""


@dataclass(frozen=True, slots=True)
class Card:
    """The message in the staff chat that shows an order; `message_id` is 0 if it is gone."""

    chat_id: int
    message_id: int


class Overdue(StrEnum):
    """The reason for a reminder of an accepted order."""

    LATE = "late"
    PICKUP_DUE = "pickup-due"
    START = "start"
    """It is scheduled, and due to be begun."""


def less_way(scheduled_for: int | None, way_minutes: int) -> int | None:
    """Return when a scheduled order has to be ready, in Unix seconds."""
    return None if scheduled_for is None else scheduled_for - way_minutes * 60


@dataclass(frozen=True, slots=True)
class OrderTimes:
    """The times of an order; in Unix seconds, `pickup_time` as `HH:MM`, `scheduled_for` less the way to a door."""

    status: OrderStatus
    created_at: int
    ready_at: int | None
    pickup_time: str | None
    scheduled_for: int | None = None
    prep_minutes: int | None = None
    """How long it takes to make; None if unknown: then it may be due to be begun at any time."""

    @classmethod
    def of(cls, order: Order, settings: Settings) -> "OrderTimes":
        scheduled = less_way(order.scheduled_for, order.way_minutes(settings))
        return cls(order.status, order.created_at or 0, order.ready_at, order.pickup_time, scheduled)


@dataclass(frozen=True, slots=True)
class TimedOrder:
    """An order that is not ready yet, and the reminders of its time so far."""

    id: OrderId
    times: OrderTimes
    due_reminders: int
    due_reminded_at: int


@dataclass(frozen=True, slots=True)
class WaitingOrder:
    """An order in the list of waiting orders."""

    id: OrderId
    number: str
    order_type: OrderType
    status: OrderStatus
    created_at: int


@dataclass(frozen=True, slots=True)
class CancelledOrder:
    """An order in the list of those that guests cancelled; `total` in whole UAH."""

    delivery_id: int
    """The queued message about this order alone."""
    number: str
    total: int
