"""Outbox rows: one row is one message to one recipient."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import Any, Protocol

from cafe.core.kernel.ids import OrderId
from cafe.core.kernel.locale import Locale


class Recipient(StrEnum):
    STAFF = "staff"
    CUSTOMER = "customer"


class Via(StrEnum):
    """How a message reaches the customer's side; the values are stored."""

    CHAT = "chat"
    """The customer's own chat with the bot."""
    FOLLOWER = "follower"
    """The chat of somebody who follows the order."""
    PUSH = "push"
    """A browser; the row's `chat_id` is the id of its subscription."""


class DeliveryState(StrEnum):
    """The state of a message; the values are stored."""

    QUEUED = "queued"
    SENT = "sent"
    CLOSED = "closed"
    """Not sent: it had no recipient or was obsolete."""
    GIVEN_UP = "given_up"


class Priority(IntEnum):
    """The order in which messages to the staff chat are sent; the values are stored."""

    EDIT = 0
    """Edits of existing messages have a queue of their own."""
    ANSWER = 1
    """Answers in conversations; never queued, but counted by the rate limiter."""
    FIRST = 2
    NORMAL = 3
    LATER = 4
    LAST = 5


class Queueable(Protocol):
    """A message that can be queued; the outbox does not interpret its content."""

    @property
    def kind(self) -> str:
        """The kind of the message, as stored."""
        ...

    @property
    def priority(self) -> Priority:
        """Its default priority."""
        ...

    def payload(self) -> Mapping[str, Any]:
        """Return its data apart from the order, as JSON values."""
        ...


@dataclass(frozen=True, slots=True)
class Delivery:
    """A row of the outbox. Times in Unix seconds."""

    id: int
    recipient: Recipient
    chat_id: int | None
    """None for the staff: their chat is read when the message is sent."""
    kind: str
    order_id: OrderId | None
    locale: Locale
    payload: Mapping[str, Any]
    priority: Priority
    attempts: int
    due_at: int
    created_at: int
    via: Via = Via.CHAT

    @property
    def queue(self) -> "Queue":
        """The queue of the row."""
        return Queue(self.recipient, self.chat_id, self.priority is Priority.EDIT)


@dataclass(frozen=True, slots=True)
class Queue:
    """The new messages of a chat, or its edits."""

    recipient: Recipient
    chat_id: int | None
    is_of_edits: bool
