"""The recipients on the customer's side of an order: the customer's chat, followers, the customer's browsers."""

from dataclasses import dataclass

from cafe.core.kernel.database import Connection
from cafe.core.kernel.ids import CustomerId
from cafe.core.kernel.locale import Locale
from cafe.core.messages.notifications.message import Message
from cafe.core.messages.outbox.model import Priority, Recipient, Via
from cafe.core.messages.outbox.store import NewMessage, queue, to_customer
from cafe.core.messages.subscriptions.push_store import list_subscriptions
from cafe.core.messages.subscriptions.store import list_followers
from cafe.core.ordering.orders.model import Order


@dataclass(frozen=True, slots=True)
class Audience:
    """The recipients of a message about an order: whether its customer has a chat, and the numbers of others."""

    has_chat: bool
    followers: int
    browsers: int


def find_audience(conn: Connection, order: Order) -> Audience:
    return Audience(order.customer_id > 0, len(list_followers(conn, order.id)), len(list_subscriptions(conn, order.id)))


def notify_customer_side(conn: Connection, order: Order, message: Message, now: int, *, delay: int = 0) -> None:
    """Queue a message to the customer, and the followers of the order."""
    queue(conn, to_customer_side(conn, order, message, delay=delay), now)


def to_customer_side(conn: Connection, order: Order, message: Message, *, delay: int = 0) -> list[NewMessage]:
    """Address a message to the customer, and the followers of the order."""
    own = to_customer(message, order.customer_id, order.customer_locale, order.id, delay=delay)
    return [*own, *to_others(conn, order, message, delay=delay)]


def to_others(conn: Connection, order: Order, message: Message, *, delay: int = 0) -> list[NewMessage]:
    """Address a message to the followers of an order, in chats and browsers."""
    browsers = [] if message.is_private else to_browsers(conn, order, message, delay=delay)
    return [*to_followers(conn, order, message, delay=delay), *browsers]


def to_followers(conn: Connection, order: Order, message: Message, *, delay: int = 0) -> list[NewMessage]:
    """Address a message to the followers of an order in chats, unless it is private."""
    if message.is_private:
        return []
    return [
        _beside(order, message, follower.customer_id, follower.locale, Via.FOLLOWER, delay)
        for follower in list_followers(conn, order.id)
    ]


def to_browsers(conn: Connection, order: Order, message: Message, *, delay: int = 0) -> list[NewMessage]:
    """Address a message to the customer's own browsers."""
    return [
        _beside(order, message, CustomerId(subscription.id), subscription.locale, Via.PUSH, delay)
        for subscription in list_subscriptions(conn, order.id)
    ]


def _beside(order: Order, message: Message, chat_id: CustomerId, locale: Locale, via: Via, delay: int) -> NewMessage:
    return NewMessage(Recipient.CUSTOMER, chat_id, message, locale, order.id, Priority.NORMAL, delay, via)
