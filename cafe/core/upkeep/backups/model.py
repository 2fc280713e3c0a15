"""A night's copy, and why there is none."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum


class Problem(StrEnum):
    """Why a copy failed, as the staff are told; the values are stored."""

    NO_ROOM = "no-room"
    NOT_WRITABLE = "not-writable"
    UNREADABLE = "unreadable"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class NightCopy:
    """A whole copy; `made_at` in Unix seconds, `size` in bytes, pictures included."""

    night: date
    made_at: int
    size: int
    instance_id: str
    """Of the database that was copied; empty if the copy does not tell."""
