"""Messages to the people who run the cafe, in their own chats. They belong to no order.

Money in whole UAH. Lists are written out, empty if there is nothing to tell.
"""

from dataclasses import dataclass

from cafe.core.messages.notifications.message import CustomerMessage


@dataclass(frozen=True, slots=True)
class CustomerDayOver(CustomerMessage):
    """How the day went."""

    kind = "customer-day-over"
    day: str
    orders: int
    revenue: int
    best: str
    low: str
    """Ingredients that run low."""
    wrong: str
    """Checks that have failed."""
    cash: str = ""
    """Who still carries how much cash."""


@dataclass(frozen=True, slots=True)
class CustomerDayAhead(CustomerMessage):
    """How yesterday went, and what is ahead."""

    kind = "customer-day-ahead"
    orders: int
    revenue: int
    scheduled: int
    """Orders for later today."""
    low: str
    wrong: str


@dataclass(frozen=True, slots=True)
class CustomerOwnersAlarm(CustomerMessage):
    """A check has failed."""

    kind = "customer-owners-alarm"
    name: str
    words: str
