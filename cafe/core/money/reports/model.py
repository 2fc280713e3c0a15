"""The figures of a day or of several days. Money in whole UAH unless stated otherwise."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum

from cafe.core.catalogue.taxes.model import Tax
from cafe.core.kernel.ids import ProviderName
from cafe.core.kernel.locale import OwnText
from cafe.core.money.payments.model import Money, PaymentKind
from cafe.core.money.receipts.port import ShiftSums
from cafe.core.money.receipts.taxes import TaxSum
from cafe.core.money.reports.deliveries import Deliveries
from cafe.core.money.reports.periods import Period
from cafe.core.money.reports.written_off import WrittenOff
from cafe.core.ordering.orders.model import OrderType
from cafe.core.ordering.ratings.model import Rating


@dataclass(frozen=True, slots=True)
class BestSeller:
    """A product and the pieces sold, whatever options were chosen."""

    name: str
    quantity: int


@dataclass(frozen=True, slots=True)
class DayMoney:
    """The revenue of a day's orders, by where the money is.

    `taken`, `expected` and `taken_back` make up the revenue; `to_return` comes on top.
    """

    cash: int
    terminal: int
    online: int
    expected: int
    handed_out_unpaid: int
    """The part of `expected` whose orders are completed: somebody forgot to ask for the money."""
    taken_back: int
    """Orders that were not cancelled although all of their payment was refunded."""
    to_return: tuple[Money, ...]
    """What must still be returned for the day's orders: an exact sum for each currency."""
    returned: tuple[Money, ...]
    """What was refunded for the day's orders, likewise."""
    paid: tuple[Money, ...]
    """Everything paid for the day's orders, cancelled ones included, likewise."""
    to_return_earlier: tuple[Money, ...] = ()
    """What must still be returned for the orders of the days before, likewise."""

    @property
    def kept(self) -> tuple[Money, ...]:
        """What the cafe keeps of `paid`, including what must still be returned."""
        gone = {money.currency: money.amount for money in self.returned}
        return tuple(Money(money.amount - gone.get(money.currency, 0), money.currency) for money in self.paid)

    @property
    def taken(self) -> int:
        return self.cash + self.terminal + self.online


@dataclass(frozen=True, slots=True)
class HourSum:
    """The orders of an hour of the cafe's wall clock; the hour repeated in autumn is two hours long."""

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
    """From the beginning of the day; hours without orders are left out."""
    money: DayMoney
    best_sellers: tuple[BestSeller, ...]
    by_zone: tuple[Deliveries, ...] = ()
    """Empty where no order has a zone."""
    by_courier: tuple[Deliveries, ...] = ()
    """Empty where nobody delivers."""

    @property
    def average(self) -> int:
        """The average revenue per order, rounded half up; 0 without orders."""
        return (2 * self.revenue + self.orders) // (2 * self.orders) if self.orders else 0


class Place(StrEnum):
    """Where the money of an order is; each order that is not cancelled has one place."""

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
    """A dish by its name when ordered; `revenue` before discounts, with the chosen options.

    `cost` of its ingredients in kopiykas, as they cost when it was ordered; None if that of any piece is not known.
    """

    name: OwnText
    pieces: int
    revenue: int
    cost: int | None = None


@dataclass(frozen=True, slots=True)
class OptionSold:
    """A chosen option; `revenue` is the sum of its price differences, and may be negative."""

    option_id: int
    group: OwnText
    """The present name of its group; empty if the option is gone."""
    name: OwnText
    pieces: int
    revenue: int


@dataclass(frozen=True, slots=True)
class PromoSum:
    """The orders with a promo code, and its discount."""

    code: str
    orders: int
    discount: int
    revenue: int


@dataclass(frozen=True, slots=True)
class Used:
    """An ingredient's use by orders, in its unit. A deleted ingredient has neither name nor unit."""

    ingredient_id: int
    name: str
    unit: str
    amount: int


@dataclass(frozen=True, slots=True)
class ReceiptSums:
    """The fiscal receipts of a way of paying. Amounts in kopiykas."""

    way: PaymentKind
    sales: int
    sold: int
    returns: int
    returned: int
    missing: int
    """Receipts that still wait, or were refused and have to be made by hand."""


@dataclass(frozen=True, slots=True)
class ClosedShift:
    """A shift of the fiscal service: its report (Z) and our own sums of its receipts."""

    closed_at: int
    """Unix seconds."""
    number: str | None
    """The report's; None: it was closed in another way, and nothing was reported."""
    reported: ShiftSums
    own: ShiftSums

    @property
    def difference(self) -> int | None:
        """What the report has more than we do, returns taken off, in kopiykas; None without a report."""
        return None if self.number is None else _net(self.reported) - _net(self.own)


def _net(sums: ShiftSums) -> int:
    return sums.sold_cash + sums.sold_cashless - sums.returned_cash - sums.returned_cashless


@dataclass(frozen=True, slots=True)
class TaxSums:
    """The receipts of a period within a tax group, returns taken off; kopiykas."""

    tax: Tax
    sold: int
    """Turnover, taxes included."""
    returned: int
    vat: int
    excise: int


@dataclass(frozen=True, slots=True)
class ReportedTaxSums:
    """What the closed shifts of a period reported of a tax group (Z), returns taken off; kopiykas."""

    turnover: int
    vat: int


@dataclass(frozen=True, slots=True)
class BankSums:
    """What a bank took in a period; kopiykas."""

    provider: ProviderName
    payments: int
    taken: int
    fee: int
    """As far as it is known."""
    unknown: int
    """How many payments' fees are not known: the bank has not listed them yet, or does not tell."""


@dataclass(frozen=True, slots=True)
class ReceiptLine:
    """A fiscal receipt in a list. `amount` in kopiykas, below 0 for a return; made `at` (Unix seconds)."""

    at: int
    order_number: str
    is_return: bool
    way: PaymentKind
    amount: int
    state: str
    fiscal_number: str
    url: str
    taxes: Mapping[str, TaxSum] = field(default_factory=dict)
    """By the code of their group, below 0 for a return."""


@dataclass(frozen=True, slots=True)
class Report:
    """The orders of some days; all sums except `cancelled` exclude cancelled orders."""

    period: Period
    total: Share
    cancelled: Share
    """`revenue` is what they would have earned."""
    goods: int
    """At menu prices with the chosen options, before discounts."""
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
    """By the cafe's days; Monday is 0."""
    by_hour: Mapping[int, Share]
    """All hours of the wall clock, in the order of the cafe's day."""
    products: tuple[Sold, ...]
    options: tuple[OptionSold, ...]
    promos: tuple[PromoSum, ...]
    stock: tuple[Used, ...]
    written_off: tuple[WrittenOff, ...]
    by_zone: tuple[Deliveries, ...]
    """Empty without zones, like `by_courier` without couriers."""
    by_courier: tuple[Deliveries, ...]
    receipts: tuple[ReceiptSums, ...]
    """Those made in these days; empty where none are, like `shifts`."""
    shifts: tuple[ClosedShift, ...]
    taxes: tuple[TaxSums, ...]
    """Of the receipts made in these days; empty without tax groups."""
    reported_taxes: Mapping[str, ReportedTaxSums]
    """What the shifts closed in these days reported, by the code of a tax group."""
    banks: tuple[BankSums, ...]
    ratings: tuple[Rating, ...]
    """Those given in these days, the bad ones first."""
