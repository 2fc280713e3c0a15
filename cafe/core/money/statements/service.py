"""Requests each bank's list of payments every morning and on demand, and stores the differences."""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from cafe.core.kernel.clock import Clock, unix_now
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.errors import NotFoundError
from cafe.core.kernel.ids import ProviderName
from cafe.core.kernel.meta import take_turn
from cafe.core.kernel.shared_calls import SharedCalls
from cafe.core.money.payments.errors import ProviderError
from cafe.core.money.payments.port import ListedPayment, Provider
from cafe.core.money.payments.service import PaymentService
from cafe.core.money.statements import store
from cafe.core.money.statements.model import Comparison, KnownPayment, Statements
from cafe.core.money.statements.rules import LOOKS_BACK, by_invoice, fees_of, find_differences, is_due, sum_up

log = logging.getLogger(__name__)

CHECK_EVERY = timedelta(minutes=5)
"""Period of the checks whether a bank is due, and the delay of the first after a start."""
MOST_POLLED = 20
"""Payments of one list that are polled one by one."""
MOST_SHOWN = 200

Lines = Mapping[str, list[ListedPayment]]


class StatementService:
    """Compares and reports the results; concurrent comparisons with one bank share one call."""

    def __init__(
        self, database: Database, clock: Clock, providers: Mapping[ProviderName, Provider], payments: PaymentService
    ) -> None:
        self._database = database
        self._clock = clock
        self._all_providers = providers
        self._payments = payments
        self._under_way = SharedCalls[ProviderName, None]()

    @property
    def _providers(self) -> Mapping[ProviderName, Provider]:
        """Those with credentials, which may be typed at any time."""
        return {name: provider for name, provider in self._all_providers.items() if provider.is_configured}

    async def get(self) -> Statements:
        """Return the last results, without calling the banks."""
        return await self._database.read_long(_read, list(self._providers), unix_now(self._clock))

    async def compare_all(self) -> None:
        """Compare with each bank now. A missing answer is stored and raises no error."""
        await asyncio.gather(*map(self.compare, self._providers))

    async def compare(self, name: ProviderName) -> None:
        await self._under_way.share(name, lambda: self._compare(name))

    async def settle(self, difference_id: int, actor: str) -> None:
        """Mark a difference as settled by somebody, so that it is not shown again.

        Raises:
            NotFoundError: it does not exist any more.
        """
        if not await self._database.write(store.settle, difference_id, actor, unix_now(self._clock)):
            raise NotFoundError

    async def list_due(self, zone: ZoneInfo) -> list[ProviderName]:
        """List the banks to ask now. A new one is due the next morning: there is nothing to compare yet."""
        begun = {each.provider: each for each in await self._database.read(store.list_comparisons)}
        now = self._clock.now()
        for name in self._providers.keys() - begun.keys():
            await self._database.write(store.begin, name, int(now.timestamp()))
        return [name for name in self._providers if name in begun and is_due(begun[name], now, zone)]

    async def _compare(self, name: ProviderName) -> None:
        until = self._clock.now()
        since = until - LOOKS_BACK
        await self._database.write(store.begin, name, int(until.timestamp()))
        try:
            lines = by_invoice(await self._providers[name].list_payments(since, until))
        except ProviderError as error:
            log.warning("%s returned no list of payments: %s", name, error)
            problem = str(error).partition("<")[0].strip()  # an error's page is for the log
            await self._database.write(store.set_failed, name, problem, unix_now(self._clock))
            return
        period = int(since.timestamp()), int(until.timestamp())
        await self._catch_up(name, lines, await self._database.read_long(_list_unknown, name, lines, period))
        count = await self._database.write(_store, name, lines, period)
        log.info("%s: compared a list of %d payments, %d differences", name, len(lines), count)

    async def _catch_up(self, name: ProviderName, lines: Lines, unknown: Sequence[str]) -> None:
        """Poll our payments on which the list is ahead of us, such as those with a lost webhook."""
        firsts = [lines[invoice_id][0] for invoice_id in unknown[:MOST_POLLED]]
        catch_up = self._payments.catch_up
        await asyncio.gather(*(catch_up(name, line.invoice_id, line.reference) for line in firsts))


class MorningComparisons:
    """Runs the comparisons once each morning."""

    def __init__(self, statements: StatementService, clock: Clock, zone: Callable[[], ZoneInfo]) -> None:
        self._statements = statements
        self._clock = clock
        self._zone = zone
        self._checked_at: datetime = clock.now()

    async def work(self) -> bool:
        """Compare with the due banks; always False, as nothing is left to do at once."""
        now = self._clock.now()
        if timedelta(0) <= now - self._checked_at < CHECK_EVERY:
            return False
        self._checked_at = now
        for name in await self._statements.list_due(self._zone()):
            await self._statements.compare(name)
        return False


def _read(conn: Connection, configured: Sequence[ProviderName], now: int) -> Statements:
    """Read everything; a newly configured bank is included from the beginning."""
    stored = {each.provider: each for each in store.list_comparisons(conn)}
    comparisons = [stored.get(name, Comparison(name, began_at=now)) for name in configured]
    return Statements(comparisons, store.list_open(conn, MOST_SHOWN), store.count_open(conn))


def read_comparisons(conn: Connection) -> tuple[Sequence[Comparison], int]:
    """Read the results of the comparisons, and the number of unsettled differences."""
    return store.list_comparisons(conn), store.count_open(conn)


def _known(conn: Connection, name: ProviderName, lines: Lines, period: tuple[int, int]) -> dict[str, KnownPayment]:
    """Read our records of the payments of a period and of those in the list."""
    known = {each.invoice_id: each for each in store.list_paid(conn, name, *period)}
    for invoice_id in lines:
        if invoice_id not in known and (found := store.find_known(conn, name, invoice_id, *period)) is not None:
            known[invoice_id] = found
    return known


def _list_unknown(conn: Connection, name: ProviderName, lines: Lines, period: tuple[int, int]) -> list[str]:
    """List our payments in the list whose records differ."""
    known = _known(conn, name, lines, period)
    found = [each.invoice_id for each in find_differences(lines, known) if each.there is not None]
    return [each for each in found if each in known or _bears_our_reference(conn, name, lines[each])]


def _bears_our_reference(conn: Connection, name: ProviderName, lines: Sequence[ListedPayment]) -> bool:
    references = {line.reference for line in lines if line.reference and line.reference.isprintable()}
    return any(store.is_ours(conn, name, reference) for reference in references)


def _store(conn: Connection, name: ProviderName, lines: Lines, period: tuple[int, int]) -> int:
    """Store the differences, and return their number."""
    take_turn(conn, "statements")
    since, until = period
    known = _known(conn, name, lines, period)
    found = list(find_differences(lines, known))
    store.replace_differences(conn, name, found, since, until)
    store.set_compared(conn, name, since, until, sum_up(lines, known))
    store.set_fees(conn, name, fees_of(lines, known))
    return len(found)
