"""The outbox: messages that must reach somebody, queued in the transaction that makes them true."""

from typing import Any

import orjson

from cafe.core.notifications import Kind, Recipient
from cafe.core.ports import Connection
from cafe.core.values import CustomerId, Locale, OrderId


def queue_to_staff(
    conn: Connection, kind: Kind, now: int, order_id: OrderId | None = None, **facts: str | int | bool
) -> None:
    """Queue a message to the staff chat, always Ukrainian."""
    _queue(conn, Recipient.STAFF, None, kind, Locale.UK, order_id, facts, now)


def queue_to_customer(
    conn: Connection,
    kind: Kind,
    now: int,
    customer_id: CustomerId,
    locale: Locale,
    order_id: OrderId | None = None,
    **facts: str | int | bool,
) -> None:
    """Queue a message to a platform user in their language; guests and the walk-in have no chat and get none."""
    if customer_id > 0:
        _queue(conn, Recipient.CUSTOMER, customer_id, kind, locale, order_id, facts, now)


def _queue(
    conn: Connection,
    recipient: Recipient,
    chat_id: int | None,
    kind: Kind,
    locale: Locale,
    order_id: OrderId | None,
    facts: dict[str, Any],
    now: int,
) -> None:
    conn.run(
        "INSERT INTO outbox (recipient, chat_id, kind, order_id, locale, payload, due_at, created_at) "
        "VALUES (:recipient, :chat_id, :kind, :order_id, :locale, :payload, :now, :now)",
        {
            "recipient": recipient.value,
            "chat_id": chat_id,
            "kind": kind.value,
            "order_id": order_id,
            "locale": locale.value,
            "payload": orjson.dumps(facts).decode(),
            "now": now,
        },
    )
