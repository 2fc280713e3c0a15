"""SQL for queueing: outbox rows are written in the transaction that causes them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from cafe.core.kernel.database import Connection
from cafe.core.kernel.ids import CustomerId, OrderId
from cafe.core.kernel.locale import Locale
from cafe.core.messages.outbox.model import Priority, Queueable, Recipient, Via


@dataclass(frozen=True, slots=True)
class NewMessage:
    """A message with its recipient, to be queued; `chat_id` is None for the staff."""

    recipient: Recipient
    chat_id: CustomerId | None
    message: Queueable
    locale: Locale
    order_id: OrderId | None
    priority: Priority
    delay: int = 0
    """Seconds until it may be sent; until then it can be withdrawn."""
    via: Via = Via.CHAT


def queue_to_staff(
    conn: Connection,
    message: Queueable,
    now: int,
    order_id: OrderId | None = None,
    *,
    priority: Priority | None = None,
) -> None:
    """Queue a message to the staff chat, always in Ukrainian; by default with the message's own priority."""
    queue(conn, [to_staff(message, order_id, priority=priority)], now)


def queue_to_customer(
    conn: Connection,
    message: Queueable,
    now: int,
    customer_id: CustomerId,
    locale: Locale,
    order_id: OrderId | None,
    *,
    delay: int = 0,
) -> None:
    """Queue a message to a customer in their language; guests and walk-ins have no chat and get none."""
    queue(conn, to_customer(message, customer_id, locale, order_id, delay=delay), now)


def to_staff(message: Queueable, order_id: OrderId | None = None, *, priority: Priority | None = None) -> NewMessage:
    """Address a message as `queue_to_staff` does."""
    chosen = message.priority if priority is None else priority
    return NewMessage(Recipient.STAFF, None, message, Locale.UK, order_id, chosen)


def to_customer(
    message: Queueable, customer_id: CustomerId, locale: Locale, order_id: OrderId | None, *, delay: int = 0
) -> list[NewMessage]:
    """Address a message as `queue_to_customer` does; nothing if they have no chat."""
    if customer_id <= 0:
        return []
    return [NewMessage(Recipient.CUSTOMER, customer_id, message, locale, order_id, Priority.NORMAL, delay)]


def queue(conn: Connection, messages: Sequence[NewMessage], now: int) -> None:
    """Queue messages in this order."""
    rows = [
        {
            "recipient": new.recipient.value,
            "chat_id": new.chat_id,
            "kind": new.message.kind,
            "order_id": new.order_id,
            "locale": new.locale,
            "payload": orjson.dumps(new.message.payload()).decode(),
            "priority": new.priority.value,
            "due_at": now + new.delay,
            "via": new.via.value,
            "created_at": now,
        }
        for new in messages
    ]
    conn.insert("outbox", rows)


def is_queued(conn: Connection, kind: str, order_id: OrderId | None = None) -> bool:
    """Whether a message of this kind (about an order) is queued, claimed or not."""
    row = conn.one(f"SELECT 1 FROM outbox WHERE {_matching(order_id)} LIMIT 1", {"kind": kind, "order": order_id})
    return row is not None


def will_be_planned(conn: Connection, kind: str, order_id: OrderId) -> bool:
    """Whether a message of this kind about an order is queued and not claimed, so that it will include this change.

    This is an update, so that the row cannot be claimed before this transaction ends.
    """
    found = conn.run(
        f"UPDATE outbox SET claimed_by = NULL WHERE {_matching(order_id)} AND claimed_by IS NULL",
        {"kind": kind, "order": order_id},
    )
    return found > 0


def list_queued_chats(conn: Connection, kind: str, order_id: OrderId) -> set[int]:
    """List the chats to which a message of this kind about an order is still on its way."""
    rows = conn.all(
        f"SELECT DISTINCT chat_id FROM outbox WHERE {_matching(order_id)} AND chat_id IS NOT NULL",
        {"kind": kind, "order": order_id},
    )
    return {row["chat_id"] for row in rows}


@dataclass(frozen=True, slots=True)
class Unclaimed:
    """A queued message that no process has begun to send."""

    id: int
    via: Via
    chat_id: int | None
    payload: Mapping[str, Any]


def list_unclaimed(conn: Connection, kind: str, order_id: OrderId) -> list[Unclaimed]:
    """List the messages of this kind about an order that no process has begun to send."""
    rows = conn.all(
        f"SELECT id, via, chat_id, payload FROM outbox WHERE {_matching(order_id)} AND claimed_by IS NULL ORDER BY id",
        {"kind": kind, "order": order_id},
    )
    return [Unclaimed(row["id"], Via(row["via"]), row["chat_id"], orjson.loads(row["payload"])) for row in rows]


def withdraw_row(conn: Connection, row_id: int, now: int) -> bool:
    """Close a message; False if a process has begun to send it."""
    closed = conn.run(
        "UPDATE outbox SET state = 'closed', finished_at = :now, last_error = 'withdrawn' "
        "WHERE id = :id AND state = 'queued' AND claimed_by IS NULL",
        {"id": row_id, "now": now},
    )
    return closed == 1


def withdraw(conn: Connection, kind: str, order_id: OrderId, now: int) -> None:
    """Close the messages of this kind about an order that are not claimed yet."""
    conn.run(
        "UPDATE outbox SET state = 'closed', finished_at = :now, last_error = 'obsolete' "
        f"WHERE {_matching(order_id)} AND claimed_by IS NULL",
        {"kind": kind, "order": order_id, "now": now},
    )


def _matching(order_id: OrderId | None) -> str:
    about = "order_id IS NULL" if order_id is None else "order_id = :order"
    return f"{about} AND kind = :kind AND state = 'queued'"
