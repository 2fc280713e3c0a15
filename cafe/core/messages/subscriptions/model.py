"""Who follows an order."""

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
    """How somebody with an order's tracking link stands to it."""

    OWN = "own"
    """It is theirs: they are told of it anyway."""
    FOLLOWS = "follows"
    CAN = "can"
    FULL = "full"
    """As many as may do follow it."""
    OVER = "over"
    """Nothing more will happen to it."""


@dataclass(frozen=True, slots=True)
class OrderSubscription:
    """An order, and how somebody stands to it."""

    order: Order
    standing: Standing
