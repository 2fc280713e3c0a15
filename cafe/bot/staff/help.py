"""The help for the staff, and the id of their chat."""

from aiogram import F, Router
from aiogram.filters import Command, CommandStart
from aiogram.types import Message

from cafe.bot.chat.conversation import Conversation
from cafe.bot.chat.routing import on
from cafe.bot.chat.view import Screen
from cafe.bot.telegram.openness import openness_of
from cafe.core.messages.notifications.staff_chat import StaffChat


def router() -> Router:
    router = Router(name="staff-help")
    on(router.message, show_help, Command("help"))
    on(router.message, show_help, CommandStart())
    on(router.message, refuse_customer_command, Command("menu", "cart", "checkout", "language", "cancel"))
    on(router.message, refuse_private_command, Command("desk"))
    router.message.register(follow_migration, F.migrate_to_chat_id)
    return router


async def show_help(conversation: Conversation) -> None:
    view, say = conversation.view, conversation.say
    openness = await openness_of(view.bot, view.chat_id)
    warning = f"\n\n⚠️ {say.html(f'staff-chat-{openness}')}" if openness else ""
    await view.send(Screen(say.html("staff-help") + warning))


async def refuse_customer_command(conversation: Conversation) -> None:
    await conversation.view.send(Screen(conversation.say.html("customers-only")))


async def refuse_private_command(conversation: Conversation) -> None:
    await conversation.view.send(Screen(conversation.say.html("desk-private-only")))


async def follow_migration(message: Message, staff_chat: StaffChat) -> None:
    """Store the new id of a group that became a supergroup."""
    if message.migrate_to_chat_id is not None:
        await staff_chat.move(message.chat.id, message.migrate_to_chat_id)
