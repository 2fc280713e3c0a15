"""Sends refunds to providers and checks on them.

The provider's records are checked before anything is sent: a refund may have been made by another process, from the
database of which this one is a copy, or in the provider's dashboard.
"""

import asyncio
import logging
from collections.abc import Mapping

from cafe.core.kernel.clock import Clock, unix_now
from cafe.core.kernel.database import Database
from cafe.core.kernel.facts import Recorder
from cafe.core.kernel.ids import ProviderName
from cafe.core.kernel.loops import backoff
from cafe.core.money.payments.errors import ProviderError
from cafe.core.money.payments.port import Provider, RefundReport, RefundStatus
from cafe.core.money.refunds import changes, store
from cafe.core.money.refunds.changes import PendingRefund
from cafe.core.money.refunds.model import Refund, RefundState

log = logging.getLogger(__name__)

FIRST_CHECK_SECONDS = 20
"""Delay of the first check after sending: a call lasts ten seconds at most."""
FIRST_RETRY_SECONDS = 5
LONGEST_GAP = 600
GRACE = 180
"""Seconds in which a provider that did not answer may still carry out a refund."""
ESCALATE_AFTER = 86_400
GIVE_UP = 14 * 86_400
BATCH_SIZE = 10


class RefundWorker:
    """Sends one refund at a time for each payment."""

    def __init__(
        self, database: Database, clock: Clock, record: Recorder, providers: Mapping[ProviderName, Provider]
    ) -> None:
        self._database = database
        self._clock = clock
        self._record = record
        self._providers = providers

    async def resume(self) -> bool:
        """Make all open refunds due for a check, after a restart."""
        await self._database.write(store.check_all_soon, unix_now(self._clock))
        return False

    async def work(self) -> bool:
        """Check the due refunds; return whether more may be due."""
        due = await self._database.read(store.list_due, unix_now(self._clock), 2 * LONGEST_GAP, BATCH_SIZE)
        await asyncio.gather(*(self._check(refund) for refund in due))
        return len(due) == BATCH_SIZE

    async def send(self, refund_id: int) -> Refund:
        """Send a refund unless it must not be sent or was sent already; return its progress."""
        refund = await self._database.read(store.get_refund, refund_id)
        if not await self._is_still_wanted(refund):
            return await self._database.read(store.get_refund, refund_id)
        return await self.send_now(refund_id)

    async def send_now(self, refund_id: int) -> Refund:
        """Do the same without checking the payment, which the caller has just done."""
        now = unix_now(self._clock)
        pending = await self._database.write(changes.claim, refund_id, now, now + FIRST_CHECK_SECONDS)
        if pending is None:
            return await self._database.read(store.get_refund, refund_id)
        try:
            report = await self._providers[pending.provider].refund(pending.request)
        except ProviderError as error:
            log.warning("no answer about refund %s of order %s: %s", refund_id, pending.refund.order_id, error)
            await self._database.write(store.mark_unknown, refund_id, str(error))
            return await self._database.read(store.get_refund, refund_id)
        return await self._apply(pending, report)

    async def _check(self, refund: Refund) -> None:
        # The next check is scheduled first: whatever goes wrong, checks never repeat without a pause.
        await self._database.write(store.mark_checked, refund.id, unix_now(self._clock) + _gap(refund))
        if refund.state is RefundState.REQUESTED:
            await self.send(refund.id)
        else:
            await self._check_sent(refund)
        now = unix_now(self._clock)
        age = now - refund.requested_at
        if age > ESCALATE_AFTER:
            await self._database.write(changes.escalate, self._record, refund.id, now, is_last=age > GIVE_UP)
        if age > GIVE_UP:
            await self._database.write(store.stop_checking, refund.id)

    async def _is_still_wanted(self, refund: Refund) -> bool:
        """Whether a refund must still be sent; if the provider knows of it already, its report is stored."""
        if not await self._database.read(store.can_be_sent, refund):
            return False
        pending, report = await self._get_report(refund)
        if pending is None or report is None:
            return False
        if report.status in {RefundStatus.NOT_FOUND, RefundStatus.UNCLEAR}:
            return True
        if await self._database.write(changes.mark_found, pending, unix_now(self._clock)):
            await self._apply(pending, report)
        return False

    async def _check_sent(self, refund: Refund) -> None:
        pending, report = await self._get_report(refund)
        if pending is not None and report is not None:
            await self._apply(pending, report)

    async def _get_report(self, refund: Refund) -> tuple[PendingRefund | None, RefundReport | None]:
        """Request a refund's status from the provider; None if it has ended, or there is no answer."""
        pending = await self._database.read(changes.read_pending, refund.id)
        if pending is None:
            return None, None
        try:
            return pending, await self._providers[pending.provider].get_refund(pending.request)
        except ProviderError as error:
            log.warning("no status of refund %s of order %s: %s", refund.id, refund.order_id, error)
            await self._database.write(store.set_problem, refund.id, str(error))
            return pending, None

    async def _apply(self, pending: PendingRefund, report: RefundReport) -> Refund:
        refund, now = pending.refund, unix_now(self._clock)
        if report.status in {RefundStatus.DONE, RefundStatus.REFUSED}:
            is_done = report.status is RefundStatus.DONE
            state = RefundState.DONE if is_done else RefundState.REFUSED
            problem = None if is_done else report.reason or ""
            return await self._database.write(changes.finish, self._record, refund.id, state, problem, now)
        if report.status is RefundStatus.PROCESSING:
            await self._database.write(store.mark_accepted, refund.id, now)
        elif report.status is RefundStatus.POSTPONED:
            log.warning("refund %s of order %s is not accepted yet: %s", refund.id, refund.order_id, report.reason)
            await self._database.write(store.send_again, refund.id, report.reason)
        elif report.status is RefundStatus.NOT_FOUND and now - (refund.asked_at or now) >= GRACE:
            await self._database.write(store.send_again, refund.id, None)
            return await self.send_now(refund.id)
        return await self._database.read(store.get_refund, refund.id)


def _gap(refund: Refund) -> int:
    return backoff(refund.attempts, first=FIRST_RETRY_SECONDS, most=LONGEST_GAP)
