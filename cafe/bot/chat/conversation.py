"""The argument of handlers: the person, their language, and everything needed to answer."""

from dataclasses import dataclass

from aiogram.fsm.context import FSMContext

from cafe.bot.chat.translator import Translator
from cafe.bot.chat.view import ChatView
from cafe.bot.telegram.links import Links
from cafe.core.catalogue.changes.actor import Actor, Way
from cafe.core.people.customers.model import Customer
from cafe.core.services import Services


@dataclass(frozen=True, slots=True)
class Conversation:
    """A person's conversation with the bot, in any chat. `actor` is the name shown on the staff's cards."""

    user_id: int
    actor: str
    say: Translator
    view: ChatView
    state: FSMContext
    services: Services
    links: Links

    @property
    def author(self) -> Actor:
        """The same person, as the history of changes names them."""
        return Actor(self.actor, way=Way.CHAT)


@dataclass(frozen=True, slots=True)
class CustomerConversation(Conversation):
    """A conversation in a private chat, where the person is a customer."""

    customer: Customer
