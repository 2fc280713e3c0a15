"""Switching an order from card to cash, for example after a declined card."""

from cafe.core.catalogue.settings.store import get_settings
from cafe.core.kernel.database import Connection
from cafe.core.kernel.facts import Recorder
from cafe.core.kernel.ids import CustomerId
from cafe.core.money.payments.errors import AlreadyPaidError, NotPayableError, NotPayableReason
from cafe.core.money.payments.facts import SwitchedToCash
from cafe.core.ordering.orders import payment_store
from cafe.core.ordering.orders import store as orders
from cafe.core.ordering.orders.model import Order, PaymentMethod, PaymentStatus


def switch_to_cash(conn: Connection, record: Recorder, customer_id: CustomerId, order_id: int, now: int) -> Order:
    """Switch a customer's unpaid card order to cash; a cash order stays as it is.

    Raises:
        NotFoundError: no such order, or not theirs.
        AlreadyPaidError: the money has arrived.
        NotPayableError: the order is finished, its total is held on a card, or the cafe takes no cash.
    """
    conn.lock("orders", order_id)
    order = orders.get_order_of(conn, order_id, customer_id)
    if order.payment_status is PaymentStatus.PAID:
        raise AlreadyPaidError
    if order.is_held:
        raise NotPayableError(NotPayableReason.HELD)
    if order.status.is_final:
        raise NotPayableError(NotPayableReason.FINISHED)
    if order.payment_method is PaymentMethod.CARD and PaymentMethod.CASH not in get_settings(conn).offered_payments:
        raise NotPayableError(NotPayableReason.NO_CASH)
    if order.payment_method is PaymentMethod.CARD and payment_store.switch_to_cash(conn, order.id):
        record(conn, SwitchedToCash(at=now, order=order))
    return orders.get_order(conn, order.id)
