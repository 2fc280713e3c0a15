"""The sequence of statuses of each order type, and rules on changing them."""

from collections.abc import Iterable, Mapping, Sequence

from cafe.core.kernel.ids import WALK_IN
from cafe.core.ordering.orders.history import Event, EventKind
from cafe.core.ordering.orders.model import Order, OrderStatus, OrderType, PaymentStatus

READY_MINUTES = (10, 20, 30, 45)
"""The minutes that the staff can promise with one button."""

CANCEL_REASONS = ("no-products", "closing", "no-answer", "guest-asked")
"""Predefined reasons for a cancellation, as text ids: `reason-…` for the staff, `customer-reason-…` for the guest."""

_COLLECTED_STEPS = (
    OrderStatus.NEW,
    OrderStatus.CONFIRMED,
    OrderStatus.COOKING,
    OrderStatus.READY,
    OrderStatus.COMPLETED,
)
_DELIVERY_STEPS = (*_COLLECTED_STEPS[:4], OrderStatus.COURIER, OrderStatus.COMPLETED)

PROMISABLE = frozenset({OrderStatus.NEW, OrderStatus.CONFIRMED, OrderStatus.COOKING})
"""The statuses in which the staff may promise a time, before the order is ready."""

MADE = frozenset({OrderStatus.READY, OrderStatus.COURIER, OrderStatus.COMPLETED})
"""The statuses in which everything is made."""


def steps(order_type: OrderType) -> tuple[OrderStatus, ...]:
    """Return the statuses of an order type, in order."""
    return _DELIVERY_STEPS if order_type is OrderType.DELIVERY else _COLLECTED_STEPS


def status_text(order_type: OrderType, status: OrderStatus) -> str:
    """Return the id of a status's text; for a completed order it depends on the type."""
    return f"status-{status}-{order_type}" if status is OrderStatus.COMPLETED else f"status-{status}"


def next_step(order_type: OrderType, status: OrderStatus) -> OrderStatus | None:
    """Return the status after this one; None after the last."""
    statuses = steps(order_type)
    if status not in statuses or status is OrderStatus.COMPLETED:
        return None
    return statuses[statuses.index(status) + 1]


def previous_step(order_type: OrderType, status: OrderStatus) -> OrderStatus | None:
    """Return the status before this one; None before the first, and for a cancelled order."""
    statuses = steps(order_type)
    if status not in statuses or status is OrderStatus.NEW:
        return None
    return statuses[statuses.index(status) - 1]


def pay_until(order: Order, unpaid_minutes: int) -> int | None:
    """Return the payment deadline of an order with a payment page (Unix seconds); None: no deadline."""
    if not unpaid_minutes or not order.can_pay or not order.can_cancel or order.created_at is None:
        return None
    return order.created_at + unpaid_minutes * 60


STEP_BACK_SECONDS = 60
RECALL_SECONDS = 15 * 60
"""What is made can be called back for longer: a mix-up shows when the guest comes for the order."""
_STEPS = frozenset({EventKind.MOVED, EventKind.STEPPED_BACK, EventKind.CANCELLED})


def step_back(order: Order, events: Sequence[Event], now: int) -> OrderStatus | None:
    """Return the status before the last step if that can be undone at `now` (Unix seconds), else None.

    Only the last step can be undone, and only for a while. `events`: the order's history, oldest first.
    """
    last = next((event for event in reversed(events) if event.kind in _STEPS), None)
    if is_cash_refunded(order, events):
        return None
    if last is None or last.kind is not EventKind.MOVED or order.is_anonymous:
        return None
    to = previous_step(order.order_type, order.status)
    if to is OrderStatus.NEW and order.customer_id == WALK_IN:
        return None  # the staff entered it: there is nothing to accept
    seconds = RECALL_SECONDS if order.status in MADE else STEP_BACK_SECONDS
    return to if now - last.created_at <= seconds else None


def has_ended_for_good(status: OrderStatus, completed_at: int | None, now: int) -> bool:
    """Whether an order is finished and cannot be called back; `completed_at` in Unix seconds, None if unknown."""
    is_recent = completed_at is not None and now - completed_at <= RECALL_SECONDS
    return status.is_final and not (status is OrderStatus.COMPLETED and is_recent)


def is_cash_refunded(order: Order, events: Iterable[Event]) -> bool:
    """Whether the cash taken on completion was refunded, so that the completion cannot be undone."""
    is_cash = order.status is OrderStatus.COMPLETED and order.payment_status is not PaymentStatus.PAID
    return is_cash and any(event.kind is EventKind.REFUNDED for event in events)


def times_reached(order_type: OrderType, events: Iterable[Event]) -> Mapping[OrderStatus, int]:
    """Return when an order reached each of its statuses (Unix seconds), without steps undone since.

    `events`: its history, oldest first.
    """
    reached: dict[OrderStatus, int] = {}
    for event in events:
        if event.kind is EventKind.CREATED:
            reached[OrderStatus.NEW] = event.created_at
        elif event.kind is EventKind.MOVED:
            reached[OrderStatus(event.detail)] = event.created_at
        elif event.kind is EventKind.STEPPED_BACK:
            later = steps(order_type)[steps(order_type).index(OrderStatus(event.detail)) + 1 :]
            for status in later:
                reached.pop(status, None)
        elif event.kind is EventKind.CANCELLED:
            reached[OrderStatus.CANCELLED] = event.created_at
    return reached
