"""The author of a change, as recorded in the history."""

from dataclasses import dataclass
from enum import StrEnum

from cafe.core.kernel.ids import StaffId


class Way(StrEnum):
    """Where a change was made."""

    DESK = "desk"
    CHAT = "chat"
    SCREEN = "screen"
    """On a tablet, whose name stands for the person's."""
    COMMAND = "command"
    FILE = "file"


@dataclass(frozen=True, slots=True)
class Actor:
    """A member of the staff by name, or a command on the cafe's own machine."""

    name: str
    staff_id: StaffId | None = None
    way: Way = Way.DESK


COMMAND = Actor("", way=Way.COMMAND)
FILE = Actor("", way=Way.FILE)
"""Loading a catalogue file."""
