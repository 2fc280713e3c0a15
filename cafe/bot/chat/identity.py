"""Identifies the sender of a message or a press: the customer, their language, and the kind of chat."""

from collections.abc import Awaitable, Callable
from typing import Any

from aiogram import BaseMiddleware, Bot
from aiogram.enums import ChatType
from aiogram.filters import BaseFilter
from aiogram.types import CallbackQuery, Chat, Message, TelegramObject, User

from cafe.bot.chat.conversation import Conversation, CustomerConversation
from cafe.bot.chat.error_handler import explain
from cafe.bot.chat.reader import reader_of
from cafe.bot.chat.replies import Replies
from cafe.bot.chat.translator import Translator
from cafe.bot.chat.view import ChatView
from cafe.bot.telegram.links import Links
from cafe.bot.telegram.pictures import Pictures
from cafe.core.kernel.locale import Locale
from cafe.core.messages.notifications.staff_chat import StaffChat
from cafe.core.people.customers.model import TelegramUser
from cafe.core.services import Services

Handler = Callable[[TelegramObject, dict[str, Any]], Awaitable[Any]]


class IdentityMiddleware(BaseMiddleware):
    """Gives handlers their `conversation`, explains their errors, and answers a pressed button in any case.

    Other bots and channels get no answer.
    """

    def __init__(self, services: Services, links: Links, pictures: Pictures, replies: Replies) -> None:
        self._services = services
        self._links = links
        self._pictures = pictures
        self._replies = replies

    async def __call__(self, handler: Handler, event: TelegramObject, data: dict[str, Any]) -> Any:
        user: User | None = data.get("event_from_user")
        chat: Chat | None = data.get("event_chat")
        if user is None or chat is None or chat.type == ChatType.CHANNEL or not _is_accepted(user, event):
            return None
        conversation = data["conversation"] = await self._conversation(user, chat, event, data)
        try:
            return await handler(event, data)
        except Exception as error:  # noqa: BLE001 - it is logged and answered; the other conversations go on
            await explain(error, conversation)
            return None
        finally:
            await conversation.view.answer()

    async def _conversation(self, user: User, chat: Chat, event: TelegramObject, data: dict[str, Any]) -> Conversation:
        bot: Bot = data["bot"]
        query = event if isinstance(event, CallbackQuery) else None
        view = ChatView(bot, self._pictures, self._replies, chat.id, query, reader_of(user, chat, event))
        texts = self._services.texts
        if chat.type != ChatType.PRIVATE:
            say = Translator(texts, Locale.UK)
            return Conversation(user.id, user.full_name, say, view, data["state"], self._services, self._links)
        name = user.first_name or str(user.id)
        known = TelegramUser(user.id, name, user.username, user.language_code)
        customer = await self._services.customers.identify(known)
        say = Translator(texts, customer.locale)
        return CustomerConversation(
            user.id, user.full_name, say, view, data["state"], self._services, self._links, customer
        )


ANONYMOUS_ADMINISTRATOR = 1087968824
"""The user shown by Telegram for an administrator who writes as the group."""
FORWARDER = 777000
"""The user under which Telegram forwards a linked channel's posts to a group."""


def _is_accepted(user: User, event: TelegramObject) -> bool:
    """Whether an event is handled: from people, from an anonymous administrator, and about a group's new id.

    Other bots are not, nor are channels, even with a post from a linked one: its author does not belong to the group.
    """
    if isinstance(event, Message):
        if event.migrate_to_chat_id is not None:
            return True
        is_channel = event.sender_chat is not None and event.sender_chat.id != event.chat.id
        if is_channel or event.is_automatic_forward or user.id == FORWARDER:
            return False
    return not user.is_bot or user.id == ANONYMOUS_ADMINISTRATOR


class InStaffChat(BaseFilter):
    async def __call__(self, _event: TelegramObject, conversation: Conversation, staff_chat: StaffChat) -> bool:
        return await staff_chat.is_here(conversation.view.chat_id)


class InPrivate(BaseFilter):
    """Matches private chats."""

    async def __call__(self, _event: TelegramObject, conversation: Conversation) -> bool:
        return isinstance(conversation, CustomerConversation)
