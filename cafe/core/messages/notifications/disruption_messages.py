"""Messages about air alerts and power cuts, and their handlers."""

from dataclasses import dataclass

from cafe.core.catalogue.disruptions.facts import DisruptionBegan, DisruptionEnded, SourceBack, SourceSilent
from cafe.core.catalogue.disruptions.rules import mode_of
from cafe.core.kernel.database import Connection
from cafe.core.messages.notifications.message import StaffMessage
from cafe.core.messages.outbox.store import queue_to_staff

MODE = "mode"
"""The effect of a disruption that switches on a mode."""


@dataclass(frozen=True, slots=True)
class StaffDisruptionBegan(StaffMessage):
    """An air alert or a power cut began; moments in Unix seconds. Belongs to no order."""

    kind = "staff-disruption-began"
    what: str
    effect: str
    began: int
    until: int | None = None


@dataclass(frozen=True, slots=True)
class StaffDisruptionEnded(StaffMessage):
    """It ended: `by` the staff's `hand`, by `silence` of its source, or `itself`. Belongs to no order."""

    kind = "staff-disruption-ended"
    what: str
    by: str


@dataclass(frozen=True, slots=True)
class StaffSourceSilent(StaffMessage):
    """A source says nothing that can be believed; told once. Belongs to no order."""

    kind = "staff-source-silent"
    what: str
    trouble: str
    since: int
    is_on: bool


@dataclass(frozen=True, slots=True)
class StaffSourceBack(StaffMessage):
    """It speaks again. Belongs to no order."""

    kind = "staff-source-back"
    what: str


def tell_of_disruption(conn: Connection, fact: DisruptionBegan) -> None:
    told = fact.disruption
    effect = fact.effect if mode_of(fact.effect) is None else MODE
    queue_to_staff(conn, StaffDisruptionBegan(told.kind.value, effect, told.from_at, told.until_at), fact.at)


def tell_of_ended_disruption(conn: Connection, fact: DisruptionEnded) -> None:
    by = fact.disruption.ended_by
    queue_to_staff(
        conn, StaffDisruptionEnded(fact.disruption.kind.value, "itself" if by is None else by.value), fact.at
    )


def tell_of_silent_source(conn: Connection, fact: SourceSilent) -> None:
    message = StaffSourceSilent(fact.kind.value, fact.trouble, fact.silent_since, fact.is_in_force)
    queue_to_staff(conn, message, fact.at)


def tell_of_source_back(conn: Connection, fact: SourceBack) -> None:
    queue_to_staff(conn, StaffSourceBack(fact.kind.value), fact.at)
