"""The one message of a chat that shows the state of an order: it is edited as the order goes on.

News that the reader has to act on replaces it as a new message, with a sound.
"""

from functools import partial

from cafe.core.kernel.database import Connection
from cafe.core.kernel.ids import FORGOTTEN, OrderId
from cafe.core.messages.notifications.message import Message
from cafe.core.messages.notifications.order_messages import (
    CustomerOrderChanged,
    CustomerOrderStatus,
    CustomerStatusCorrected,
)
from cafe.core.messages.notifications.payment_messages import (
    CustomerPaymentHeld,
    CustomerPaymentReceived,
)
from cafe.core.messages.notifications.rating_messages import CustomerRatingAsked
from cafe.core.messages.notifications.refund_messages import CustomerReceiptReady
from cafe.core.messages.outbox.plan import Plan
from cafe.core.messages.outbox.port import ChatMessage
from cafe.core.ordering.orders.model import Order, OrderStatus, OrderType


def has_sound(message: Message, order: Order) -> bool:
    """Whether the reader of a message has to act."""
    match message:
        case (
            CustomerPaymentReceived()
            | CustomerPaymentHeld()
            | CustomerReceiptReady()
            | CustomerOrderChanged()
            | CustomerRatingAsked()
        ):
            return False
        case CustomerOrderStatus():
            return message.again is True or _makes_guest_move(message.status, order)
        case CustomerStatusCorrected():
            return message.was is None or _makes_guest_move(message.was, order)
    return True


def _makes_guest_move(status: OrderStatus | None, order: Order) -> bool:
    """Whether the guest has to come, or to stay at home. Orders at a table are served."""
    if status is OrderStatus.READY:
        return order.order_type is OrderType.PICKUP
    return status in {OrderStatus.COURIER, OrderStatus.CANCELLED}


def plan_standing(
    conn: Connection, message: Message, order: Order, chat_id: int, rendered: ChatMessage, leaves: ChatMessage
) -> Plan | None:
    """Plan an edit of the message in a chat, or a new one in its place.

    `leaves` replaces the former one if it cannot be deleted.
    """
    standing = find_standing(conn, order.id, chat_id)
    if standing is None and isinstance(message, CustomerOrderChanged):
        return None
    if standing is not None and not has_sound(message, order):
        return Plan(chat_id, rendered, edits=standing, when_gone=partial(_forget, order.id, chat_id))
    return Plan(
        chat_id, rendered, retires=standing, leaves=leaves, after_sent=partial(_save_standing, order.id, chat_id)
    )


def find_standing(conn: Connection, order_id: OrderId, chat_id: int) -> int | None:
    """Return the message that shows an order in a chat."""
    row = conn.one(
        "SELECT message_id FROM order_messages WHERE order_id = :order AND chat_id = :chat",
        {"order": order_id, "chat": chat_id},
    )
    return None if row is None else int(row["message_id"])


def _save_standing(order_id: OrderId, chat_id: int, conn: Connection, message_id: int) -> None:
    """Store the message, unless the order's customer has been forgotten meanwhile."""
    conn.run(
        "INSERT INTO order_messages (order_id, chat_id, message_id) "
        "SELECT id, :chat, :message FROM orders WHERE id = :order AND customer_id <> :forgotten "
        "ON CONFLICT (order_id, chat_id) DO UPDATE SET message_id = excluded.message_id",
        {"order": order_id, "chat": chat_id, "message": message_id, "forgotten": FORGOTTEN},
    )


def _forget(order_id: OrderId, chat_id: int, conn: Connection) -> None:
    conn.run(
        "DELETE FROM order_messages WHERE order_id = :order AND chat_id = :chat", {"order": order_id, "chat": chat_id}
    )
