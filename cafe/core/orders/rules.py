"""The statuses that each order type passes through, in order."""

from cafe.core.orders.model import OrderStatus, OrderType

READY_MINUTES = (10, 20, 30, 45)
"""The promises that the staff can make with one button."""

_COLLECTED_STEPS = (
    OrderStatus.NEW,
    OrderStatus.CONFIRMED,
    OrderStatus.COOKING,
    OrderStatus.READY,
    OrderStatus.COMPLETED,
)
_DELIVERY_STEPS = (*_COLLECTED_STEPS[:4], OrderStatus.COURIER, OrderStatus.COMPLETED)

PROMISABLE = frozenset({OrderStatus.NEW, OrderStatus.CONFIRMED, OrderStatus.COOKING})
"""The statuses in which the staff may promise a time: the order is not ready yet."""


def steps(order_type: OrderType) -> tuple[OrderStatus, ...]:
    """Return the statuses of an order type, in order."""
    return _DELIVERY_STEPS if order_type is OrderType.DELIVERY else _COLLECTED_STEPS


def status_text(order_type: OrderType, status: OrderStatus) -> str:
    """The id of the text that names a state; how a completed order ended depends on its type."""
    return f"status-{status}-{order_type}" if status is OrderStatus.COMPLETED else f"status-{status}"


def next_step(order_type: OrderType, status: OrderStatus) -> OrderStatus | None:
    """Return the status after this one; None after the last."""
    statuses = steps(order_type)
    if status not in statuses or status is OrderStatus.COMPLETED:
        return None
    return statuses[statuses.index(status) + 1]
