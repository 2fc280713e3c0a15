"""The interface of a messenger: sending rendered messages to chats, and the possible outcomes."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from cafe.core.messages.outbox.model import Priority


class Tone(StrEnum):
    """The emphasis of a button; chats that show none render it like any other."""

    PRIMARY = "primary"
    """The usual choice."""
    SUCCESS = "success"
    """Completes something."""
    DANGER = "danger"
    """Cannot be undone, or leads to an act that cannot."""


@dataclass(frozen=True, slots=True)
class Button:
    """A button under a message: `action` is sent to the bot, `url` opens a page, `app` the mini-app."""

    text: str
    action: str | None = None
    url: str | None = None
    app: str | None = None
    tone: Tone | None = None


Keyboard = tuple[tuple[Button, ...], ...]


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """A message as an edge rendered it: text in the markup of its messenger, and rows of buttons."""

    text: str
    keyboard: Keyboard = ()
    is_silent: bool = False
    """Whether it arrives without a sound."""
    photo: str | None = None
    """The messenger's id of a picture that was sent to it; the text stands below."""


@dataclass(frozen=True, slots=True)
class Delivered:
    """The messenger accepted the message."""

    message_id: int


@dataclass(frozen=True, slots=True)
class RetryAfter:
    """Too many messages; the messenger says when to try again."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Unreachable:
    """The bot may not write into the chat: blocked, never started, or not in the group."""

    reason: str


@dataclass(frozen=True, slots=True)
class Migrated:
    """The chat has a new id."""

    chat_id: int


@dataclass(frozen=True, slots=True)
class TemporaryFailure:
    """The network or the messenger failed; it is unknown whether the message arrived."""

    reason: str


@dataclass(frozen=True, slots=True)
class MessageGone:
    """The message to edit no longer exists, or cannot be edited."""

    reason: str


@dataclass(frozen=True, slots=True)
class Rejected:
    """The messenger rejected the message as invalid: a bug of ours."""

    reason: str


Outcome = Delivered | RetryAfter | Unreachable | Migrated | TemporaryFailure | MessageGone | Rejected


class Messenger(Protocol):
    """Sends messages to chats. Every response is returned as an outcome, nothing is raised."""

    async def send(self, chat_id: int, message: ChatMessage) -> Outcome:
        """Send a new message."""
        ...

    async def edit(self, chat_id: int, message_id: int, message: ChatMessage) -> Outcome:
        """Edit one of our messages; an unchanged one counts as delivered."""
        ...

    async def delete(self, chat_id: int, message_id: int) -> Outcome:
        """Delete one of our messages; one that no longer exists is `MessageGone`."""
        ...

    async def pin(self, chat_id: int, message_id: int) -> Outcome:
        """Pin a message without a sound; one that no longer exists is `MessageGone`."""
        ...

    async def unpin(self, chat_id: int, message_id: int) -> Outcome:
        """Unpin a message."""
        ...

    async def has_pinned(self, chat_id: int) -> bool:
        """Whether anything is pinned in a chat; True if that is unknown."""
        ...


class Throttle(Protocol):
    """How fast the messenger accepts messages. Times in seconds of any monotonic clock."""

    def take(self, chat_id: int, now: float, priority: Priority) -> float:
        """Take a slot for a message to a chat: return 0 if it may be sent now, else the seconds to wait."""
        ...

    def wait(self, chat_id: int, now: float, priority: Priority) -> float:
        """Return what `take` would, without taking a slot."""
        ...

    def hold(self, chat_id: int, until: float, *, edits: bool) -> None:
        """Send nothing to a chat, or edit nothing there, until a time, as the messenger demanded."""
        ...
