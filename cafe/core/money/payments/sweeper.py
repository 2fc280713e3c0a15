"""The sweeper: polls open invoices, since webhooks get lost, withdraws unwanted ones, and ends holds."""

import asyncio
import logging
from collections.abc import Mapping

from cafe.core.kernel.clock import Clock, unix_now
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.facts import Recorder
from cafe.core.kernel.ids import ProviderName
from cafe.core.kernel.loops import backoff
from cafe.core.kernel.meta import get_meta, set_meta
from cafe.core.money.payments import store
from cafe.core.money.payments.errors import ProviderError
from cafe.core.money.payments.facts import PaymentUnclear, ReportSource
from cafe.core.money.payments.holds import LASTS, give_up_capture
from cafe.core.money.payments.model import HoldEnd, Invoice
from cafe.core.money.payments.port import INVOICE_VALIDITY, InvoiceStatus
from cafe.core.money.payments.service import FIRST_CHECK_SECONDS, PaymentService
from cafe.core.money.payments.settlement import FIRST_RECHECK_SECONDS
from cafe.core.ordering.orders import store as orders

log = logging.getLogger(__name__)

LONGEST_GAP = 600
GRACE = 900
"""Seconds after an invoice's expiry in which a slow payment may still be reported."""

LAST_CALL = int(INVOICE_VALIDITY.total_seconds()) + GRACE
"""Seconds after which an unpaid page is over."""

GIVE_UP = 2 * 86_400
"""Seconds after which an invoice is no longer checked although its payment is in progress or its provider is silent."""

GIVE_UP_HOLD = LASTS + 86_400
"""The same for an invoice with a hold, which must be checked as long as something may be captured."""

RECHECKED_FOR = 14 * 86_400
"""Seconds for which a payment is checked, ever more rarely: it may be refunded in the provider's dashboard."""

LONGEST_RECHECK_GAP = 2 * 86_400
"""Seconds between two such checks."""

TOO_FAR, TOO_FAR_PAID = 2 * LONGEST_GAP, 2 * LONGEST_RECHECK_GAP
"""A check due in more seconds than that was scheduled before the clock was set back."""

BATCH_SIZE = 10


class Sweeper:
    """Polls invoices with growing intervals, from seconds to ten minutes, until they are closed."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        payments: PaymentService,
        record: Recorder,
        credentials: Mapping[ProviderName, str],
    ) -> None:
        """`credentials` has a mark of each configured provider's credentials, which changes with them."""
        self._database = database
        self._clock = clock
        self._payments = payments
        self._record = record
        self._credentials = credentials

    async def resume(self) -> bool:
        """Make all checks due at start: webhooks were missed while the service was down.

        Invoices that were given up are checked again if their provider's credentials have changed.
        """
        await self._database.write(_resume, self._credentials, unix_now(self._clock))
        return False

    async def sweep(self) -> bool:
        """Check the invoices that are due; return whether there may be more."""
        due = await self._database.read(store.list_due, unix_now(self._clock), TOO_FAR, TOO_FAR_PAID, BATCH_SIZE)
        await asyncio.gather(*(self._check(invoice) for invoice in due))
        return len(due) == BATCH_SIZE

    async def _check(self, invoice: Invoice) -> None:
        # The next check is scheduled first: whatever goes wrong, checks never repeat without a pause.
        gap = self._gap(invoice)
        await self._database.write(store.schedule_check, invoice, None if gap is None else unix_now(self._clock) + gap)
        try:
            if invoice.is_held:
                await self._end_hold(invoice)
                return
            if invoice.is_withdrawal_due and await self._withdraw(invoice):
                return
            report, _ = await self._payments.poll_and_settle(invoice, ReportSource.SWEEP)
        except ProviderError as error:
            log.warning("no report about invoice %s of order %s: %s", invoice.invoice_id, invoice.order_id, error)
            patience = GIVE_UP_HOLD if invoice.is_held else GIVE_UP
            if invoice.status is not InvoiceStatus.PAID and self._watched(invoice) > patience:
                await self._give_up(invoice)
            return
        if invoice.status is InvoiceStatus.PAID:
            return
        is_in_progress = report.status is InvoiceStatus.PROCESSING
        if is_in_progress and self._watched(invoice) > GIVE_UP:
            await self._give_up(invoice)
        elif report.status.is_open and not is_in_progress and self._age(invoice) > LAST_CALL:
            log.info("invoice %s of order %s was never paid", invoice.invoice_id, invoice.order_id)
            await self._database.write(store.schedule_check, invoice, None)

    async def _end_hold(self, invoice: Invoice) -> None:
        """Poll a hold, have the provider end it as decided, and poll again: an answer may have got lost."""
        report, _ = await self._payments.poll_and_settle(invoice, ReportSource.SWEEP)
        current = await self._database.read(store.get_invoice, invoice.id)
        if report.status is not InvoiceStatus.HELD or not current.is_held or current.hold_end is None:
            return
        refusal = await self._payments.end_hold(current)
        report, _ = await self._payments.poll_and_settle(current, ReportSource.SWEEP)
        if refusal is None or report.status is not InvoiceStatus.HELD:
            return
        log.warning(
            "the hold of invoice %s of order %s was not ended: %s", invoice.invoice_id, invoice.order_id, refusal
        )
        if current.hold_end is HoldEnd.CAPTURE:
            await self._database.write(give_up_capture, self._record, current, refusal, unix_now(self._clock))

    async def _withdraw(self, invoice: Invoice) -> bool:
        """Withdraw an invoice; False if that failed. It may have been paid just now, so the caller polls it then."""
        try:
            is_gone = await self._payments.withdraw(invoice)
        except ProviderError as error:
            log.info("invoice %s of order %s is not withdrawn: %s", invoice.invoice_id, invoice.order_id, error)
            return False
        if is_gone:
            await self._database.write(store.set_withdrawn, invoice.id)
        else:
            await self._database.write(store.drop_withdrawal, invoice.id)
        return is_gone

    async def _give_up(self, invoice: Invoice) -> None:
        """Stop polling, and notify the staff, who can look it up in the provider's dashboard."""
        log.warning("invoice %s of order %s is no longer checked", invoice.invoice_id, invoice.order_id)
        await self._database.write(_give_up, self._record, invoice, unix_now(self._clock))

    def _gap(self, invoice: Invoice) -> int | None:
        """Return the seconds to the next check; None: this was the last one."""
        watched = self._watched(invoice)
        is_urgent = invoice.is_owed and watched <= GIVE_UP
        if invoice.status is InvoiceStatus.PAID and not is_urgent:
            return min(max(watched, FIRST_RECHECK_SECONDS), LONGEST_RECHECK_GAP) if watched < RECHECKED_FOR else None
        return backoff(invoice.checks, first=FIRST_CHECK_SECONDS, most=LONGEST_GAP)

    def _age(self, invoice: Invoice) -> int:
        return unix_now(self._clock) - invoice.created_at

    def _watched(self, invoice: Invoice) -> int:
        return unix_now(self._clock) - invoice.watched_since


def _resume(conn: Connection, credentials: Mapping[ProviderName, str], now: int) -> None:
    store.check_all_soon(conn, now, now - RECHECKED_FOR)
    for provider, mark in credentials.items():
        key = f"credentials:{provider}"
        if get_meta(conn, key) != mark:
            store.watch_again(conn, provider, now)
            set_meta(conn, key, mark)


def _give_up(conn: Connection, record: Recorder, invoice: Invoice, now: int) -> None:
    conn.lock("orders", invoice.order_id)
    if store.give_up(conn, invoice.id, now):
        order = orders.get_order(conn, invoice.order_id)
        record(conn, PaymentUnclear(at=now, order=order, provider=invoice.provider))
