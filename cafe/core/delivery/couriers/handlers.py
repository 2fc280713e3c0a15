"""What a delivery follows from: the staff move the order, undo a step, cancel it."""

from cafe.core.delivery.couriers import store
from cafe.core.delivery.couriers.model import DeliveryChanged, Outcome
from cafe.core.kernel.database import Connection
from cafe.core.ordering.orders.facts import OrderCancelled, OrderMoved, OrderSteppedBack
from cafe.core.ordering.orders.history import Event, EventKind, add_event
from cafe.core.ordering.orders.model import DeliveryState, OrderStatus


def follow_order(conn: Connection, fact: OrderMoved) -> None:
    """Take the courier along when somebody else moves the order, as with one tap on its card."""
    if fact.order.courier is None:
        return
    if fact.to is OrderStatus.COMPLETED:
        store.end_delivery(conn, fact.order.id, Outcome.HANDED_OVER, fact.at)
    elif fact.to is OrderStatus.COURIER and fact.order.courier.state is DeliveryState.TAKEN:
        store.set_state(conn, fact.order.id, DeliveryState.ON_WAY, fact.at)


def undo_delivery(conn: Connection, fact: OrderSteppedBack) -> None:
    """Put the delivery back where it was before the step."""
    if fact.order.courier is None:
        return
    if fact.order.status is OrderStatus.COMPLETED:
        store.reopen_delivery(conn, fact.order.id, DeliveryState.AT_DOOR)
    elif fact.to is OrderStatus.READY:
        store.set_state(conn, fact.order.id, DeliveryState.TAKEN, fact.at)


def end_with_order(conn: Connection, fact: OrderCancelled) -> None:
    if fact.order.courier is not None:
        store.end_delivery(conn, fact.order.id, Outcome.CANCELLED, fact.at)


def note_delivery(conn: Connection, fact: DeliveryChanged) -> None:
    """Add to the order's history what the courier did, and who said so."""
    add_event(conn, fact.order.id, Event(EventKind.DELIVERY, fact.actor, f"{fact.step}:{fact.name}", fact.at))
