"""What has to be printed of a fact: rows in its transaction."""

from collections.abc import Iterable

from cafe.core.kernel.database import Connection
from cafe.core.kernel.ids import WALK_IN
from cafe.core.messages.printers import store
from cafe.core.messages.printers.model import Moment, Page, Printer
from cafe.core.messages.printers.rules import has_dishes, prints, prints_at
from cafe.core.money.receipts.facts import ReceiptMade
from cafe.core.money.tills.facts import TillClosed
from cafe.core.ordering.orders.facts import OrderCancelled, OrderEdited, OrderMoved, OrderPlaced, OrderPromised
from cafe.core.ordering.orders.model import Order, OrderLine, OrderStatus
from cafe.core.ordering.orders.store import get_order

OF_KITCHEN = (Page.TICKET, Page.CHANGES)


def print_placed(conn: Connection, fact: OrderPlaced) -> None:
    printers = prints_at(store.list_printers(conn), Moment.PLACED) if fact.has_printers else []
    if printers:
        add_tickets(conn, printers, get_order(conn, fact.order_id), fact.at)


def print_moved(conn: Connection, fact: OrderMoved) -> None:
    """Print tickets of an order that was accepted, and the bill of one that is ready."""
    printers = store.list_printers(conn)
    if not printers:
        return
    order = fact.order
    if fact.to is OrderStatus.CONFIRMED:
        add_tickets(conn, prints_at(printers, Moment.ACCEPTED), order, fact.at)
    elif fact.to is OrderStatus.READY:
        for printer in printers:
            if prints(printer, Page.BILL, order.order_type):
                store.add_jobs(conn, printer, Page.BILL, order.id, 0, fact.at)
    elif order.customer_id == WALK_IN and order.status is OrderStatus.NEW:
        store.drop_handed_out(conn, order.id)


def print_promised(conn: Connection, fact: OrderPromised) -> None:
    if fact.is_accepted:
        add_tickets(conn, prints_at(store.list_printers(conn), Moment.ACCEPTED), fact.order, fact.at)


def print_edited(conn: Connection, fact: OrderEdited) -> None:
    """Print what changed, where the ticket was printed; one that waits is drawn with the change."""
    edit = fact.edit
    for printer in _with_ticket(conn, fact.order):
        lines = (*edit.gone, *edit.added)
        if not store.has_unsent(conn, printer.id, Page.TICKET, fact.order.id) and _concerns(conn, printer, lines):
            store.add_jobs(conn, printer, Page.CHANGES, fact.order.id, edit.number, fact.at)
    _print_what_is_new(conn, fact)


def print_cancelled(conn: Connection, fact: OrderCancelled) -> None:
    """Say so where the ticket was printed; what was not printed is dropped."""
    for printer in _with_ticket(conn, fact.order):
        store.add_jobs(conn, printer, Page.CANCELLED, fact.order.id, 0, fact.at)
    store.drop_unsent(conn, fact.order.id, (*OF_KITCHEN, Page.BILL), fact.at)


def print_receipt(conn: Connection, fact: ReceiptMade) -> None:
    for printer in store.list_printers(conn):
        if prints(printer, Page.RECEIPT, fact.order.order_type):
            store.add_jobs(
                conn, printer, Page.RECEIPT, fact.order.id, store.count_receipts(conn, fact.order.id), fact.at
            )


def print_day(conn: Connection, fact: TillClosed) -> None:
    for printer in store.list_printers(conn):
        if Page.DAY in printer.settings.pages:
            store.add_jobs(conn, printer, Page.DAY, fact.day.id, 0, fact.at)


def add_tickets(conn: Connection, printers: Iterable[Printer], order: Order, now: int) -> None:
    """Queue an order's ticket for each of these printers that has dishes of it."""
    for printer in printers:
        if wants_ticket(conn, printer, order):
            store.add_jobs(conn, printer, Page.TICKET, order.id, 0, now)


def wants_ticket(conn: Connection, printer: Printer, order: Order) -> bool:
    """Whether a printer prints tickets of such orders, and this one has dishes of its station."""
    return prints(printer, Page.TICKET, order.order_type) and _concerns(conn, printer, order.lines)


def _print_what_is_new(conn: Connection, fact: OrderEdited) -> None:
    """Print the ticket at a station that has dishes of the order only since this edit."""
    order = get_order(conn, fact.order.id)
    for printer in store.list_printers(conn):
        is_new = not _concerns(conn, printer, fact.order.lines) and _concerns(conn, printer, order.lines)
        is_due = printer.settings.moment is Moment.PLACED or (
            printer.settings.moment is Moment.ACCEPTED and order.status is not OrderStatus.NEW
        )
        if is_new and is_due:
            add_tickets(conn, [printer], order, fact.at)


def _with_ticket(conn: Connection, order: Order) -> list[Printer]:
    """Return the printers that were given this order's ticket."""
    printers = store.list_printers(conn)
    return [each for each in printers if store.was_sent(conn, each.id, Page.TICKET, order.id)]


def _concerns(conn: Connection, printer: Printer, lines: Iterable[OrderLine]) -> bool:
    categories, lines = printer.settings.categories, tuple(lines)
    if not categories:
        return bool(lines)
    products = {line.product_id for line in lines if line.product_id is not None}
    return has_dishes(categories, lines, store.categories_of(conn, products))
