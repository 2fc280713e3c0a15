"""Customers, as shown to the staff.

A customer is a phone: all orders with the same last nine digits, by browser guests and Telegram users. Walk-ins have
no phone, and forgotten customers have none any more.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from cafe.core.kernel.ids import OrderId


@dataclass(frozen=True, slots=True)
class CustomerEntry:
    """A customer with a summary of their orders. Money in whole UAH, times in Unix seconds."""

    id: OrderId
    """Their first order, used in place of the phone, which must not appear in URLs or logs."""
    name: str
    """As last given."""
    phone: str
    """As last written."""
    usernames: Sequence[str]
    """On Telegram, without `@`."""
    orders: int
    """All, cancelled ones included."""
    completed: int
    cancelled: int
    spent: int
    """The sum of the completed orders."""
    first_visit: int
    """When they first ordered."""
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
    """Customers by their last visit, latest first."""

    customers: Sequence[CustomerEntry]
    following: CustomerCursor | None
    total: int | None
    """Number of matches; only on the first page."""
