"""Cash that goes into a till and out of it by itself. Without a till in use, nothing is stored."""

from cafe.core.delivery.cash.model import CashHandedIn
from cafe.core.kernel.database import Connection
from cafe.core.money.payments.facts import TakenInPerson
from cafe.core.money.payments.model import PaymentKind
from cafe.core.money.refunds.facts import RefundDone
from cafe.core.money.refunds.model import RefundWay
from cafe.core.money.tills import booking
from cafe.core.ordering.orders.facts import OrderSteppedBack


def book_taken_cash(conn: Connection, fact: TakenInPerson) -> None:
    """Put cash into a till, unless a courier took it at the door: that is handed in later."""
    if fact.kind is PaymentKind.CASH and fact.order.courier is None:
        booking.book_payment(conn, fact.payment.id, fact.at)


def book_undone_cash(conn: Connection, fact: OrderSteppedBack) -> None:
    """Take cash out again whose payment is gone."""
    booking.book_undone(conn, fact.order.id, fact.actor, fact.at)


def book_cash_given_back(conn: Connection, fact: RefundDone) -> None:
    """Take out what the staff handed to a guest: of a cash payment, or of a card's in place of the card."""
    if fact.refund.way is RefundWay.PERSON:
        booking.book_refund(conn, fact.refund.id, fact.at)


def book_hand_in(conn: Connection, fact: CashHandedIn) -> None:
    """Put in what a courier handed in, as it was counted."""
    booking.book_hand_in(conn, fact.hand_in.id, fact.at)
