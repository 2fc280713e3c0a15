"""The way of an order: which states it passes and where it may go from each."""

from cafe.core.values import OrderStatus, OrderType

READY_MINUTES = (10, 20, 30, 45)
"""What the staff can promise with one press."""

_COUNTER = (OrderStatus.NEW, OrderStatus.CONFIRMED, OrderStatus.COOKING, OrderStatus.READY, OrderStatus.COMPLETED)
_ROAD = (*_COUNTER[:4], OrderStatus.COURIER, OrderStatus.COMPLETED)

PROMISABLE = frozenset({OrderStatus.NEW, OrderStatus.CONFIRMED, OrderStatus.COOKING})
"""While the order is still to be made, the staff may say when it will be ready."""


def steps(order_type: OrderType) -> tuple[OrderStatus, ...]:
    """The states that an order of this type passes, in order."""
    return _ROAD if order_type is OrderType.DELIVERY else _COUNTER


def next_step(order_type: OrderType, status: OrderStatus) -> OrderStatus | None:
    """Where the order goes from here; None at the end."""
    way = steps(order_type)
    if status not in way or status is OrderStatus.COMPLETED:
        return None
    return way[way.index(status) + 1]
