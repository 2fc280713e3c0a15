"""Asks providers for refunds and about them.

A provider is asked what happened before it is asked for anything: a refund may have been made by another process, by
the database of which this one is a copy, or in the provider's dashboard.
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

FIRST_LOOK_SECONDS = 20
"""When a refund is looked at after the provider was asked: a call lasts ten seconds at most."""
FIRST_RETRY_SECONDS = 5
LONGEST_GAP = 600
GRACE = 180
"""Seconds in which a provider that did not answer may still do what it was asked for."""
TOLD_AFTER = 86_400
GIVE_UP = 14 * 86_400
BATCH_SIZE = 10


class RefundWorker:
    """Asks for one refund at a time of each payment."""

    def __init__(
        self, database: Database, clock: Clock, record: Recorder, providers: Mapping[ProviderName, Provider]
    ) -> None:
        self._database = database
        self._clock = clock
        self._record = record
        self._providers = providers

    async def resume(self) -> bool:
        """Look at all open refunds at once, after a restart."""
        await self._database.write(store.look_at_all_soon, unix_now(self._clock))
        return False

    async def work(self) -> bool:
        """Look at the refunds that are due; return whether more may be."""
        due = await self._database.read(store.list_due, unix_now(self._clock), 2 * LONGEST_GAP, BATCH_SIZE)
        await asyncio.gather(*(self._look(refund) for refund in due))
        return len(due) == BATCH_SIZE

    async def ask(self, refund_id: int) -> Refund:
        """Ask the provider for a refund, unless that is not to be or somebody does already; return how far it is."""
        refund = await self._database.read(store.get_refund, refund_id)
        if not await self._is_still_wanted(refund):
            return await self._database.read(store.get_refund, refund_id)
        return await self.ask_now(refund_id)

    async def ask_now(self, refund_id: int) -> Refund:
        """Do the same without a look at the payment, which the caller has just taken."""
        now = unix_now(self._clock)
        pending = await self._database.write(changes.claim, refund_id, now, now + FIRST_LOOK_SECONDS)
        if pending is None:
            return await self._database.read(store.get_refund, refund_id)
        try:
            report = await self._providers[pending.provider].refund(pending.request)
        except ProviderError as error:
            log.warning("no answer about refund %s of order %s: %s", refund_id, pending.refund.order_id, error)
            await self._database.write(store.note_unknown, refund_id, str(error))
            return await self._database.read(store.get_refund, refund_id)
        return await self._apply(pending, report)

    async def _look(self, refund: Refund) -> None:
        # The next look is scheduled first: whatever goes wrong, looks never repeat without a pause.
        await self._database.write(store.mark_checked, refund.id, unix_now(self._clock) + _gap(refund))
        if refund.state is RefundState.REQUESTED:
            await self.ask(refund.id)
        else:
            await self._ask_about(refund)
        now = unix_now(self._clock)
        age = now - refund.wanted_at
        if age > TOLD_AFTER:
            await self._database.write(changes.tell, self._record, refund.id, now, is_last=age > GIVE_UP)
        if age > GIVE_UP:
            await self._database.write(store.stop_looking, refund.id)

    async def _is_still_wanted(self, refund: Refund) -> bool:
        """Look whether a refund that is to be asked for was made already; what the provider knows of it is stored."""
        if not await self._database.read(store.can_be_asked, refund):
            return False
        pending, report = await self._get_report(refund)
        if pending is None or report is None:
            return False
        if report.status in {RefundStatus.NOT_FOUND, RefundStatus.UNCLEAR}:
            return True
        if await self._database.write(changes.mark_found, pending, unix_now(self._clock)):
            await self._apply(pending, report)
        return False

    async def _ask_about(self, refund: Refund) -> None:
        pending, report = await self._get_report(refund)
        if pending is not None and report is not None:
            await self._apply(pending, report)

    async def _get_report(self, refund: Refund) -> tuple[PendingRefund | None, RefundReport | None]:
        """Ask the provider what became of a refund; None if it is over, or nobody answers."""
        pending = await self._database.read(changes.read_pending, refund.id)
        if pending is None:
            return None, None
        try:
            return pending, await self._providers[pending.provider].get_refund(pending.request)
        except ProviderError as error:
            log.warning("no word about refund %s of order %s: %s", refund.id, refund.order_id, error)
            await self._database.write(store.note_problem, refund.id, str(error))
            return pending, None

    async def _apply(self, pending: PendingRefund, report: RefundReport) -> Refund:
        refund, now = pending.refund, unix_now(self._clock)
        if report.status in {RefundStatus.DONE, RefundStatus.REFUSED}:
            is_done = report.status is RefundStatus.DONE
            state = RefundState.DONE if is_done else RefundState.REFUSED
            problem = None if is_done else report.reason or ""
            return await self._database.write(changes.finish, self._record, refund.id, state, problem, now)
        if report.status is RefundStatus.PROCESSING:
            await self._database.write(store.note_taken, refund.id, now)
        elif report.status is RefundStatus.POSTPONED:
            log.warning("refund %s of order %s is not taken yet: %s", refund.id, refund.order_id, report.reason)
            await self._database.write(store.ask_again, refund.id, report.reason)
        elif report.status is RefundStatus.NOT_FOUND and now - (refund.asked_at or now) >= GRACE:
            await self._database.write(store.ask_again, refund.id, None)
            return await self.ask_now(refund.id)
        return await self._database.read(store.get_refund, refund.id)


def _gap(refund: Refund) -> int:
    return backoff(refund.attempts, first=FIRST_RETRY_SECONDS, most=LONGEST_GAP)
