"""Disruptions: air alerts and power cuts, and what the owner wants each to do."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class DisruptionKind(StrEnum):
    """The values are stored, and the beginnings of settings and text ids."""

    AIR_ALERT = "air_alert"
    POWER_CUT = "power_cut"


class Origin(StrEnum):
    """Who says that there is a disruption; the values are stored."""

    PLAN = "plan"
    SOURCE = "source"
    HAND = "hand"


class EndedBy(StrEnum):
    """Why one ended otherwise than its origin says; the values are stored."""

    HAND = "hand"
    SILENCE = "silence"


class Told(StrEnum):
    """What the staff know of one; the values are stored."""

    NOTHING = "nothing"
    BEGUN = "begun"
    ENDED = "ended"


NOTHING, LINE, PAUSE_DELIVERY, PAUSE_ALL = "none", "line", "pause_delivery", "pause_all"
EFFECTS = (NOTHING, LINE, PAUSE_DELIVERY, PAUSE_ALL)
"""What a disruption may do, besides switching on a mode of the menu."""
MODE = "mode:"
"""Before the slug of a mode."""
DELIVERY = "delivery"
ALL_ORDERS = ""
"""The key of all order types, as of a pause."""

Effects = Mapping[DisruptionKind, str]


@dataclass(frozen=True, slots=True)
class Disruption:
    """One disruption, in Unix seconds; without `until_at` nobody knows when it ends."""

    id: int
    kind: DisruptionKind
    origin: Origin
    from_at: int
    until_at: int | None
    told: Told = Told.NOTHING
    ended_by: EndedBy | None = None

    def is_at(self, at: int) -> bool:
        """Whether it is in force at a moment."""
        return self.from_at <= at and not self.is_over(at)

    def is_over(self, at: int) -> bool:
        return self.until_at is not None and self.until_at <= at


@dataclass(frozen=True, slots=True)
class Cut:
    """A planned power cut, in Unix seconds."""

    from_at: int
    until_at: int
