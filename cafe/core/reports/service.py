"""The summary of a day: orders, what was taken for them and is expected, best sellers."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from cafe.core.kernel.clock import Clock
from cafe.core.kernel.database import Connection, Database
from cafe.core.orders.model import OrderStatus, OrderType, PaymentMethod, PaymentStatus
from cafe.core.payments.facts import CounterPayment
from cafe.core.payments.model import Money
from cafe.core.reports import store
from cafe.core.reports.store import OrderSum
from cafe.core.settings.model import Settings
from cafe.core.settings.store import get_settings

BEST_SELLERS = 5
AT_THE_TERMINAL = {CounterPayment.TERMINAL.value, ""}
"""Earlier versions noted no way of paying at the counter: it was the terminal."""


@dataclass(frozen=True, slots=True)
class BestSeller:
    """A product and how many were sold."""

    name: str
    quantity: int


@dataclass(frozen=True, slots=True)
class DayMoney:
    """What a day's orders brought, by where it is; whole UAH, but for what is to be returned.

    What was taken and what is expected make the revenue; what is to be returned comes on top.
    """

    cash: int
    terminal: int
    online: int
    expected: int
    handed_out_unpaid: int
    """The part of what is expected whose order is completed: somebody forgot to ask for it."""
    to_return: tuple[Money, ...]
    """What must still be returned for the day's orders: a sum for each currency."""

    @property
    def taken(self) -> int:
        return self.cash + self.terminal + self.online


@dataclass(frozen=True, slots=True)
class DaySummary:
    """One day's orders without the cancelled ones; money in whole UAH."""

    day: date
    orders: int
    cancelled: int
    revenue: int
    by_type: Mapping[OrderType, tuple[int, int]]
    """Orders and revenue of each type."""
    money: DayMoney
    best_sellers: tuple[BestSeller, ...]

    @property
    def average(self) -> int:
        """The average revenue per order, rounded half up; 0 without orders."""
        return (2 * self.revenue + self.orders) // (2 * self.orders) if self.orders else 0


class DaySummaryService:
    """Sums up days; one that ends after midnight includes that night."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def current(self) -> DaySummary:
        """Sum up the present day, or the one before while nothing has happened yet and the cafe has not opened."""
        return await self._database.read(_current, self._clock.now())

    async def days_ago(self, days: int) -> DaySummary:
        """Sum up the present day (0) or one before it."""
        return await self._database.read(_days_ago, self._clock.now(), days)

    async def of(self, day: date) -> DaySummary:
        """Sum up any day."""
        return await self._database.read(_summary_of, day)


def day_start(moment: datetime, settings: Settings) -> datetime:
    """Return the start of the cafe's day that includes `moment`, aware, in the cafe's timezone."""
    hours = settings.hours
    local = moment.astimezone(hours.zone)
    day = local.date() if local.time() >= _turn(settings) else local.date() - timedelta(days=1)
    return _start_of(day, settings)


def _turn(settings: Settings) -> time:
    """The time at which one day of the cafe becomes the next."""
    hours = settings.hours
    return hours.closes if hours.closes < hours.opens else time(0)


def _start_of(day: date, settings: Settings) -> datetime:
    return datetime.combine(day, _turn(settings), settings.zone)


def _current(conn: Connection, moment: datetime) -> DaySummary:
    settings = get_settings(conn)
    hours, day = settings.hours, day_start(moment, settings).date()
    summary = _summary(conn, day, settings)
    is_before_opening = not hours.is_open(moment) and moment < datetime.combine(day, hours.opens, hours.zone)
    if is_before_opening and not summary.orders and not summary.cancelled:
        return _summary(conn, day - timedelta(days=1), settings)
    return summary


def _days_ago(conn: Connection, moment: datetime, days: int) -> DaySummary:
    settings = get_settings(conn)
    return _summary(conn, day_start(moment, settings).date() - timedelta(days=days), settings)


def _summary_of(conn: Connection, day: date) -> DaySummary:
    return _summary(conn, day, get_settings(conn))


def _summary(conn: Connection, day: date, settings: Settings) -> DaySummary:
    since = int(_start_of(day, settings).timestamp())
    until = int(_start_of(day + timedelta(days=1), settings).timestamp())
    sums = store.sum_orders(conn, since, until)
    kept = [row for row in sums if not _is_cancelled(row)]
    by_type: dict[OrderType, tuple[int, int]] = {}
    for row in kept:
        count, revenue = by_type.get(row.order_type, (0, 0))
        by_type[row.order_type] = count + row.orders, revenue + row.revenue
    return DaySummary(
        day=day,
        orders=sum(row.orders for row in kept),
        cancelled=sum(row.orders for row in sums if _is_cancelled(row)),
        revenue=sum(row.revenue for row in kept),
        by_type=by_type,
        money=_money(sums, store.sum_to_return(conn, since, until)),
        best_sellers=tuple(
            BestSeller(name, pieces) for name, pieces in store.count_sold(conn, since, until, BEST_SELLERS)
        ),
    )


def _money(sums: Iterable[OrderSum], to_return: Iterable[Money]) -> DayMoney:
    rows = list(sums)

    def total(belongs: Callable[[OrderSum], bool]) -> int:
        return sum(row.revenue for row in rows if belongs(row))

    return DayMoney(
        cash=total(_is_cash),
        terminal=total(_is_terminal),
        online=total(_is_online),
        expected=total(_is_expected),
        handed_out_unpaid=total(lambda row: _is_expected(row) and row.status is OrderStatus.COMPLETED),
        to_return=tuple(to_return),
    )


def _is_cancelled(row: OrderSum) -> bool:
    return row.status is OrderStatus.CANCELLED


def _is_paid(row: OrderSum) -> bool:
    return row.payment_status is PaymentStatus.PAID


def _is_cash(row: OrderSum) -> bool:
    """Cash is taken when the order is handed over, or was noted before."""
    if _is_paid(row):
        return row.paid_how == CounterPayment.CASH and not _is_cancelled(row)
    return row.payment_method is not PaymentMethod.CARD and row.status is OrderStatus.COMPLETED


def _is_terminal(row: OrderSum) -> bool:
    return _is_paid(row) and row.paid_how in AT_THE_TERMINAL and not _is_cancelled(row)


def _is_online(row: OrderSum) -> bool:
    return _is_paid(row) and not (_is_cash(row) or _is_terminal(row) or _is_cancelled(row))


def _is_expected(row: OrderSum) -> bool:
    return not (_is_cancelled(row) or _is_paid(row) or _is_cash(row))
