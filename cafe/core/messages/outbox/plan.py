"""How to deliver a queued message: a plan, and the interface of its planner."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from cafe.core.kernel.database import Connection
from cafe.core.messages.outbox.model import Delivery
from cafe.core.messages.outbox.port import ChatMessage, Outcome


@dataclass(frozen=True, slots=True)
class Pinning:
    """Pins the message after it is sent, without a sound and if the chat allows it."""

    note: Callable[[Connection, int, Outcome], None]
    """Stores the outcome, with the message's id."""
    was_pinned: bool = False
    """If so, it is pinned again only where nothing is pinned any more."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How to deliver a row now: as a new message, or by editing an existing one."""

    chat_id: int
    message: ChatMessage
    edits: int | None = None
    """The message to edit."""
    retires: int | None = None
    """The message to delete, or at least to unpin, once the new one is sent."""
    leaves: ChatMessage | None = None
    """Replaces that message if it cannot be deleted: chats refuse to delete old ones."""
    redraws: Mapping[int, ChatMessage] = field(default_factory=dict)
    """Other messages of the chat that are outdated, by their ids; edited once this one is sent."""
    after_sent: Callable[[Connection, int], None] | None = None
    """Stores the message's id in the transaction that closes the row."""
    pinning: Pinning | None = None
    when_gone: Callable[[Connection], None] | None = None
    """Stores that the message to edit is gone; the row is then planned as a new message. None: the row is closed."""
    when_unreachable: Callable[[Connection, int], None] | None = None
    """Stores that the bot may not write to a customer (now, in Unix seconds), as the row is closed."""


class Planner(Protocol):
    """Plans deliveries at the time of sending."""

    def plan(self, conn: Connection, delivery: Delivery) -> Plan | None:
        """Return what to send for a row; None if the message is obsolete or has no recipient."""
        ...

    def chat_id(self, conn: Connection, delivery: Delivery) -> int | None:
        """Return the chat that a row is for; None if there is none."""
        ...

    def must_arrive(self, conn: Connection, delivery: Delivery) -> bool:
        """Whether a row must never be given up."""
        ...
