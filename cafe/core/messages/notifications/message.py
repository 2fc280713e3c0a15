"""The base of all messages, their registry, and how the outbox stores them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Self

from cafe.core.messages.outbox.model import Priority, Recipient
from cafe.core.money.payments.model import Money

Sums = Sequence[tuple[int, str]]
"""Exact sums of money: amounts in the smallest unit, each with its currency. JSON stores them as lists."""


def sums_of(moneys: Iterable[Money]) -> Sums:
    """Return sums as a message stores them."""
    return tuple((money.amount, money.currency) for money in moneys)


class UnknownMessageError(Exception):
    """An outbox row has no known message: a bug, or a newer version wrote it."""


MESSAGES: dict[str, type["Message"]] = {}
"""All messages by their kind, once `messages.py` has imported their modules."""


@dataclass(frozen=True, slots=True)
class Message:
    """A message with its data apart from the order, which the outbox stores as JSON; most have none."""

    kind: ClassVar[str]
    """Stored, and the id of its text."""
    recipient: ClassVar[Recipient]
    priority: ClassVar[Priority] = Priority.NORMAL
    shows_order: ClassVar[bool] = False
    """Whether the message that shows the order in a customer's chat becomes this one."""
    is_private: ClassVar[bool] = False
    """Whether followers of the order do not get it."""

    def __init_subclass__(cls) -> None:
        if "kind" in vars(cls):
            MESSAGES[cls.kind] = cls  # the second time the class that `slots=True` makes of the first

    def payload(self) -> Mapping[str, Any]:
        """Return the JSON values to store, without those that are None."""
        return {field.name: value for field in fields(self) if (value := getattr(self, field.name)) is not None}

    @classmethod
    def read(cls, payload: Mapping[str, Any]) -> Self:
        """Read a stored payload.

        Raises:
            UnknownMessageError: the payload does not fit this message.
        """
        try:
            return cls(**payload)
        except (TypeError, ValueError) as error:
            raise UnknownMessageError(f"{cls.__name__}: {error}") from None


class StaffMessage(Message):
    """A message to the staff chat."""

    __slots__ = ()
    recipient = Recipient.STAFF


class CustomerMessage(Message):
    """A message to a customer or a follower."""

    __slots__ = ()
    recipient = Recipient.CUSTOMER
