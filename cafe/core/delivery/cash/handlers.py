"""What the ledger follows from: an order that a courier handed over for cash, or a step back of that."""

from cafe.core.delivery.cash import store
from cafe.core.delivery.cash.model import CashKind
from cafe.core.kernel.database import Connection
from cafe.core.ordering.orders.facts import OrderMoved, OrderSteppedBack
from cafe.core.ordering.orders.model import OrderStatus


def book_collected(conn: Connection, fact: OrderMoved | OrderSteppedBack) -> None:
    """Book the cash that was paid for an order at the door, and take it back when the order was not handed over."""
    order = fact.order
    if order.courier is None or OrderStatus.COMPLETED not in {order.status, fact.to}:
        return
    if amount := store.get_not_booked(conn, order.id):
        store.add_move(conn, order.courier.id, CashKind.COLLECTED, amount, fact.actor, fact.at, order_id=order.id)
