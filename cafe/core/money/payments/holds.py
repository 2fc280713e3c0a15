"""Holds on guests' cards: captured once the staff accept the order, released if nobody does (`hold_minutes`).

A decision to capture or release is only stored; the sweeper has the provider carry it out.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from cafe.core.catalogue.settings.model import Settings
from cafe.core.catalogue.settings.store import get_settings
from cafe.core.kernel.clock import Clock, unix_now
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.facts import Recorder
from cafe.core.kernel.ids import OrderId
from cafe.core.money.payments import store
from cafe.core.money.payments.facts import HoldLost, PaymentHeld, ReportSource
from cafe.core.money.payments.model import HoldEnd, Invoice
from cafe.core.ordering.orders import payment_store
from cafe.core.ordering.orders import store as orders
from cafe.core.ordering.orders.cancellation import cancel_order
from cafe.core.ordering.orders.facts import CancelledBy, OrderCancelled
from cafe.core.ordering.orders.model import CANCELLED_UNANSWERED, UNANSWERED_REASON, Order, OrderStatus

log = logging.getLogger(__name__)

LASTS = 9 * 86_400
"""Seconds after which monobank releases a hold; LiqPay does in thirty days, the payer's bank in eight."""
NEARLY_OVER = 8 * 86_400
BATCH_SIZE = 20
ACTOR = "автоматично"


def accept_hold(
    conn: Connection, record: Recorder, invoice: Invoice, order: Order, *, source: ReportSource, now: int
) -> None:
    """Claim a new hold for an order that waits for the staff; release it if the order no longer needs it."""
    if not payment_store.claim_hold(conn, order.id):
        store.queue_release(conn, invoice.id, now)
        return
    if order.status is not OrderStatus.NEW:  # the staff have accepted it already
        store.queue_capture(conn, order.id, order.total * 100, now)
    record(conn, PaymentHeld(at=now, order=order, provider=invoice.provider, source=source))


def lose_hold(conn: Connection, record: Recorder, order: Order, reason: str, now: int) -> None:
    """Mark an order as unpaid again: nothing is held for it any more."""
    if payment_store.drop_hold(conn, order.id):
        record(conn, HoldLost(at=now, order=order, reason=reason))


def give_up_capture(conn: Connection, record: Recorder, invoice: Invoice, reason: str, now: int) -> None:
    """Release a hold that its provider refuses to capture, unless it was captured after all or is being released."""
    conn.lock("orders", invoice.order_id)
    current = store.get_invoice(conn, invoice.id)
    if current.is_held and current.hold_end is HoldEnd.CAPTURE:
        store.queue_release(conn, invoice.id, now)
        lose_hold(conn, record, orders.get_order(conn, invoice.order_id), reason, now)


def answer_until(held_at: int, settings: Settings) -> int:
    """Return the deadline for accepting an order (Unix seconds); while the cafe is closed nobody can accept."""
    since = datetime.fromtimestamp(held_at, UTC)
    if not settings.hours.is_open(since):
        since = settings.hours.next_opening(since) or since
    return int(since.timestamp()) + settings.hold_minutes * 60


@dataclass(frozen=True, slots=True)
class HeldOrders:
    """Cancels the orders that nobody accepts, so that guests soon have their money back."""

    database: Database
    clock: Clock
    record: Recorder

    async def sweep(self) -> bool:
        """Cancel the due orders; return whether there may be more."""
        now = unix_now(self.clock)
        due = await self.database.read(_find_due, now)
        for order_id in due:
            if await self.database.write(_cancel, self.record, order_id, now):
                log.info("order %s was never accepted", order_id)
        return len(due) == BATCH_SIZE


def _find_due(conn: Connection, now: int) -> Sequence[OrderId]:
    settings = get_settings(conn)
    held = store.list_unanswered(conn, now - settings.hold_minutes * 60)
    return [order_id for order_id, held_at in held if answer_until(held_at, settings) <= now][:BATCH_SIZE]


def _cancel(conn: Connection, record: Recorder, order_id: OrderId, now: int) -> bool:
    """Cancel an order that is still held and new; accepting, cancelling and paying lock it, too."""
    conn.lock("orders", order_id)
    order = orders.get_order(conn, order_id)
    if not order.is_held:
        return False
    cancellation = OrderCancelled(
        at=now, order=order, by=CancelledBy.TIME, reason=CANCELLED_UNANSWERED, reason_id=UNANSWERED_REASON, actor=ACTOR
    )
    return cancel_order(conn, record, cancellation, {OrderStatus.NEW})
