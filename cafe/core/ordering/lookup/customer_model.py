"""Customers for the people who run the cafe.

A customer is a phone: everybody who ordered with the same last nine digits, as a guest of any browser or as any
Telegram user. Walk-ins leave no phone, and who was forgotten has none any more.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from cafe.core.kernel.ids import OrderId


@dataclass(frozen=True, slots=True)
class CustomerEntry:
    """A customer with what they ordered. Money in whole UAH, times in Unix seconds."""

    id: OrderId
    """Their first order: it stands for the phone, which is nothing for an address or a log."""
    name: str
    """The one they gave last."""
    phone: str
    """As they wrote it last."""
    usernames: Sequence[str]
    """At Telegram, without `@`."""
    orders: int
    """All, the cancelled ones too."""
    completed: int
    cancelled: int
    spent: int
    """The completed orders' totals."""
    first_visit: int
    """When they ordered first."""
    last_visit: int
    last_order: OrderId
    last_number: str


@dataclass(frozen=True, slots=True)
class CustomerCursor:
    """The latest order of the last customer of a page."""

    last_visit: int
    last_order: int


@dataclass(frozen=True, slots=True)
class CustomerPage:
    """Customers, who was there last first."""

    customers: Sequence[CustomerEntry]
    following: CustomerCursor | None
    total: int | None
    """How many were found; of the first page alone."""
