"""Screens with a button to cancel an order: they are redrawn once it cannot be cancelled."""

from dataclasses import replace

from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.ids import OrderId
from cafe.core.messages.outbox.plan import Plan
from cafe.core.messages.outbox.port import ChatMessage


class ScreenService:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def note(self, order_id: OrderId, chat_id: int, message_id: int) -> None:
        """Store that a message shows an order with the button to cancel it."""
        await self._database.write(_note, order_id, chat_id, message_id)

    async def forget(self, chat_id: int, message_id: int) -> None:
        """Store that a message shows something else from now on."""
        await self._database.write(_forget, chat_id, message_id)


def with_screens(conn: Connection, plan: Plan, order_id: OrderId, screen: ChatMessage) -> Plan:
    """Let a delivery also redraw the screens of its chat with a button to cancel an order."""
    rows = conn.all(
        "SELECT message_id FROM order_screens WHERE order_id = :order AND chat_id = :chat ORDER BY message_id",
        {"order": order_id, "chat": plan.chat_id},
    )
    if not rows:
        return plan

    def finish(conn: Connection, message_id: int) -> None:
        if plan.after_sent is not None:
            plan.after_sent(conn, message_id)
        for row in rows:
            _forget(conn, plan.chat_id, row["message_id"])

    return replace(plan, after_sent=finish, redraws={row["message_id"]: screen for row in rows})


def _note(conn: Connection, order_id: OrderId, chat_id: int, message_id: int) -> None:
    conn.run(
        "INSERT INTO order_screens (order_id, chat_id, message_id) VALUES (:order, :chat, :message) "
        "ON CONFLICT (chat_id, message_id) DO UPDATE SET order_id = excluded.order_id",
        {"order": order_id, "chat": chat_id, "message": message_id},
    )


def _forget(conn: Connection, chat_id: int, message_id: int) -> None:
    conn.run(
        "DELETE FROM order_screens WHERE chat_id = :chat AND message_id = :message",
        {"chat": chat_id, "message": message_id},
    )
