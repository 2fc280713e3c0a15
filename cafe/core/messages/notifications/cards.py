"""The staff's order cards: what they show, and access to them."""

from cafe.core.catalogue.settings.store import get_settings
from cafe.core.delivery.couriers.store import list_on_shift
from cafe.core.kernel.clock import Clock, unix_now
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.ids import OrderId
from cafe.core.messages.notifications import store
from cafe.core.messages.notifications.card_messages import queue_card, queue_card_again
from cafe.core.messages.notifications.model import Card
from cafe.core.messages.notifications.rendering import CardContents, CardMoney, CardReminder
from cafe.core.messages.subscriptions.push_store import is_subscribed
from cafe.core.messages.subscriptions.store import is_followed
from cafe.core.money.payments.model import Money
from cafe.core.money.refunds.changes import read_offer
from cafe.core.money.refunds.model import RefundState
from cafe.core.ordering.orders.history import list_events
from cafe.core.ordering.orders.model import Order, OrderType
from cafe.core.ordering.orders.rules import step_back
from cafe.core.ordering.orders.staff_service import find_any_order


def read_card(conn: Connection, order: Order, now: int, reminder: CardReminder | None = None) -> CardContents:
    """Read what an order's card shows at `now` (Unix seconds)."""
    events = list_events(conn, order.id)
    can_step_back = step_back(order, events, now) is not None
    return CardContents(
        order,
        events,
        get_settings(conn).zone,
        _read_money(conn, order),
        reminder,
        is_followed=is_followed(conn, order.id) or is_subscribed(conn, order.id),
        can_step_back=can_step_back,
        has_couriers=order.order_type is OrderType.DELIVERY and bool(list_on_shift(conn)),
    )


def _read_money(conn: Connection, order: Order) -> CardMoney:
    offer = read_offer(conn, order.id)
    return CardMoney(
        to_return=[Money(debt.left, debt.paid.currency) for debt in offer.debts],
        returning=[refund.money for refund in offer.open if refund.state is not RefundState.HELD],
        returned=offer.refunded,
        unclear=[refund for refund in offer.open if refund.state is RefundState.UNCLEAR],
        held=[refund.money for refund in offer.open if refund.state is RefundState.HELD],
        can_refund=bool(offer.debts) or offer.own is not None,
    )


class CardService:
    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def find(self, order_id: OrderId) -> Card | None:
        """Find the message that shows an order's card."""
        return await self._database.read(store.find_card, order_id)

    async def contents(self, order_id: int) -> CardContents:
        """Return what an order's card shows now.

        Raises:
            NotFoundError: no such order.
        """
        return await self._database.read(_contents, order_id, unix_now(self._clock))

    async def bring_down(self, order_id: OrderId) -> None:
        """Send an order's card anew at the end of the staff chat; the former one is deleted."""
        await self._database.write(queue_card_again, order_id, unix_now(self._clock))

    async def redraw(self, order_id: OrderId) -> None:
        """Update an order's card."""
        await self._database.write(queue_card, order_id, unix_now(self._clock))


def _contents(conn: Connection, order_id: int, now: int) -> CardContents:
    return read_card(conn, find_any_order(conn, order_id), now)
