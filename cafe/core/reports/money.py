"""Where the money of orders is (pure): taken and how, expected, or back with the guest."""

from collections.abc import Iterable

from cafe.core.orders.model import OrderStatus, PaymentMethod, PaymentStatus
from cafe.core.payments.facts import CounterPayment
from cafe.core.payments.model import Money
from cafe.core.reports.model import DayMoney, Place
from cafe.core.reports.store import OrderSum

AT_THE_TERMINAL = {CounterPayment.TERMINAL.value, ""}
"""Earlier versions noted no way of paying at the counter: it was the terminal."""


def money_of(
    sums: Iterable[OrderSum],
    to_return: Iterable[Money],
    returned: Iterable[Money],
    paid: Iterable[Money],
    to_return_earlier: Iterable[Money],
) -> DayMoney:
    """Sum what orders brought; cancelled ones are left out."""
    brought = dict.fromkeys(Place, 0)
    unpaid = 0
    for row in sums:
        if is_cancelled(row):
            continue
        brought[place_of(row)] += row.revenue
        if place_of(row) is Place.EXPECTED and row.status is OrderStatus.COMPLETED:
            unpaid += row.revenue
    return DayMoney(
        cash=brought[Place.CASH],
        terminal=brought[Place.TERMINAL],
        online=brought[Place.ONLINE],
        expected=brought[Place.EXPECTED],
        handed_out_unpaid=unpaid,
        taken_back=brought[Place.TAKEN_BACK],
        to_return=tuple(to_return),
        returned=tuple(returned),
        paid=tuple(paid),
        to_return_earlier=tuple(to_return_earlier),
    )


def is_cancelled(row: OrderSum) -> bool:
    return row.status is OrderStatus.CANCELLED


def place_of(row: OrderSum) -> Place:
    """Return where the money of orders that are not cancelled is.

    Cash is taken when the order is handed over, or was noted before.
    """
    if row.payment_status is not PaymentStatus.PAID:
        is_cash = row.payment_method is not PaymentMethod.CARD and row.status is OrderStatus.COMPLETED
        place = Place.CASH if is_cash else Place.EXPECTED
    elif row.paid_how == CounterPayment.CASH:
        place = Place.CASH
    elif row.paid_how in AT_THE_TERMINAL:
        place = Place.TERMINAL
    else:
        place = Place.ONLINE
    is_back = {
        Place.CASH: row.is_given_back,
        Place.TERMINAL: row.is_given_back,
        Place.ONLINE: row.is_taken_back or row.is_given_back,
    }
    return Place.TAKEN_BACK if is_back.get(place) else place
