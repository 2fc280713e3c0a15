"""A day in figures. Money in whole UAH unless said otherwise."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from cafe.core.orders.model import OrderType
from cafe.core.payments.model import Money


@dataclass(frozen=True, slots=True)
class BestSeller:
    """A product and how many were sold, whatever was chosen with it."""

    name: str
    quantity: int


@dataclass(frozen=True, slots=True)
class DayMoney:
    """What a day's orders brought, by where it is.

    What was taken, what is expected and what the bank took back make the revenue; what is to be returned comes on top.
    """

    cash: int
    terminal: int
    online: int
    expected: int
    handed_out_unpaid: int
    """The part of what is expected whose order is completed: somebody forgot to ask for it."""
    taken_back: int
    """Orders that stand although their online payment went back to the guest."""
    to_return: tuple[Money, ...]
    """What must still be returned for the day's orders: an exact sum for each currency."""
    returned: tuple[Money, ...]
    """What went back to the guests of the day's orders, likewise."""

    @property
    def taken(self) -> int:
        return self.cash + self.terminal + self.online


@dataclass(frozen=True, slots=True)
class HourSum:
    """What was ordered within an hour of the cafe's clock; the one that comes twice in autumn is one of two hours."""

    hour: int
    orders: int
    revenue: int


@dataclass(frozen=True, slots=True)
class DaySummary:
    """One day's orders without the cancelled ones."""

    day: date
    orders: int
    cancelled: int
    revenue: int
    by_type: Mapping[OrderType, tuple[int, int]]
    """Orders and revenue of each type."""
    by_hour: tuple[HourSum, ...]
    """From the beginning of the day on; hours without orders are left out."""
    money: DayMoney
    best_sellers: tuple[BestSeller, ...]

    @property
    def average(self) -> int:
        """The average revenue per order, rounded half up; 0 without orders."""
        return (2 * self.revenue + self.orders) // (2 * self.orders) if self.orders else 0
