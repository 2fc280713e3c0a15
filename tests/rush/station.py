"""What the staff see and can do, wherever they stand: in the chat, or at whatever else shows orders."""

from dataclasses import dataclass
from enum import Enum
from typing import Protocol


class Stage(Enum):
    NEW = "new"
    ACCEPTED = "accepted"
    COOKING = "cooking"
    READY = "ready"
    ON_ITS_WAY = "on its way"


@dataclass(frozen=True, slots=True)
class Ticket:
    """An order as it is seen."""

    number: str
    """With its sign: №7."""
    stage: Stage
    kind: str
    """`pickup`, `dine-in` or `delivery`."""
    pieces: int
    due: str
    """The time by which it is wanted or promised, HH:MM; empty where none is told."""
    is_promised: bool
    """The staff said the time: the guest waits from now on, and does not come for it then."""


class Station(Protocol):
    """A place to act from. Acts return when their effect is seen, or when it takes too long: people then look again."""

    @property
    def name(self) -> str:
        """What the report calls it."""
        ...

    async def look(self) -> list[Ticket]:
        """See what waits, and go through what has to be opened first."""
        ...

    def search(self, ticket: Ticket) -> float:
        """Seconds that somebody needs to find the order there."""
        ...

    async def accept(self, ticket: Ticket, minutes: int | None) -> None:
        """Accept a new order and promise when it will be ready; None: it has a time of its own."""
        ...

    async def start(self, ticket: Ticket) -> None: ...

    async def ready(self, ticket: Ticket) -> None: ...

    async def hand_over(self, ticket: Ticket) -> None:
        """One step on from ready: out of the house, and for a delivery first to the courier."""
        ...
