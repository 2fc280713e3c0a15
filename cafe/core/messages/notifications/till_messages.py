"""Messages about the cash day, and their handlers."""

from dataclasses import dataclass

from cafe.core.kernel.database import Connection
from cafe.core.messages.notifications.message import CustomerMessage, StaffMessage, Sums, sums_of
from cafe.core.messages.outbox.store import queue_to_customer, queue_to_staff
from cafe.core.money.payments.model import Money
from cafe.core.money.receipts.facts import CashUntold, DrawerShort
from cafe.core.money.tills.facts import TillClosed
from cafe.core.people.staff.readers import list_readers


@dataclass(frozen=True, slots=True)
class CustomerTillClosed(CustomerMessage):
    """To the readers of the cafe's news: a day of a till was closed. Sums in hryvnias, as `230` or `230.50`."""

    kind = "customer-till-closed"
    till: str
    number: int
    day: str
    by: str
    counted: str
    outcome: str
    """Even, short or over by `difference`."""
    difference: str
    reason: str
    taken: str
    """By the till, without what was undone."""
    handed_in: str
    terminal: str
    card: str
    returned: str
    """What went back, in cash or without."""


@dataclass(frozen=True, slots=True)
class StaffDrawerShort(StaffMessage):
    """The fiscal register has too little cash for the return of an order, or for what was taken out of a till."""

    kind = "staff-drawer-short"
    sums: Sums
    what: str
    """`return` or `out`."""


@dataclass(frozen=True, slots=True)
class StaffCashUntold(StaffMessage):
    """Cash that was brought in or taken out has to be entered at the fiscal service by hand."""

    kind = "staff-cash-untold"
    sums: Sums
    what: str
    """`in` or `out`."""
    reason: str


def tell_of_short_drawer(conn: Connection, fact: DrawerShort) -> None:
    order = fact.order
    message = StaffDrawerShort(sums_of([fact.money]), "return" if order else "out")
    queue_to_staff(conn, message, fact.at, None if order is None else order.id)


def tell_of_untold_cash(conn: Connection, fact: CashUntold) -> None:
    message = StaffCashUntold(sums_of([fact.money]), "out" if fact.is_out else "in", fact.reason)
    queue_to_staff(conn, message, fact.at)


def tell_of_closed_till(conn: Connection, fact: TillClosed) -> None:
    day, figures, count = fact.day, fact.day.figures, fact.day.closing
    if figures is None or count is None:
        raise LookupError(day.id)
    message = CustomerTillClosed(
        till=day.till,
        number=day.number,
        day=".".join(reversed(day.day.split("-")[1:])),
        by=day.closed_by,
        counted=_sum(count.counted),
        outcome="even" if count.difference == 0 else "short" if count.difference < 0 else "over",
        difference=_sum(abs(count.difference)),
        reason=day.closing_reason or "none",
        taken=_sum(figures.taken + figures.undone),
        handed_in=_sum(figures.handed_in),
        terminal=_sum(figures.terminal),
        card=_sum(figures.card),
        returned=_sum(-figures.given_back - figures.terminal_back - figures.card_back),
    )
    for reader in list_readers(conn):
        queue_to_customer(conn, message, fact.at, reader.chat_id, reader.locale, None)


def _sum(amount: int) -> str:
    sign = "−" if amount < 0 else ""
    return sign + str(Money(abs(amount)))
