"""Messages about the cash day, and their handler."""

from dataclasses import dataclass

from cafe.core.kernel.database import Connection
from cafe.core.messages.notifications.message import CustomerMessage
from cafe.core.messages.outbox.store import queue_to_customer
from cafe.core.money.payments.model import Money
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
