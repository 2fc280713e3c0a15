"""Handlers that queue receipts, and drop or take back those of sales that are none."""

from collections.abc import Iterable
from uuid import uuid4

from cafe.core.catalogue.bottles.facts import DrinksPoured
from cafe.core.catalogue.settings.store import get_settings
from cafe.core.kernel.database import Connection
from cafe.core.kernel.texts import read_texts
from cafe.core.money.payments.facts import OrderPaid, TakenInPerson
from cafe.core.money.payments.model import Money, PaymentKind
from cafe.core.money.receipts import store
from cafe.core.money.receipts.facts import ReturnReceiptRefused
from cafe.core.money.receipts.goods import bill_of, part_of
from cafe.core.ordering.orders.facts import OrderCancelled, OrderEdited, OrderSteppedBack


def queue_receipt(conn: Connection, fact: OrderPaid) -> None:
    """Queue a receipt for a payment that need not be returned."""
    if fact.receipt_id is None or fact.is_to_return:
        return
    amount = fact.payment.money.amount
    is_all = amount == fact.order.total * 100  # else it was edited since its page was opened
    bill = None if is_all else part_of(fact.order, amount, read_texts())
    store.add_sale(conn, fact.order.id, fact.payment.id, PaymentKind.CARD, fact.receipt_id, fact.at, bill)


def queue_receipt_in_person(conn: Connection, fact: TakenInPerson) -> None:
    """Queue a receipt for money taken at the counter or at the door, where the owner wants one."""
    if fact.kind.value not in get_settings(conn).receipt_ways:
        return
    order, amount = fact.order, fact.payment.money.amount
    bill = bill_of(order, read_texts())
    if amount != bill.total:  # the rest of what an edited order costs
        bill = part_of(order, amount, read_texts())
    store.add_sale(conn, order.id, fact.payment.id, fact.kind, str(uuid4()), fact.at, bill)


def keep_bill(conn: Connection, fact: OrderEdited) -> None:
    """Keep the bill of an order that is edited between its payment and its receipt."""
    store.keep_bill(conn, fact.order.id, bill_of(fact.order, read_texts()))


def make_receipts_due(conn: Connection, fact: DrinksPoured) -> None:
    """Make the receipts that waited for excise marks."""
    store.make_due(conn, fact.order.id, fact.at)


def drop_receipt(conn: Connection, fact: OrderCancelled) -> None:
    """Drop the receipts of a cancelled order, unless the fiscal service may have issued them already."""
    for sale in store.list_sales(conn, fact.order.id):
        store.drop_unsent(conn, sale, fact.at)


def take_receipts_back(conn: Connection, fact: OrderSteppedBack) -> Iterable[ReturnReceiptRefused]:
    """Drop the receipt of an order that was not handed over after all; one that may exist has a return's receipt.

    A receipt made by hand by the staff needs that of the return by hand.
    """
    for sale in store.list_without_payment(conn, fact.order.id):
        if store.drop_unsent(conn, sale, fact.at):
            continue
        way, _, kept = store.find_contents(conn, sale.id)
        bill = kept or bill_of(fact.order, read_texts())
        if sale.state == "refused":
            yield ReturnReceiptRefused(at=fact.at, order=fact.order, money=Money(bill.total), reason="")
        else:
            store.add_return(conn, sale, None, str(uuid4()), way, bill, fact.at)
