"""Tells the people who run the cafe how the day went, what is ahead, and what is wrong."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from cafe.core.catalogue.hours.model import DAY
from cafe.core.catalogue.settings.days import day_start
from cafe.core.catalogue.settings.store import get_settings
from cafe.core.catalogue.stock.service import InventoryService
from cafe.core.delivery.cash.store import list_pockets
from cafe.core.kernel.clock import Clock
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.texts import Texts
from cafe.core.messages.notifications.owner_messages import CustomerDayAhead, CustomerDayOver, CustomerOwnersAlarm
from cafe.core.messages.outbox.store import queue_to_customer
from cafe.core.money.reports.model import DaySummary
from cafe.core.money.reports.service import DaySummaryService
from cafe.core.people.staff.readers import Reader, list_readers
from cafe.core.upkeep.checks.model import Finding, State, describe_finding, name_of
from cafe.core.upkeep.checks.service import ChecksService
from cafe.core.upkeep.owner_news import store
from cafe.core.upkeep.owner_news.model import DayPart
from cafe.core.upkeep.owner_news.rules import due_parts

ROUND = timedelta(minutes=1)
CHECK_EVERY = timedelta(minutes=10)
MOST_NAMED = 5
CHECK = "check-"
"""Before a check's name: the subject of its alarm."""


class OwnerNews:
    """Looks every minute whether a line of the day is due, and every ten whether a check has failed.

    Without readers nothing is looked at, and no service outside is asked.
    """

    def __init__(
        self,
        database: Database,
        clock: Clock,
        texts: Texts,
        days: DaySummaryService,
        inventory: InventoryService,
        checks: ChecksService,
    ) -> None:
        self._database = database
        self._clock = clock
        self._texts = texts
        self._days = days
        self._inventory = inventory
        self._checks = checks
        self._looked_at: datetime | None = None
        self._checked_at: datetime | None = None

    async def work(self) -> bool:
        """Queue what is due; always False, as nothing is left to do at once."""
        now = self._clock.now()
        if not _is_past(self._looked_at, ROUND, now):
            return False
        self._looked_at = now
        readers = await self._database.read(list_readers)
        if not readers:
            return False
        settings = await self._database.read(get_settings)
        for part, day in due_parts(now, settings.hours):
            told = await self._database.read(store.list_told, part.value, day.isoformat())
            if untold := [reader for reader in readers if reader.id not in told]:
                await self._tell_day(untold, part, day, now)
        if _is_past(self._checked_at, CHECK_EVERY, now):
            self._checked_at = now
            await self._database.write(self._tell_alarms, readers, await self._find_failed(), int(now.timestamp()))
        return False

    async def _find_failed(self) -> list[Finding]:
        return [finding for finding in await self._checks.run() if finding.state is State.FAILED]

    async def _tell_day(self, readers: Sequence[Reader], part: DayPart, day: date, now: datetime) -> None:
        summary = await self._days.of(day if part is DayPart.EVENING else day - DAY)
        low = [ingredient.name for ingredient in await self._inventory.list_low()]
        failed = await self._find_failed()
        await self._database.write(self._queue_day, readers, part, day, summary, _listed(low), failed, now)

    def _queue_day(
        self,
        conn: Connection,
        readers: Sequence[Reader],
        part: DayPart,
        day: date,
        summary: DaySummary,
        low: str,
        failed: Sequence[Finding],
        now: datetime,
    ) -> None:
        best = ", ".join(f"{each.name} × {each.quantity}" for each in summary.best_sellers[:MOST_NAMED])
        settings, at = get_settings(conn), int(now.timestamp())
        cash = ", ".join(f"{each.name}: {each.in_hand} ₴" for each in list_pockets(conn) if each.in_hand)
        begins, ends = (int(day_start(each, settings).timestamp()) for each in (day, day + DAY))
        for reader in readers:
            if not store.claim(conn, reader.id, part.value, day.isoformat()):
                continue
            wrong = ", ".join(name_of(finding, self._texts, reader.locale) for finding in failed)
            message = (
                CustomerDayOver(f"{day:%d.%m}", summary.orders, summary.revenue, best, low, wrong, cash)
                if part is DayPart.EVENING
                else CustomerDayAhead(
                    summary.orders, summary.revenue, store.count_scheduled(conn, begins, ends), low, wrong
                )
            )
            queue_to_customer(conn, message, at, reader.chat_id, reader.locale, None)

    def _tell_alarms(self, conn: Connection, readers: Sequence[Reader], failed: Sequence[Finding], now: int) -> None:
        """Tell each failed check once, until it is well again."""
        subjects = {f"{CHECK}{finding.check}" for finding in failed}
        told = {subject for subject in store.list_subjects(conn) if subject.startswith(CHECK)}
        store.forget(conn, told - subjects)
        for finding in failed:
            for reader in readers:
                if store.claim(conn, reader.id, f"{CHECK}{finding.check}", State.FAILED.value):
                    name = name_of(finding, self._texts, reader.locale)
                    words = describe_finding(finding, self._texts, reader.locale)
                    message = CustomerOwnersAlarm(name[:1].upper() + name[1:], words)
                    queue_to_customer(conn, message, now, reader.chat_id, reader.locale, None)


def _is_past(since: datetime | None, span: timedelta, now: datetime) -> bool:
    """Whether a span is over, or the clock was set back."""
    return since is None or not timedelta(0) <= now - since < span


def _listed(names: Sequence[str]) -> str:
    more = len(names) - MOST_NAMED
    return ", ".join(names[:MOST_NAMED]) + (f" +{more}" if more > 0 else "")
