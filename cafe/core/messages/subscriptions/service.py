"""Following somebody's order in a chat, open to everybody with its tracking link."""

from cafe.core.kernel.clock import Clock, unix_now
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.facts import Recorder
from cafe.core.kernel.ids import CustomerId
from cafe.core.messages.subscriptions import store
from cafe.core.messages.subscriptions.facts import SubscriptionsChanged
from cafe.core.messages.subscriptions.model import MOST_FOLLOWERS, OrderSubscription, Standing
from cafe.core.ordering.orders.model import Order
from cafe.core.ordering.orders.service import track_order
from cafe.core.ordering.orders.store import find_order


class SubscriptionService:
    def __init__(self, database: Database, clock: Clock, record: Recorder) -> None:
        self._database = database
        self._clock = clock
        self._record = record

    async def find(self, token: str, customer_id: CustomerId) -> OrderSubscription:
        """Return the order with a tracking token, and the relation of a person to it.

        Raises:
            NotFoundError: no order has this token, or it is not shown any more.
        """
        return await self._database.read(_find, token, customer_id, unix_now(self._clock))

    async def follow(self, token: str, customer_id: CustomerId) -> OrderSubscription:
        """Add a follower to the order with a tracking token, if they can follow it; return their new relation to it.

        Raises:
            NotFoundError: as for `find`.
        """
        return await self._database.write(_follow, self._record, token, customer_id, unix_now(self._clock))

    async def stop(self, order_id: int, customer_id: CustomerId) -> Order | None:
        """Remove a follower of an order; return the order, None if they did not follow it."""
        return await self._database.write(_stop, self._record, order_id, customer_id, unix_now(self._clock))


def _find(conn: Connection, token: str, customer_id: CustomerId, now: int) -> OrderSubscription:
    order = track_order(conn, token, now)
    return OrderSubscription(order, _standing(conn, order, customer_id))


def _standing(conn: Connection, order: Order, customer_id: CustomerId) -> Standing:
    if order.customer_id == customer_id:
        return Standing.OWN
    if store.is_follower(conn, order.id, customer_id):
        return Standing.FOLLOWS
    if order.status.is_final:
        return Standing.OVER
    return Standing.CAN if store.count_followers(conn, order.id) < MOST_FOLLOWERS else Standing.FULL


def _follow(conn: Connection, record: Recorder, token: str, customer_id: CustomerId, now: int) -> OrderSubscription:
    conn.lock("orders", track_order(conn, token, now).id)
    found = _find(conn, token, customer_id, now)
    if found.standing is not Standing.CAN:
        return found
    store.add_follower(conn, found.order.id, customer_id, now)
    record(conn, SubscriptionsChanged(at=now, order=found.order))
    return OrderSubscription(found.order, Standing.FOLLOWS)


def _stop(conn: Connection, record: Recorder, order_id: int, customer_id: CustomerId, now: int) -> Order | None:
    conn.lock("orders", order_id)
    if not store.remove_follower(conn, order_id, customer_id):
        return None
    order = find_order(conn, order_id)
    if order is not None:
        record(conn, SubscriptionsChanged(at=now, order=order))
    return order
