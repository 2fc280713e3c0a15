"""A folder on a disk, what it is for, and how much room is little."""

from dataclasses import dataclass
from enum import StrEnum

MB = 1_000_000
FULL, NEARLY_FULL = 100 * MB, 1_000 * MB
"""Bytes left on a disk: below the first writing may end at any moment."""


class DiskUse(StrEnum):
    """What lies on a disk; the values are stored, and named by the texts `disk-use-…`."""

    DATABASE = "database"
    UPLOADS = "uploads"
    BACKUPS = "backups"


@dataclass(frozen=True, slots=True)
class Disk:
    """A folder, there or not yet, on the disk `device`; bytes."""

    is_there: bool
    is_writable: bool
    free: int
    device: int
