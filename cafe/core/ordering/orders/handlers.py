"""Handlers that write an order's history."""

from cafe.core.kernel.database import Connection
from cafe.core.kernel.locale import Locale
from cafe.core.ordering.orders.facts import (
    EditDeclined,
    EditProposed,
    OrderCancelled,
    OrderEdited,
    OrderMoved,
    OrderPlaced,
    OrderPromised,
    OrderSteppedBack,
)
from cafe.core.ordering.orders.history import Event, EventKind, add_event
from cafe.core.ordering.orders.model import OrderStatus

MOST_OF_EDIT = 300
"""Characters of an edit in the history; the whole of it is stored with the order."""


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


def note_edited(conn: Connection, fact: OrderEdited) -> None:
    _note_edit(conn, fact, EventKind.EDITED, fact.actor)


def note_proposed(conn: Connection, fact: EditProposed) -> None:
    _note_edit(conn, fact, EventKind.EDIT_PROPOSED, fact.edit.actor)


def note_declined(conn: Connection, fact: EditDeclined) -> None:
    _note_edit(conn, fact, EventKind.EDIT_DECLINED, fact.order.name)


def _note_edit(conn: Connection, fact: OrderEdited | EditProposed | EditDeclined, kind: EventKind, actor: str) -> None:
    words = fact.edit.in_words(Locale.UK)
    detail = words if len(words) <= MOST_OF_EDIT else f"{words[: MOST_OF_EDIT - 1]}…"
    add_event(conn, fact.order.id, Event(kind, actor, detail, fact.at))
