"""What the ledger follows from: an order that a courier handed over for cash, or a step back of that."""

from cafe.core.delivery.cash import store
from cafe.core.delivery.cash.model import CashKind
from cafe.core.kernel.database import Connection
from cafe.core.kernel.ids import StaffId
from cafe.core.ordering.orders.facts import OrderMoved, OrderSteppedBack
from cafe.core.ordering.orders.model import OrderStatus


def book_collected(conn: Connection, fact: OrderMoved) -> None:
    """Book the cash that was paid for an order at the door."""
    if fact.to is OrderStatus.COMPLETED and fact.order.courier is not None:
        _book(conn, fact, fact.order.courier.id, store.get_not_booked(conn, fact.order.id, fact.at))


def book_back(conn: Connection, fact: OrderSteppedBack) -> None:
    """Take it out again when the order was not handed over."""
    if fact.order.status is OrderStatus.COMPLETED and fact.order.courier is not None:
        _book(conn, fact, fact.order.courier.id, min(0, store.get_not_booked(conn, fact.order.id, 0)))


def _book(conn: Connection, fact: OrderMoved | OrderSteppedBack, staff_id: StaffId, amount: int) -> None:
    if amount:
        store.add_move(conn, staff_id, CashKind.COLLECTED, amount, fact.actor, fact.at, order_id=fact.order.id)
