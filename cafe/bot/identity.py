"""Who is talking: the customer behind a message or a press, their language, and the chat as they see it."""

from collections.abc import Awaitable, Callable
from typing import Any

from aiogram import BaseMiddleware, Bot
from aiogram.enums import ChatType
from aiogram.filters import BaseFilter
from aiogram.types import CallbackQuery, Chat, Message, TelegramObject, User

from cafe.bot.pictures import Pictures
from cafe.bot.speech import Speech
from cafe.bot.trouble import explain
from cafe.bot.view import View
from cafe.core.i18n import Texts
from cafe.core.services import Services
from cafe.core.staff_chat import StaffChat
from cafe.core.values import Locale, PlatformUser

Handler = Callable[[TelegramObject, dict[str, Any]], Awaitable[Any]]


class Introduction(BaseMiddleware):
    """Gives handlers `view`, `say`, `said` (what was written), in private chats `customer`; answers a pressed button.

    Whoever is not a person in a chat of people (other bots, channels) is not answered.
    """

    def __init__(self, services: Services, texts: Texts, pictures: Pictures) -> None:
        self._services = services
        self._texts = texts
        self._pictures = pictures

    async def __call__(self, handler: Handler, event: TelegramObject, data: dict[str, Any]) -> Any:
        """See `BaseMiddleware`."""
        user: User | None = data.get("event_from_user")
        chat: Chat | None = data.get("event_chat")
        bot: Bot = data["bot"]
        if user is None or chat is None or chat.type == ChatType.CHANNEL or not _is_heard(user, event):
            return None
        press = event if isinstance(event, CallbackQuery) else None
        view = data["view"] = View(bot, self._pictures, chat.id, press)
        locale = Locale.UK
        if chat.type == ChatType.PRIVATE:
            name = user.first_name or str(user.id)
            known = PlatformUser(user.id, name, user.username, user.language_code)
            customer = data["customer"] = await self._services.customers.identify(known)
            locale = customer.locale
        data["say"] = Speech(self._texts, locale)
        data["actor"] = user.full_name
        data["said"] = event if isinstance(event, Message) else None
        try:
            return await handler(event, data)
        except Exception as error:  # noqa: BLE001 - told and logged; one conversation's trouble is nobody else's
            await explain(error, view, data["say"], self._texts)
            return None
        finally:
            await view.answer()


def _is_heard(user: User, event: TelegramObject) -> bool:
    """Other bots are not, but for the platform's stand-in for an anonymous administrator, and for news of the chat."""
    is_news = isinstance(event, Message) and event.migrate_to_chat_id is not None
    return not user.is_bot or user.username == "GroupAnonymousBot" or is_news


class InStaffChat(BaseFilter):
    """Only in the staff's chat."""

    async def __call__(self, event: Message | CallbackQuery, staff_chat: StaffChat) -> bool:
        """See `BaseFilter`."""
        message = event if isinstance(event, Message) else event.message
        return message is not None and await staff_chat.is_here(message.chat.id)


class InPrivate(BaseFilter):
    """Only in a chat with one person."""

    async def __call__(self, event: Message | CallbackQuery) -> bool:
        """See `BaseFilter`."""
        message = event if isinstance(event, Message) else event.message
        return message is not None and message.chat.type == ChatType.PRIVATE
