"""Makes a backup each night, deletes the oldest, and reports failures to the staff."""

import logging
from collections.abc import Callable
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from cafe.core.kernel.clock import Clock
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.facts import Recorder
from cafe.core.kernel.meta import get_meta, set_meta, take_turn
from cafe.core.upkeep.backups import rules
from cafe.core.upkeep.backups.facts import BackupFailed, BackupRecovered
from cafe.core.upkeep.backups.model import Problem
from cafe.core.upkeep.backups.port import BackupError, BackupStorage

log = logging.getLogger(__name__)

WARNED_NIGHT = "backup_warned"
"""The key in `meta` of the last night whose failure was reported to the staff; blank after a success."""


class NightlyBackups:
    """Keeps one backup of each night, for `kept` nights (at least 1)."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        record: Recorder,
        folders: BackupStorage,
        zone: Callable[[], ZoneInfo],
        kept: int,
    ) -> None:
        self._database = database
        self._clock = clock
        self._record = record
        self._folders = folders
        self._zone = zone
        self._kept = kept
        self._failures = 0
        self._unreported: tuple[date, Problem | None] | None = None
        """What became of a night, while it is not stored."""
        self._reported: date | None = None
        """The last night of which it is stored that there is a copy."""
        self._waits_since, self._wait = clock.now(), rules.AFTER_START

    async def work(self) -> bool:
        """Make this night's backup if it is due; always False: nothing is left to do.

        Failures are retried after a while: only a database that cannot be written makes this raise.
        """
        now = self._clock.now()
        if self._unreported is None and timedelta(0) <= now - self._waits_since < self._wait:
            return False
        if self._unreported is None:
            await self._check(now)
        if self._unreported is not None:
            await self._report(*self._unreported, int(now.timestamp()))
            self._unreported = None
        return False

    async def _check(self, now: datetime) -> None:
        night = rules.night_of(now, self._zone())
        problem = None
        if night not in await self._folders.list_nights():
            problem = await self._make(night, now)
        if problem is not None:
            self._failures += 1
            self._wait_from(self._clock.now(), rules.retry_after(self._failures))  # an attempt may take long
            self._unreported = night, problem
            return
        self._failures = 0
        self._wait_from(now, rules.CHECK_EVERY)
        if self._reported != night:
            self._unreported = night, None

    def _wait_from(self, now: datetime, span: timedelta) -> None:
        self._waits_since, self._wait = now, span

    async def _make(self, night: date, now: datetime) -> Problem | None:
        """Make the backup; return the problem, if any."""
        try:
            await self._folders.make(night, int(now.timestamp()))
        except BackupError as error:
            log.error("the copy of the night %s failed (%s): %s", night, error.problem, error)  # noqa: TRY400 - one line says it
            return error.problem
        except Exception:
            log.exception("the copy of the night %s failed", night)
            return Problem.OTHER
        log.info("the copy of the night %s is made", night)
        await self._delete_surplus(night)
        return None

    async def _delete_surplus(self, made: date) -> None:
        for night in rules.list_surplus(await self._folders.list_nights(), self._kept, made):
            try:
                await self._folders.delete(night)
            except OSError as error:
                log.warning("the surplus copy of the night %s cannot be deleted: %s", night, error)

    async def _report(self, night: date, problem: Problem | None, now: int) -> None:
        if problem is not None or await self._database.read(_was_warned):
            await self._database.write(_report, self._record, night, problem, now)
        if problem is None:
            self._reported = night


def _was_warned(conn: Connection) -> bool:
    return bool(get_meta(conn, WARNED_NIGHT))


def _report(conn: Connection, record: Recorder, night: date, problem: Problem | None, now: int) -> None:
    """Store the result of a night; tell the staff of its first failure, and of the recovery."""
    take_turn(conn, "backups")
    warned = get_meta(conn, WARNED_NIGHT)
    if problem is None and warned:
        set_meta(conn, WARNED_NIGHT, "")
        record(conn, BackupRecovered(at=now))
    elif problem is not None and warned != night.isoformat():
        set_meta(conn, WARNED_NIGHT, night.isoformat())
        record(conn, BackupFailed(at=now, problem=problem))
