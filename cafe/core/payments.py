"""Card payments: invoices, and learning that the money came."""

from collections.abc import Mapping

from cafe.core import store
from cafe.core.errors import AlreadyPaidError, NotFoundError, NotPayableError, NotPayableReason
from cafe.core.notifications import Kind
from cafe.core.ports import Clock, Connection, Database, Provider, ProviderName
from cafe.core.values import CustomerId, Order, OrderId, PaymentMethod, PaymentStatus


class PaymentService:
    """Opens invoices and claims payments (specification, States and transitions)."""

    def __init__(self, database: Database, clock: Clock, providers: Mapping[ProviderName, Provider]) -> None:
        self._database = database
        self._clock = clock
        self._providers = providers

    async def open_invoice(self, order_id: OrderId) -> str | None:
        """Ask the active provider for the payment page of a new order; None when card payment is unavailable."""
        await self._database.write(_queue_unavailable, order_id, int(self._clock.now().timestamp()))
        return None

    async def pay(self, customer_id: CustomerId, order_id: int) -> str | None:
        """Ask the active provider for a new payment page of an order.

        Raises:
            NotFoundError, NotPayableError, AlreadyPaidError, ProviderError: see the specification, Errors.
        """
        order = await self._get_order(customer_id, order_id)
        if order.payment_method is not PaymentMethod.CARD:
            raise NotPayableError(NotPayableReason.NOT_CARD)
        if order.payment_status is PaymentStatus.PAID:
            raise AlreadyPaidError
        if order.status.is_final:
            raise NotPayableError(NotPayableReason.FINISHED)
        raise NotPayableError(NotPayableReason.UNAVAILABLE)

    async def is_paid(self, customer_id: CustomerId, order_id: int) -> bool:
        """Whether an order is paid, asking the provider when it is not yet known.

        Raises:
            NotFoundError: no such order, or not the caller's.
        """
        order = await self._get_order(customer_id, order_id)
        return order.payment_status is PaymentStatus.PAID

    async def _get_order(self, customer_id: CustomerId, order_id: int) -> Order:
        order = await self._database.read(store.orders.find_order_of, order_id, customer_id)
        if order is None:
            raise NotFoundError
        return order


def _queue_unavailable(conn: Connection, order_id: OrderId, now: int) -> None:
    order = store.orders.get_order(conn, order_id)
    store.outbox.queue_to_customer(
        conn, Kind.CUSTOMER_CARD_UNAVAILABLE, now, order.customer_id, order.customer_locale, order.id
    )
