"""Fiscal receipts: one for each order paid by card, made in the background until it is done or refused."""

import logging
from datetime import datetime, time

from cafe.core import bill
from cafe.core.errors import FiscalError
from cafe.core.i18n import Texts
from cafe.core.loops import backoff, repeat
from cafe.core.notifications import Kind
from cafe.core.ports import TAX_ZONE, Clock, Connection, Database, FiscalService, ReceiptReport, ReceiptState, Sale
from cafe.core.store import orders, outbox, receipts
from cafe.core.store.receipts import DueReceipt
from cafe.core.values import Order

log = logging.getLogger(__name__)

FIRST_RETRY_SECONDS = 3
LONGEST_GAP = 300
AT_ONCE = 10

CLOSING_TIME = time(23, 50)
"""When the day's shift is closed: a shift must not outlive its calendar day. A later sale opens another one."""


class ReceiptService:
    """Takes receipts one after the other: the registrar is one cashier with one shift."""

    def __init__(
        self, database: Database, clock: Clock, texts: Texts, fiscal: FiscalService, *, seconds: float = 1
    ) -> None:
        """`seconds` is how often the database is looked at for receipts that are due."""
        self._database = database
        self._clock = clock
        self._texts = texts
        self._fiscal = fiscal
        self._seconds = seconds
        self._next_closing = 0

    async def run(self) -> None:
        """Work for ever, starting with everything that a stop left undone."""
        await self._database.write(receipts.make_all_due, self._timestamp())
        await repeat(self.work, name="the receipts", seconds=self._seconds)

    async def work(self) -> bool:
        """Make the receipts that are due, then see to the day's end; whether there may be more receipts."""
        due = await self._database.read(receipts.list_due, self._timestamp(), AT_ONCE)
        for receipt in due:
            await self._make(receipt)
        if not due:
            await self._close_day()
        return len(due) == AT_ONCE

    async def _make(self, receipt: DueReceipt) -> None:
        order = await self._database.read(orders.get_order, receipt.order_id)
        day = self._local().date()
        await self._database.write(receipts.open_day, day.isoformat(), self._timestamp())
        try:
            report = await self._fiscal.make_receipt(self._sale(receipt, order), day)
        except FiscalError as error:
            log.warning("no receipt yet for order %s: %s", order.id, error)
            report = ReceiptReport(ReceiptState.PENDING)
        if report.state is ReceiptState.PENDING:
            gap = backoff(receipt.attempts, first=FIRST_RETRY_SECONDS, most=LONGEST_GAP)
            await self._database.write(receipts.put_off, order.id, self._timestamp() + gap)
        else:
            await self._database.write(_finish, order, report, self._timestamp())

    async def _close_day(self) -> None:
        """Close the shift late in the evening, or as soon as possible after a night of downtime."""
        now = self._local()
        day = await self._database.read(receipts.find_open_day)
        is_over = day is not None and (day < now.date().isoformat() or now.time() >= CLOSING_TIME)
        if day is None or not is_over or self._timestamp() < self._next_closing:
            return
        try:
            await self._fiscal.close_shift()
        except FiscalError as error:
            log.warning("the fiscal shift of %s is not closed yet: %s", day, error)
            self._next_closing = self._timestamp() + 60
            return
        await self._database.write(receipts.close_day, day, self._timestamp())

    def _sale(self, receipt: DueReceipt, order: Order) -> Sale:
        return Sale(
            receipt_id=receipt.receipt_id,
            lines=bill.bill_lines(order, self._texts),
            discount=bill.bill_discount(order),
            total=order.total,
        )

    def _local(self) -> datetime:
        return self._clock.now().astimezone(TAX_ZONE)

    def _timestamp(self) -> int:
        return int(self._clock.now().timestamp())


def _finish(conn: Connection, order: Order, report: ReceiptReport, now: int) -> None:
    """Keep the result, and tell it to whom it concerns, once."""
    if not receipts.finish(conn, order.id, report, now):
        return
    if report.state is ReceiptState.REFUSED:
        reason = report.reason or ""
        outbox.queue_to_staff(conn, Kind.STAFF_RECEIPT_REFUSED, now, order.id, reason=reason)
    elif report.url:
        kind = Kind.CUSTOMER_RECEIPT_READY
        outbox.queue_to_customer(conn, kind, now, order.customer_id, order.customer_locale, order.id, url=report.url)
