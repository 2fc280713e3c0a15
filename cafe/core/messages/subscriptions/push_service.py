"""Subscribing one's own browser to one's own order."""

from collections.abc import Mapping
from typing import Any

from cafe.core.kernel.clock import Clock, unix_now
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.facts import Recorder
from cafe.core.kernel.ids import CustomerId
from cafe.core.kernel.locale import Locale
from cafe.core.messages.subscriptions import push_store
from cafe.core.messages.subscriptions.facts import SubscriptionsChanged
from cafe.core.messages.subscriptions.push import MOST_BROWSERS, Browser, PushServices, SubscriptionInvalidError
from cafe.core.ordering.orders.store import get_order_of


class PushService:
    def __init__(self, database: Database, clock: Clock, record: Recorder, services: PushServices) -> None:
        self._database = database
        self._clock = clock
        self._record = record
        self._services = services

    async def subscribe(self, customer_id: CustomerId, order_id: int, body: Mapping[str, Any], locale: Locale) -> bool:
        """Subscribe the browser that sent its `PushSubscription` to an order; False if the order is final.

        Raises:
            SubscriptionInvalidError: it is invalid, or its push service unknown.
            NotFoundError: no such order, or not theirs.
        """
        browser = Browser.read(body, self._services)
        if browser is None:
            raise SubscriptionInvalidError
        now = unix_now(self._clock)
        return await self._database.write(_subscribe, self._record, customer_id, order_id, browser, locale, now)

    async def unsubscribe(self, customer_id: CustomerId, order_id: int) -> None:
        """Unsubscribe all browsers of the customer from an order.

        Raises:
            NotFoundError: no such order, or not theirs.
        """
        await self._database.write(_unsubscribe, self._record, customer_id, order_id, unix_now(self._clock))


def _subscribe(
    conn: Connection,
    record: Recorder,
    customer_id: CustomerId,
    order_id: int,
    browser: Browser,
    locale: Locale,
    now: int,
) -> bool:
    conn.lock("orders", order_id)
    order = get_order_of(conn, order_id, customer_id)
    if order.status.is_final:
        return False
    push_store.save_subscription(conn, order.id, browser, locale, MOST_BROWSERS, now)
    record(conn, SubscriptionsChanged(at=now, order=order))
    return True


def _unsubscribe(conn: Connection, record: Recorder, customer_id: CustomerId, order_id: int, now: int) -> None:
    conn.lock("orders", order_id)
    order = get_order_of(conn, order_id, customer_id)
    if push_store.delete_subscriptions_of(conn, order.id):
        record(conn, SubscriptionsChanged(at=now, order=order))
