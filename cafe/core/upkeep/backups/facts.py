"""Facts about nightly backups, the continuous copy and disks."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from cafe.core.kernel.facts import Fact
from cafe.core.upkeep.backups.model import Problem


class DiskUse(StrEnum):
    """The contents of a disk; the values are stored, and part of the text ids `disk-use-…`."""

    DATABASE = "database"
    UPLOADS = "uploads"
    BACKUPS = "backups"
    COPY = "copy"


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupFailed(Fact):
    """The backup of a night failed for the first time; it will be retried."""

    problem: Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupRecovered(Fact):
    """A backup succeeded after one that failed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DiskLow(Fact):
    """A disk is nearly full, `free` in bytes, with its contents; reported once a day while it lasts."""

    uses: Sequence[DiskUse]
    free: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyStopped(Fact):
    """The continuous copy is late by more than a minute; it will be retried."""

    problem: Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyRecovered(Fact):
    """The continuous copy is up to date after it was late."""
