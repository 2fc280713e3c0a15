"""What follows from a refund: the order's history, the remaining debt, the return receipt."""

from collections.abc import Iterable
from uuid import uuid4

from cafe.core.kernel.database import Connection
from cafe.core.kernel.texts import read_texts
from cafe.core.money.payments import ledger, returns_store
from cafe.core.money.payments.facts import PaidTooMuch
from cafe.core.money.payments.model import HRYVNIA, PaymentKind
from cafe.core.money.receipts import store as receipts
from cafe.core.money.receipts.facts import ReturnReceiptRefused
from cafe.core.money.refunds.edits import add_edit_refund
from cafe.core.money.refunds.facts import RefundDone, RefundRequested
from cafe.core.money.refunds.goods import returned_bill
from cafe.core.money.refunds.model import Quote, RefundWay
from cafe.core.ordering.orders.history import Event, EventKind, add_event

RETURNED_BY = {
    RefundWay.PROVIDER: "refund",
    RefundWay.DASHBOARD: "reversal",
    RefundWay.PERSON: "person",
}
"""Values of `money_to_return.returned_by`."""


def note_refunded(conn: Connection, fact: RefundDone) -> None:
    """Add the refund to the order's history; one not made by us is added by `PaymentReversed`."""
    refund = fact.refund
    if refund.way is not RefundWay.DASHBOARD:
        sum_ = str(refund.money) if refund.money.currency == HRYVNIA else f"{refund.money} {refund.money.currency}"
        add_event(conn, fact.order.id, Event(EventKind.REFUNDED, refund.actor, sum_, fact.at))


def return_what_is_too_much(conn: Connection, fact: PaidTooMuch) -> Iterable[RefundRequested]:
    """Refund what an order costs less than its page asked for, since it was edited meanwhile."""
    order, payment = fact.order, ledger.get_payment(conn, fact.payment.id)
    reference = f"edit-{order.id}-{order.version}-{payment.id}"
    refund = add_edit_refund(conn, order, Quote(payment, fact.amount.amount, (), 0), "", reference, fact.at)
    return [] if refund is None else [RefundRequested(at=fact.at, order=order, refund=refund)]


def lower_debt(conn: Connection, fact: RefundDone) -> None:
    """Subtract the refund from what must be returned."""
    refund = fact.refund
    returns_store.lower_to_return(conn, refund.payment_id, refund.money.amount, RETURNED_BY[refund.way], fact.at)


def queue_return_receipt(conn: Connection, fact: RefundDone) -> Iterable[ReturnReceiptRefused]:
    """Queue the return receipt of a sale that has one.

    A sale's receipt not sent yet is dropped if nothing of the sale is left. A receipt made by hand by the staff needs a
    return receipt by hand.
    """
    payment = ledger.get_payment(conn, fact.refund.payment_id)
    sale = receipts.find_sale(conn, fact.order.id, payment)
    is_by_hand = payment.holds_receipt if sale is None else sale.state == "refused"
    if not payment.has_sale or (sale is None and not is_by_hand) or (sale is not None and sale.state == "dropped"):
        return
    if sale is None or is_by_hand:
        yield ReturnReceiptRefused(at=fact.at, order=fact.order, money=fact.refund.money, reason="")
    elif payment.refunded < payment.paid.amount or not receipts.drop_unsent(conn, sale, fact.at):
        is_handed_back = payment.kind is PaymentKind.CARD and fact.refund.way is RefundWay.PERSON
        way = PaymentKind.CASH if is_handed_back else payment.kind
        bill = returned_bill(fact.order, fact.refund, read_texts())
        receipts.add_return(conn, sale, fact.refund.id, str(uuid4()), way, bill, fact.at)
