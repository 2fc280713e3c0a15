"""Messages about stock, pauses, copies, disks and outages, and their handlers."""

from collections.abc import Sequence
from dataclasses import dataclass

from cafe.core.catalogue.settings.facts import BusyEnded, PauseEnded
from cafe.core.catalogue.stock.facts import StockLow
from cafe.core.kernel.database import Connection
from cafe.core.messages.notifications.message import StaffMessage
from cafe.core.messages.outbox.store import queue_to_staff
from cafe.core.upkeep.backups.disks import FULL, MB
from cafe.core.upkeep.backups.facts import BackupFailed, BackupRecovered, CopyRecovered, CopyStopped, DiskLow, DiskUse
from cafe.core.upkeep.outages.facts import ServiceReturned


@dataclass(frozen=True, slots=True)
class StaffLowStock(StaffMessage):
    """An ingredient is running low; `stock` in its unit. Belongs to no order."""

    kind = "staff-low-stock"
    name: str
    stock: int
    unit: str


@dataclass(frozen=True, slots=True)
class StaffPauseEnded(StaffMessage):
    """A pause ran out. Belongs to no order."""

    kind = "staff-pause-ended"
    is_taking_orders: bool
    order_type: str | None = None
    """The type that was paused; None: all of them."""


@dataclass(frozen=True, slots=True)
class StaffBusyEnded(StaffMessage):
    """Busy mode ran out. Belongs to no order."""

    kind = "staff-busy-ended"


@dataclass(frozen=True, slots=True)
class StaffBackupFailed(StaffMessage):
    """The nightly copy failed. Belongs to no order."""

    kind = "staff-backup-failed"
    problem: str
    """A `Problem` of the backups."""


@dataclass(frozen=True, slots=True)
class StaffBackupRecovered(StaffMessage):
    """The nightly copy succeeded again. Belongs to no order."""

    kind = "staff-backup-recovered"


@dataclass(frozen=True, slots=True)
class StaffCopyStopped(StaffMessage):
    """The continuous copy is late. Belongs to no order."""

    kind = "staff-copy-stopped"
    problem: str
    """A `Problem` of the backups."""


@dataclass(frozen=True, slots=True)
class StaffCopyRecovered(StaffMessage):
    """The continuous copy is up to date again. Belongs to no order."""

    kind = "staff-copy-recovered"


@dataclass(frozen=True, slots=True)
class StaffServiceReturned(StaffMessage):
    """The service was off from `since` to `until`, in Unix seconds. Belongs to no order."""

    kind = "staff-service-returned"
    since: int
    until: int
    count: int
    """Orders that became due meanwhile."""
    numbers: str


@dataclass(frozen=True, slots=True)
class StaffDiskLow(StaffMessage):
    """A disk has little room, `free` in MB. Belongs to no order."""

    kind = "staff-disk-low"
    uses: Sequence[str]
    """Its uses: each a `DiskUse`."""
    free: int
    is_urgent: bool
    """Whether orders may soon be refused."""


def warn_of_low_stock(conn: Connection, fact: StockLow) -> None:
    queue_to_staff(conn, StaffLowStock(fact.name, fact.stock, fact.unit), fact.at)


def notify_of_ended_pause(conn: Connection, fact: PauseEnded) -> None:
    """Notify the staff, who may have forgotten the pause."""
    queue_to_staff(conn, StaffPauseEnded(fact.is_taking_orders, fact.order_type), fact.at)


def notify_of_ended_busy(conn: Connection, fact: BusyEnded) -> None:
    """Notify the staff, who may need it for longer."""
    queue_to_staff(conn, StaffBusyEnded(), fact.at)


def notify_staff_of_failed_backup(conn: Connection, fact: BackupFailed) -> None:
    queue_to_staff(conn, StaffBackupFailed(fact.problem), fact.at)


def notify_staff_of_recovered_backup(conn: Connection, fact: BackupRecovered) -> None:
    queue_to_staff(conn, StaffBackupRecovered(), fact.at)


def notify_staff_of_stopped_copy(conn: Connection, fact: CopyStopped) -> None:
    queue_to_staff(conn, StaffCopyStopped(fact.problem), fact.at)


def notify_staff_of_recovered_copy(conn: Connection, fact: CopyRecovered) -> None:
    queue_to_staff(conn, StaffCopyRecovered(), fact.at)


def tell_of_return(conn: Connection, fact: ServiceReturned) -> None:
    numbers = ", ".join(f"№{number}" for number in fact.due)
    queue_to_staff(conn, StaffServiceReturned(fact.since, fact.at, len(fact.due), numbers), fact.at)


def warn_of_low_disk(conn: Connection, fact: DiskLow) -> None:
    is_urgent = fact.free < FULL and DiskUse.DATABASE in fact.uses
    queue_to_staff(conn, StaffDiskLow(tuple(fact.uses), fact.free // MB, is_urgent), fact.at)
