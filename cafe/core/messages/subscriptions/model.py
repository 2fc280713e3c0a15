"""Followers of an order."""

from dataclasses import dataclass
from enum import StrEnum

from cafe.core.kernel.ids import CustomerId
from cafe.core.kernel.locale import Locale
from cafe.core.ordering.orders.model import Order

MOST_FOLLOWERS = 5
"""The most chats that follow one order; its link may have been passed on to anybody."""


@dataclass(frozen=True, slots=True)
class Follower:
    """A person who follows somebody's order in a chat, with their language."""

    customer_id: CustomerId
    locale: Locale


class Standing(StrEnum):
    """The relation of a person with a tracking link to its order."""

    OWN = "own"
    """It is their own: they get its messages anyway."""
    FOLLOWS = "follows"
    CAN = "can"
    FULL = "full"
    """It has as many followers as possible."""
    OVER = "over"
    """It is final."""


@dataclass(frozen=True, slots=True)
class OrderSubscription:
    """An order, and the relation of a person to it."""

    order: Order
    standing: Standing
