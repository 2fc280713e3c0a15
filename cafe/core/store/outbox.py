"""The outbox: messages that must reach somebody, queued in the transaction that makes them true."""

from typing import Any

import orjson

from cafe.core.notifications import Kind, Recipient
from cafe.core.ports import Connection
from cafe.core.values import CustomerId, Locale, OrderId

MOVES_CARD = {Kind.STAFF_ORDER_CANCELLED, Kind.STAFF_ORDER_PAID, Kind.STAFF_MONEY_TO_RETURN}
"""Messages about an order that come with a change of what its card shows."""


def queue_to_staff(
    conn: Connection, kind: Kind, now: int, order_id: OrderId | None = None, **facts: str | int | bool
) -> None:
    """Queue a message to the staff chat, always Ukrainian; the order's card follows what happened."""
    _queue(conn, Recipient.STAFF, None, kind, Locale.UK, order_id, facts, now)
    if kind in MOVES_CARD and order_id is not None:
        queue_card(conn, order_id, now)


def queue_card(conn: Connection, order_id: OrderId, now: int) -> None:
    """Queue a change of the order's card in the staff chat, unless one waits already: it will show this change too."""
    waiting = conn.one(
        "SELECT 1 FROM outbox WHERE order_id = :order AND kind = :kind AND state = 'queued' AND claimed_until <= :now",
        {"order": order_id, "kind": Kind.STAFF_CARD_CHANGED.value, "now": now},
    )
    if waiting is None:
        _queue(conn, Recipient.STAFF, None, Kind.STAFF_CARD_CHANGED, Locale.UK, order_id, {}, now)


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
