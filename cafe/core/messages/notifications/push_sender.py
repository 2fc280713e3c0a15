"""Sending messages to browsers: a row is retried until the push service accepts it, or the browser is gone."""

import asyncio
import logging
from collections.abc import Callable, Mapping

from cafe.core.catalogue.settings.store import get_settings
from cafe.core.kernel.clock import Clock, unix_now
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.facts import Recorder
from cafe.core.kernel.loops import backoff
from cafe.core.kernel.runs import RunId
from cafe.core.kernel.urls import order_path
from cafe.core.messages.notifications.messages import read_message
from cafe.core.messages.notifications.rendering import MessageContents
from cafe.core.messages.outbox import deliveries
from cafe.core.messages.outbox.deliveries import LONGEST_RETRY_SECONDS, TO_BROWSERS
from cafe.core.messages.outbox.model import Delivery, DeliveryState
from cafe.core.messages.outbox.port import Delivered, MessageGone, Outcome, RetryAfter, TemporaryFailure
from cafe.core.messages.subscriptions.facts import SubscriptionsChanged
from cafe.core.messages.subscriptions.push import Pusher, Subscription
from cafe.core.messages.subscriptions.push_store import delete_subscription, find_subscription
from cafe.core.ordering.orders.store import find_order

log = logging.getLogger(__name__)

FIRST_RETRY_SECONDS = 1
DEFECT_TRIES = 3
GIVE_UP_SECONDS = 86_400
MOST_CHARACTERS = 500
"""A push service accepts four kilobytes."""

RenderText = Callable[[MessageContents], str]
"""Renders a message as plain text."""


class PushSender:
    """The delivery loop for browsers."""

    def __init__(
        self, database: Database, clock: Clock, pusher: Pusher, render: RenderText, record: Recorder, run_id: RunId
    ) -> None:
        self._database = database
        self._clock = clock
        self._pusher = pusher
        self._render = render
        self._record = record
        self._run_id = run_id

    async def resume(self) -> bool:
        """Release the claims of dead processes."""
        now = unix_now(self._clock)
        await self._database.write(deliveries.recover_deliveries, self._run_id, now, TO_BROWSERS)
        return False

    async def work(self) -> bool:
        """Send the oldest due message of each browser; return whether there was one."""
        now = unix_now(self._clock)
        due = await self._database.read(deliveries.list_for_browsers, now)
        if not due:
            return False
        ids = [delivery.id for delivery in due]
        claimed = await self._database.write(deliveries.claim_deliveries, ids, self._run_id, now)
        await asyncio.gather(*(self._deliver(delivery) for delivery in due if delivery.id in claimed))
        return bool(claimed)

    async def _deliver(self, delivery: Delivery) -> None:
        try:
            await self._attempt(delivery)
        except Exception:
            log.exception("message %d (%s) to a browser cannot be prepared", delivery.id, delivery.kind)
            if delivery.attempts < DEFECT_TRIES:
                await self._retry(delivery, self._backoff(delivery), "defect")
            else:
                await self._close(delivery, DeliveryState.GIVEN_UP, "defect")

    async def _attempt(self, delivery: Delivery) -> None:
        if unix_now(self._clock) - delivery.created_at >= GIVE_UP_SECONDS:
            await self._close(delivery, DeliveryState.GIVEN_UP, "a day has passed")
            return
        found = await self._database.read(_plan, self._render, delivery, unix_now(self._clock))
        if found is None:
            await self._close(delivery, DeliveryState.CLOSED)
            return
        subscription, payload = found
        outcome = await self._pusher.push(subscription.browser, payload, topic=payload["tag"])
        await self._conclude(delivery, subscription, outcome)

    async def _conclude(self, delivery: Delivery, subscription: Subscription, outcome: Outcome) -> None:
        match outcome:
            case Delivered():
                await self._close(delivery, DeliveryState.SENT)
            case MessageGone(reason):
                now = unix_now(self._clock)
                await self._database.write(_drop, self._record, delivery, subscription, reason, now)
            case RetryAfter(seconds):
                await self._retry(delivery, min(int(seconds) + 1, LONGEST_RETRY_SECONDS), "told to wait")
            case TemporaryFailure(reason):
                await self._retry(delivery, self._backoff(delivery), reason)
            case _:
                log.error("gave up on message %d (%s) to a browser: %s", delivery.id, delivery.kind, outcome)
                await self._close(delivery, DeliveryState.GIVEN_UP, str(outcome))

    async def _close(self, delivery: Delivery, state: DeliveryState, reason: str | None = None) -> None:
        await self._database.write(deliveries.finish_delivery, delivery.id, state, unix_now(self._clock), reason)

    async def _retry(self, delivery: Delivery, seconds: int, reason: str) -> None:
        log.info(
            "message %d (%s) to a browser will be retried in %d s: %s", delivery.id, delivery.kind, seconds, reason
        )
        due = unix_now(self._clock) + seconds
        await self._database.write(deliveries.postpone_delivery, delivery.id, due, reason)

    @staticmethod
    def _backoff(delivery: Delivery) -> int:
        return backoff(delivery.attempts, first=FIRST_RETRY_SECONDS, most=LONGEST_RETRY_SECONDS)


def _plan(
    conn: Connection, render: RenderText, delivery: Delivery, now: int
) -> tuple[Subscription, Mapping[str, str]] | None:
    """Return the browser and what to send to it; None if it is unsubscribed."""
    subscription = find_subscription(conn, delivery.chat_id or 0)
    order = None if subscription is None else find_order(conn, subscription.order_id)
    if subscription is None or order is None:
        return None
    settings = get_settings(conn)
    message = read_message(delivery.kind, delivery.payload)
    way = order.way_minutes(settings) if order else 0
    contents = MessageContents(message, subscription.locale, order, settings.zone, now, base_url="", way_minutes=way)
    payload = {
        "title": settings.in_locale(subscription.locale).cafe_name,
        "body": render(contents)[:MOST_CHARACTERS],
        "tag": f"order-{order.id}",
        "url": order_path(order.id),
    }
    return subscription, payload


def _drop(
    conn: Connection, record: Recorder, delivery: Delivery, subscription: Subscription, reason: str, now: int
) -> None:
    """Close the message and delete its browser."""
    deliveries.finish_delivery(conn, delivery.id, DeliveryState.CLOSED, now, reason)
    conn.lock("orders", subscription.order_id)
    delete_subscription(conn, subscription.id)
    order = find_order(conn, subscription.order_id)
    if order is not None:
        record(conn, SubscriptionsChanged(at=now, order=order))
