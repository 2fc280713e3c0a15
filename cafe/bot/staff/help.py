"""What the staff can do, and where their chat is."""

from aiogram import F, Router
from aiogram.filters import Command, CommandStart
from aiogram.types import Message

from cafe.bot.routing import on
from cafe.bot.speech import Speech
from cafe.bot.view import Screen, View
from cafe.core.staff_chat import StaffChat


def router() -> Router:
    """Build the handlers."""
    router = Router(name="staff-help")
    on(router.message, help_, Command("help"))
    on(router.message, help_, CommandStart())
    on(router.message, customers_only, Command("menu", "cart", "checkout", "language", "cancel"))
    on(router.message, moved, F.migrate_to_chat_id)
    return router


async def help_(view: View, say: Speech) -> None:
    """`/help`."""
    await view.send(Screen(say.html("staff-help")))


async def customers_only(view: View, say: Speech) -> None:
    """A customer's command in the staff's chat."""
    await view.send(Screen(say.html("customers-only")))


async def moved(said: Message, staff_chat: StaffChat) -> None:
    """The group grew into a supergroup and has another id now."""
    if said.migrate_to_chat_id is not None:
        await staff_chat.move(said.chat.id, said.migrate_to_chat_id)
