"""Checks the disks every few minutes and warns the staff, once a day, of one that is nearly full."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from cafe.core.kernel.clock import Clock
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.facts import Recorder
from cafe.core.kernel.meta import get_meta, set_meta, take_turn
from cafe.core.upkeep.backups.facts import DiskLow, DiskUse


@dataclass(frozen=True, slots=True)
class Disk:
    """A folder, existing or not, on the disk `device`; bytes."""

    is_there: bool
    is_writable: bool
    free: int
    device: int


log = logging.getLogger(__name__)

CHECK_EVERY = timedelta(minutes=5)
ANSWER_SECONDS = 10
DAY = 86_400

Inspect = Callable[[Path], Awaitable[Disk]]


@dataclass(frozen=True, slots=True)
class _LowDisk:
    """A nearly full disk; bytes."""

    uses: tuple[DiskUse, ...]
    free: int

    @property
    def key(self) -> str:
        """The key in `meta` of the last warning; not the device, whose number may change at a restart."""
        return f"disk_warned_{self.uses[0]}"


class DiskWatch:
    """Watches the disks that contain some folders."""

    def __init__(
        self, database: Database, clock: Clock, record: Recorder, folders: Mapping[DiskUse, Path], inspect: Inspect
    ) -> None:
        self._database = database
        self._clock = clock
        self._record = record
        self._folders = folders
        self._inspect = inspect
        self._checked_at: datetime | None = None

    async def _check(self, folder: Path) -> Disk | None:
        """Check a folder's disk; None if it does not respond, which must not hide that another one is full."""
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                return await self._inspect(folder)
        except (TimeoutError, OSError) as error:
            log.warning("the disk of %s does not respond: %s", folder, error or f"nothing within {ANSWER_SECONDS} s")
            return None

    async def work(self) -> bool:
        """Check the disks if it is time to; always False: nothing is left to do."""
        now = self._clock.now()
        if self._checked_at is not None and timedelta(0) <= now - self._checked_at < CHECK_EVERY:
            return False
        found = dict(zip(self._folders, await asyncio.gather(*map(self._check, self._folders.values())), strict=True))
        low = _low_disks({use: disk for use, disk in found.items() if disk is not None})
        at = int(now.timestamp())
        if low and await self._database.read(_unreported, low, at):
            await self._database.write(_warn, self._record, low, at)
        self._checked_at = now
        return False


def _low_disks(disks: Mapping[DiskUse, Disk]) -> list[_LowDisk]:
    """Find the nearly full disks, each once, however many folders it has."""
    by_device: dict[int, list[DiskUse]] = {}
    for use in DiskUse:
        if use in disks and disks[use].free < NEARLY_FULL:
            by_device.setdefault(disks[use].device, []).append(use)
    return [_LowDisk(tuple(uses), min(disks[use].free for use in uses)) for uses in by_device.values()]


def _unreported(conn: Connection, low: Iterable[_LowDisk], now: int) -> list[_LowDisk]:
    """Leave out disks that were reported within a day."""
    return [disk for disk in low if not 0 <= now - int(get_meta(conn, disk.key) or 0) < DAY]


def _warn(conn: Connection, record: Recorder, low: Iterable[_LowDisk], now: int) -> None:
    take_turn(conn, "disks")
    for disk in _unreported(conn, low, now):
        set_meta(conn, disk.key, str(now))
        record(conn, DiskLow(at=now, uses=disk.uses, free=disk.free))


MB = 1_000_000
FULL, NEARLY_FULL = 100 * MB, 1_000 * MB
"""Free bytes on a disk: below the first, writing may fail at any moment."""
