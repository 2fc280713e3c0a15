"""What happens to the nightly copies."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from cafe.core.kernel.facts import Fact
from cafe.core.upkeep.backups.model import Problem


class DiskUse(StrEnum):
    """What lies on a disk; the values are stored, and named by the texts `disk-use-…`."""

    DATABASE = "database"
    UPLOADS = "uploads"
    BACKUPS = "backups"


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupFailed(Fact):
    """The copy of a night failed for the first time; it is tried again."""

    problem: Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupRecovered(Fact):
    """There is a copy again, after one that failed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DiskLow(Fact):
    """A disk with all that lies on it has little room, `free` in bytes; told once a day while it lasts."""

    uses: Sequence[DiskUse]
    free: int
