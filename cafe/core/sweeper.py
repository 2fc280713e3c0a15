"""The sweeper: asks about invoices that are still open, because webhooks get lost, and withdraws unwanted ones."""

import asyncio
import logging

from cafe.core.errors import ProviderError
from cafe.core.loops import backoff, repeat
from cafe.core.payments import FIRST_CHECK_SECONDS, PaymentService
from cafe.core.ports import INVOICE_VALIDITY, Clock, Database
from cafe.core.settlement import Source
from cafe.core.store import invoices
from cafe.core.store.invoices import Invoice

log = logging.getLogger(__name__)

LONGEST_GAP = 600
GRACE = 900
"""Seconds after the end of an invoice's validity in which a slow payment may still be reported."""

GIVE_UP = 2 * 86_400
"""Seconds after which even an invoice whose provider never answers is no longer asked about."""

AT_ONCE = 10


class Sweeper:
    """Asks with growing gaps, from a few seconds to ten minutes, until an invoice is over."""

    def __init__(self, database: Database, clock: Clock, payments: PaymentService, *, seconds: float = 1) -> None:
        """`seconds` is how often the database is looked at for invoices that are due."""
        self._database = database
        self._clock = clock
        self._payments = payments
        self._seconds = seconds

    async def run(self) -> None:
        """Sweep for ever, starting with everything that is open: webhooks were missed while the service was down."""
        await self._database.write(invoices.check_all_soon, self._now())
        await repeat(self.sweep, name="the payment sweeper", seconds=self._seconds)

    async def sweep(self) -> bool:
        """Ask about the invoices that are due; whether there may be more of them."""
        due = await self._database.read(invoices.list_due, self._now(), AT_ONCE)
        await asyncio.gather(*(self._check(invoice) for invoice in due))
        return len(due) == AT_ONCE

    async def _check(self, invoice: Invoice) -> None:
        # The next check is noted first: whatever goes wrong, an invoice is not asked about without a pause.
        await self._database.write(invoices.schedule_check, invoice, self._now() + self._gap(invoice))
        try:
            if invoice.is_withdrawal_due and await self._withdraw(invoice):
                return
            report, _ = await self._payments.settle_by_asking(invoice, Source.SWEEP)
        except ProviderError as error:
            log.warning("no word about invoice %s of order %s: %s", invoice.invoice_id, invoice.order_id, error)
            if self._age(invoice) > GIVE_UP:
                await self._give_up(invoice)
            return
        if report.status.is_open and self._age(invoice) > INVOICE_VALIDITY.total_seconds() + GRACE:
            await self._give_up(invoice)

    async def _withdraw(self, invoice: Invoice) -> bool:
        """Whether nobody can pay it any more. A refusal may mean that somebody just did, so then it is asked about."""
        try:
            is_gone = await self._payments.withdraw(invoice)
        except ProviderError as error:
            log.info("invoice %s of order %s is not withdrawn: %s", invoice.invoice_id, invoice.order_id, error)
            return False
        if is_gone:
            await self._database.write(invoices.set_withdrawn, invoice.id)
        else:
            await self._database.write(invoices.drop_withdrawal, invoice.id)
        return is_gone

    async def _give_up(self, invoice: Invoice) -> None:
        log.info("invoice %s of order %s is asked about no more", invoice.invoice_id, invoice.order_id)
        await self._database.write(invoices.schedule_check, invoice, None)

    def _gap(self, invoice: Invoice) -> int:
        return backoff(invoice.checks, first=FIRST_CHECK_SECONDS, most=LONGEST_GAP)

    def _age(self, invoice: Invoice) -> int:
        return self._now() - invoice.created_at

    def _now(self) -> int:
        return int(self._clock.now().timestamp())
