"""Where the money of orders is (pure): taken, and how; expected; or refunded."""

from collections.abc import Iterable

from cafe.core.money.payments.model import Money, PaymentKind
from cafe.core.money.reports.model import DayMoney, Place
from cafe.core.money.reports.store import OrderSum
from cafe.core.ordering.orders.model import OrderStatus, PaymentStatus

PLACES = {
    PaymentKind.CARD: Place.ONLINE,
    PaymentKind.CASH: Place.CASH,
    PaymentKind.TERMINAL: Place.TERMINAL,
}


def money_of(
    sums: Iterable[OrderSum],
    to_return: Iterable[Money],
    returned: Iterable[Money],
    paid: Iterable[Money],
    to_return_earlier: Iterable[Money],
) -> DayMoney:
    """Sum the revenue of orders; cancelled ones are left out."""
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
    """Return where the money of orders is; they are not cancelled.

    An order without anything to pay counts as paid online.
    """
    if row.is_taken_back:
        return Place.TAKEN_BACK
    if row.kind is not None:
        return PLACES[row.kind]
    return Place.ONLINE if row.payment_status is PaymentStatus.PAID else Place.EXPECTED
