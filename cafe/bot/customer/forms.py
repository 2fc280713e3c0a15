"""The dialog's data of a customer beside the order form, and its end."""

from typing import Any

from aiogram.fsm.context import FSMContext

from cafe.bot.chat.conversation import CustomerConversation
from cafe.core.kernel.clock import unix_now

TABLE_SECONDS = 3 * 3600
"""How long a table is remembered after its link, or after the last order there."""


async def forget_form(state: FSMContext) -> None:
    """Leave the order form; the promo code and the table stay."""
    data = await state.get_data()
    await state.set_state(None)
    await state.set_data(_without(data, "form"))


async def forget_order(conversation: CustomerConversation) -> None:
    """Leave the form of a placed order, and its promo code; the guest still sits at their table."""
    data = await conversation.state.get_data()
    table = table_of(conversation, data)
    await conversation.state.set_state(None)
    await conversation.state.set_data(_without(data, "form", "promo", "table", "table_until"))
    if table:
        await store_table(conversation, table)


async def store_table(conversation: CustomerConversation, table: str) -> None:
    """Remember a guest's table."""
    until = unix_now(conversation.services.clock) + TABLE_SECONDS
    await conversation.state.update_data(table=table, table_until=until)


def table_of(conversation: CustomerConversation, data: dict[str, Any]) -> str:
    """Return a guest's table from the dialog's data; empty if it is unknown or too old."""
    now = unix_now(conversation.services.clock)
    is_there = int(data.get("table_until", 0)) > now
    return str(data["table"]) if is_there and data.get("table") else ""


def _without(data: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in data.items() if name not in names}
