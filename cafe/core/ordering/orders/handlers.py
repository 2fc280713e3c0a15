"""Handlers that write an order's history."""

from cafe.core.kernel.database import Connection
from cafe.core.ordering.orders.facts import OrderCancelled, OrderMoved, OrderPlaced, OrderPromised, OrderSteppedBack
from cafe.core.ordering.orders.history import Event, EventKind, add_event
from cafe.core.ordering.orders.model import OrderStatus


def note_placed(conn: Connection, fact: OrderPlaced) -> None:
    add_event(conn, fact.order_id, Event(EventKind.CREATED, fact.actor, "", fact.at))


def note_moved(conn: Connection, fact: OrderMoved) -> None:
    add_event(conn, fact.order.id, Event(EventKind.MOVED, fact.actor, fact.to.value, fact.at))


def note_step_back(conn: Connection, fact: OrderSteppedBack) -> None:
    add_event(conn, fact.order.id, Event(EventKind.STEPPED_BACK, fact.actor, fact.to.value, fact.at))


def note_promised(conn: Connection, fact: OrderPromised) -> None:
    if fact.is_accepted:
        add_event(conn, fact.order.id, Event(EventKind.MOVED, fact.actor, OrderStatus.CONFIRMED.value, fact.at))
    add_event(conn, fact.order.id, Event(EventKind.PROMISED, fact.actor, str(fact.minutes), fact.at))


def note_cancelled(conn: Connection, fact: OrderCancelled) -> None:
    add_event(conn, fact.order.id, Event(EventKind.CANCELLED, fact.actor, fact.reason, fact.at))
