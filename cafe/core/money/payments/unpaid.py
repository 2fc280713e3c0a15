"""Unpaid card orders: their guests are warned in good time, then they are cancelled (`unpaid_minutes`)."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field

from cafe.core.catalogue.settings.store import get_settings
from cafe.core.kernel.clock import Clock, unix_now
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.facts import Recorder
from cafe.core.kernel.ids import OrderId
from cafe.core.money.payments import store
from cafe.core.money.payments.errors import ProviderError
from cafe.core.money.payments.facts import PaymentDue, ReportSource
from cafe.core.money.payments.port import InvoiceStatus
from cafe.core.money.payments.service import MAX_POLLED, PaymentService
from cafe.core.ordering.orders import payment_store
from cafe.core.ordering.orders import store as orders
from cafe.core.ordering.orders.cancellation import cancel_order
from cafe.core.ordering.orders.facts import CancelledBy, OrderCancelled
from cafe.core.ordering.orders.model import CANCELLED_UNPAID, CUSTOMER_CAN_CANCEL, UNPAID_REASON
from cafe.core.ordering.orders.rules import pay_until

log = logging.getLogger(__name__)

LONGEST_NOTICE = 600
"""Seconds between the warning and the end, at most half of the whole time."""
RETRY_SECONDS = 30
PATIENCE = 3_600
"""Seconds for which a silent bank, or a payment under way, postpones the end."""
BATCH_SIZE = 20
ACTOR = "автоматично"


def notice_seconds(unpaid_minutes: int) -> int:
    return min(LONGEST_NOTICE, unpaid_minutes * 60 // 2)


@dataclass(frozen=True, slots=True)
class _Due:
    to_warn: Sequence[OrderId] = ()
    to_cancel: Sequence[OrderId] = ()
    to_cancel_anyway: Sequence[OrderId] = ()
    """Without asking the bank: `PATIENCE` is over."""


@dataclass(slots=True)
class UnpaidOrders:
    """Cancels them after asking the bank once more: a webhook may have got lost."""

    database: Database
    clock: Clock
    payments: PaymentService
    record: Recorder
    _asked_at: dict[OrderId, int] = field(default_factory=dict)
    """When the bank was last asked about an order, in Unix seconds."""

    async def sweep(self) -> bool:
        """Warn and cancel the due orders; return whether there may be more."""
        now = unix_now(self.clock)
        due = await self.database.read(_find_due, now)
        for order_id in due.to_warn:
            await self.database.write(_warn, self.record, order_id, now)
        self._asked_at = {order_id: self._asked_at.get(order_id, 0) for order_id in due.to_cancel}
        for order_id in due.to_cancel:
            if await self._is_unpaid(order_id, now):
                await self._cancel(order_id)
        for order_id in due.to_cancel_anyway:
            await self._cancel(order_id)
        return max(len(due.to_warn), len(due.to_cancel_anyway)) == BATCH_SIZE

    async def _is_unpaid(self, order_id: OrderId, now: int) -> bool:
        """Ask the bank whether an order can be cancelled; False if it was paid, or that is not known yet."""
        if 0 <= now - self._asked_at[order_id] < RETRY_SECONDS:
            return False
        self._asked_at[order_id] = now
        try:
            for invoice in await self.database.read(store.list_open, order_id, MAX_POLLED):
                report, is_paid = await self.payments.poll_and_settle(invoice, ReportSource.SWEEP)
                if is_paid or report.status is InvoiceStatus.PROCESSING:
                    return False
        except ProviderError as error:
            log.warning("no report whether order %s is paid: %s", order_id, error)
            return False
        return True

    async def _cancel(self, order_id: OrderId) -> None:
        if await self.database.write(_cancel, self.record, order_id, unix_now(self.clock)):
            log.info("order %s was never paid", order_id)


def _find_due(conn: Connection, now: int) -> _Due:
    minutes = get_settings(conn).unpaid_minutes
    if not minutes:
        return _Due()
    notice = notice_seconds(minutes)
    warned_before, placed_before = now - notice, now - minutes * 60
    return _Due(
        payment_store.list_unpaid_unwarned(conn, placed_before + notice, BATCH_SIZE),
        payment_store.list_unpaid_warned(conn, (warned_before - PATIENCE, warned_before), placed_before, BATCH_SIZE),
        payment_store.list_unpaid_warned(conn, (0, warned_before - PATIENCE), placed_before, BATCH_SIZE),
    )


def _warn(conn: Connection, record: Recorder, order_id: OrderId, now: int) -> None:
    conn.lock("orders", order_id)
    order, minutes = orders.get_order(conn, order_id), get_settings(conn).unpaid_minutes
    until = pay_until(order, minutes)
    if until is not None and payment_store.mark_pay_warned(conn, order_id, now):
        record(conn, PaymentDue(at=now, order=order, until=max(until, now + notice_seconds(minutes))))


def _cancel(conn: Connection, record: Recorder, order_id: OrderId, now: int) -> bool:
    """Cancel an order that is still unpaid; settling a payment locks the order, too."""
    conn.lock("orders", order_id)
    order = orders.get_order(conn, order_id)
    until = pay_until(order, get_settings(conn).unpaid_minutes)
    if until is None or until > now:
        return False
    cancellation = OrderCancelled(
        at=now, order=order, by=CancelledBy.TIME, reason=CANCELLED_UNPAID, reason_id=UNPAID_REASON, actor=ACTOR
    )
    return cancel_order(conn, record, cancellation, CUSTOMER_CAN_CANCEL)
