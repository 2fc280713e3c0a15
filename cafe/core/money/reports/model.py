"""A day, or any number of days, in figures. Money in whole UAH unless said otherwise."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from cafe.core.kernel.locale import OwnText
from cafe.core.money.payments.model import Money
from cafe.core.money.reports.periods import Period
from cafe.core.ordering.orders.model import OrderType


@dataclass(frozen=True, slots=True)
class BestSeller:
    """A product and how many were sold, whatever was chosen with it."""

    name: str
    quantity: int


@dataclass(frozen=True, slots=True)
class DayMoney:
    """What a day's orders brought, by where it is.

    What was taken, what is expected and what was taken back make the revenue; what is to be returned comes on top.
    """

    cash: int
    terminal: int
    online: int
    expected: int
    handed_out_unpaid: int
    """The part of what is expected whose order is completed: somebody forgot to ask for it."""
    taken_back: int
    """Orders that stand although all of their payment went back to the guest."""
    to_return: tuple[Money, ...]
    """What must still be returned for the day's orders: an exact sum for each currency."""
    returned: tuple[Money, ...]
    """What went back to the guests of the day's orders, likewise."""
    paid: tuple[Money, ...]
    """All that was ever paid for the day's orders, cancelled ones too, likewise."""
    to_return_earlier: tuple[Money, ...] = ()
    """What must still be returned for the orders of the days before, likewise."""

    @property
    def kept(self) -> tuple[Money, ...]:
        """What the cafe has of what was paid; what is to be returned is a part of it."""
        gone = {money.currency: money.amount for money in self.returned}
        return tuple(Money(money.amount - gone.get(money.currency, 0), money.currency) for money in self.paid)

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


class Place(StrEnum):
    """Where the money of an order is; each order that is not cancelled is at one."""

    CASH = "cash"
    TERMINAL = "terminal"
    ONLINE = "online"
    EXPECTED = "expected"
    TAKEN_BACK = "taken_back"


@dataclass(frozen=True, slots=True)
class Share:
    """A part of the orders, and their revenue."""

    orders: int = 0
    revenue: int = 0

    def __add__(self, other: "Share") -> "Share":
        return Share(self.orders + other.orders, self.revenue + other.revenue)

    @property
    def average(self) -> int:
        """The average revenue per order, rounded half up; 0 without orders."""
        return (2 * self.revenue + self.orders) // (2 * self.orders) if self.orders else 0


@dataclass(frozen=True, slots=True)
class Sold:
    """A dish under the name it was ordered by; `revenue` before discounts, with everything chosen for it."""

    name: OwnText
    pieces: int
    revenue: int


@dataclass(frozen=True, slots=True)
class OptionSold:
    """An option that was chosen; `revenue` is what its price differences add up to, and may be negative."""

    option_id: int
    group: OwnText
    """The present name of its group; empty if the option is gone."""
    name: OwnText
    pieces: int
    revenue: int


@dataclass(frozen=True, slots=True)
class PromoSum:
    """The orders with a promo code, and what it took off."""

    code: str
    orders: int
    discount: int
    revenue: int


@dataclass(frozen=True, slots=True)
class Used:
    """What orders took of an ingredient, in its unit. An ingredient that is gone has neither name nor unit."""

    ingredient_id: int
    name: str
    unit: str
    amount: int


@dataclass(frozen=True, slots=True)
class Report:
    """The orders of some days; all sums but those of cancelled orders are without the cancelled ones."""

    period: Period
    total: Share
    cancelled: Share
    """`revenue` is what they would have brought."""
    goods: int
    """At menu prices with what was chosen, before discounts."""
    delivery: int
    discounts: int
    """For pickup."""
    promo_discounts: int
    money: DayMoney
    by_payment: Mapping[Place, Share]
    by_type: Mapping[OrderType, Share]
    by_day: Mapping[date, Share]
    """Every day of the period."""
    by_weekday: Mapping[int, Share]
    """Of the cafe's days, Monday is 0."""
    by_hour: Mapping[int, Share]
    """All hours of the clock on the wall, in the order of the cafe's day."""
    products: tuple[Sold, ...]
    options: tuple[OptionSold, ...]
    promos: tuple[PromoSum, ...]
    stock: tuple[Used, ...]
