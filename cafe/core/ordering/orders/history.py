"""An order's history: who did what and when."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from cafe.core.kernel.database import Connection, Row
from cafe.core.kernel.ids import OrderId


class EventKind(StrEnum):
    """The kind of a history event; the values are stored."""

    CREATED = "created"
    MOVED = "status"
    STEPPED_BACK = "back"
    PROMISED = "promised"
    CANCELLED = "cancelled"
    PAID = "paid"
    HELD = "held"
    """Its total was blocked on the guest's card."""
    HOLD_LOST = "hold-lost"
    """The hold was released without a capture."""
    SWITCHED = "switched"
    """The guest switched the payment method."""
    REVERSED = "reversed"
    REFUNDED = "refunded"
    EDITED = "edited"
    EDIT_PROPOSED = "edit-proposed"
    EDIT_DECLINED = "edit-declined"
    DELIVERY = "delivery"
    """What a courier did."""
    RESENT = "resent"
    """A message was sent once more."""


@dataclass(frozen=True, slots=True)
class Event:
    """An entry of an order's history; `created_at` in Unix seconds."""

    kind: EventKind
    actor: str
    detail: str
    """By kind: the new status, the promised minutes, a reason, source, amount, resent message, edit, or a courier's
    step with their name."""
    created_at: int


def list_events_of_all(conn: Connection, order_ids: Iterable[OrderId]) -> dict[OrderId, list[Event]]:
    """Return the histories of some orders, each oldest first."""
    events: dict[OrderId, list[Event]] = {order_id: [] for order_id in order_ids}
    if events:
        params = {f"id{index}": order_id for index, order_id in enumerate(events)}
        rows = conn.all(
            "SELECT order_id, kind, actor, detail, created_at FROM order_events "
            f"WHERE order_id IN ({', '.join(':' + name for name in params)}) ORDER BY id",
            params,
        )
        for row in rows:
            events[OrderId(row["order_id"])].append(_event(row))
    return events


def list_events(conn: Connection, order_id: OrderId) -> list[Event]:
    """Return an order's history, oldest first."""
    rows = conn.all(
        "SELECT kind, actor, detail, created_at FROM order_events WHERE order_id = :id ORDER BY id", {"id": order_id}
    )
    return [_event(row) for row in rows]


def has_event_since(conn: Connection, order_id: OrderId, kind: EventKind, detail: str, since: int) -> bool:
    """Whether an order has such an event after a time (Unix seconds)."""
    row = conn.one(
        "SELECT 1 FROM order_events WHERE order_id = :id AND kind = :kind AND detail = :detail AND created_at > :since",
        {"id": order_id, "kind": kind.value, "detail": detail, "since": since},
    )
    return row is not None


def add_event(conn: Connection, order_id: OrderId, event: Event) -> None:
    conn.later(
        "order_events",
        "INSERT INTO order_events (order_id, kind, actor, detail, created_at) "
        "VALUES (:order_id, :kind, :actor, :detail, :created_at)",
        {
            "order_id": order_id,
            "kind": event.kind.value,
            "actor": event.actor,
            "detail": event.detail,
            "created_at": event.created_at,
        },
    )


def _event(row: Row) -> Event:
    return Event(EventKind(row["kind"]), row["actor"], row["detail"], row["created_at"])
