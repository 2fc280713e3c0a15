"""A night's backup, and reasons for its failure."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum


class Problem(StrEnum):
    """Why a backup failed, as shown to the staff; the values are stored."""

    NO_ROOM = "no-room"
    NOT_WRITABLE = "not-writable"
    UNREADABLE = "unreadable"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class NightCopy:
    """A complete backup; `made_at` in Unix seconds, `size` in bytes, pictures included."""

    night: date
    made_at: int
    size: int
    instance_id: str
    """The id of the copied database; empty if the copy has none."""
