"""Tills and their days. Amounts in kopiykas, times in Unix seconds."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from cafe.core.kernel.errors import CafeError
from cafe.core.kernel.ids import StaffId

FACES = (1000, 500, 200, 100, 50, 20, 10, 5, 2, 1)
"""Notes and coins in hryvnias, as they are counted."""
KOPIYKAS = "kopiykas"
"""The smaller coins, as one sum."""
MAX_PIECES, MAX_KOPIYKAS = 100_000, 10_000_000
MAX_SUM = 100_000_000
"""More than any till holds: a slip of the finger."""
COUNT_SECONDS = 1800
"""How long a count is good for: what comes later belongs to the next day."""
MOST_TILLS = 20


class MoveKind(StrEnum):
    """What a move is; the values are stored."""

    TAKEN = "taken"
    """The cash of a payment."""
    UNDONE = "undone"
    """Out again: its order was not handed over after all."""
    GIVEN_BACK = "given_back"
    HANDED_IN = "handed_in"
    """By a courier, as it was counted."""
    IN = "in"
    OUT = "out"


class Purpose(StrEnum):
    """What a count is for; the values are stored."""

    OPENING = "opening"
    CLOSING = "closing"


@dataclass(frozen=True, slots=True)
class Till:
    """A till, and the people whose takings go into it."""

    id: int
    name: str
    people: tuple[StaffId, ...] = ()


@dataclass(frozen=True, slots=True)
class Count:
    """What somebody counted; `pieces` is how many of each note and coin, by its hryvnias, and `kopiykas`."""

    id: int
    till_id: int
    purpose: Purpose
    counted: int
    pieces: Mapping[str, int]
    expected: int | None
    counted_by: str
    at: int

    @property
    def difference(self) -> int:
        """Below 0: something is missing."""
        return 0 if self.expected is None else self.counted - self.expected


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of a day: so far, or as they were when it was closed.

    Cash adds up: `left` + `opening_difference` and the sums of all kinds of moves are `expected`.
    """

    left: int
    """By the day before; on a till's first day, what was counted."""
    opening_difference: int
    opened_with: int
    taken: int
    undone: int
    """As `given_back` and `out`: 0 or below."""
    given_back: int
    handed_in: int
    brought: int
    out: int
    expected: int
    terminal: int
    card: int
    terminal_back: int
    """What went back without cash; 0 or below, as `card_back`."""
    card_back: int


@dataclass(frozen=True, slots=True)
class TillDay:
    """A day of a till; `day` is the cafe's day on which it was opened, as `2026-11-27`."""

    id: int
    till_id: int
    till: str
    number: int
    day: str
    opening: Count
    opened_by: str
    opened_at: int
    opening_reason: str
    closing: Count | None = None
    closed_by: str = ""
    closed_at: int | None = None
    closing_reason: str = ""
    figures: Figures | None = None
    """Of a closed day."""


@dataclass(frozen=True, slots=True)
class Move:
    """A move of cash; `number` is its order's, if it is about one."""

    id: int
    kind: MoveKind
    amount: int
    order_id: int | None
    number: str
    actor: str
    reason: str
    at: int


@dataclass(frozen=True, slots=True)
class TillState:
    """How a till stands."""

    till: Till
    day: TillDay | None
    """The open one."""
    count: Count | None
    """The latest one, by which the day can be opened or closed now."""
    closed_today: bool
    """Whether today's day is over: the next one opens tomorrow."""
    figures: Figures | None
    """Of the open day, so far."""
    moves: tuple[Move, ...] = ()
    """Of the open day or the next one, newest first."""


class TillProblem(StrEnum):
    """Why an act is refused; the values are text ids."""

    UNKNOWN = "till-unknown"
    NO_DAY = "till-no-day"
    OPEN = "till-open"
    """A day is open already."""
    CLOSED = "till-closed"
    """The day was closed already."""
    TODAY = "till-today"
    """The day of this date is over."""
    NO_COUNT = "till-no-count"
    """It was counted again, or never."""
    OLD_COUNT = "till-old-count"
    NEGATIVE = "till-negative"
    """There is not so much in the till."""


class TillError(CafeError):
    """The act is not possible; nothing is changed."""

    def __init__(self, problem: TillProblem) -> None:
        super().__init__()
        self.problem = problem


class Place(StrEnum):
    """Where cash does not add up; the values are parts of text ids."""

    ORDER = "order"
    """Paid in cash that is in no till and with no courier, or the other way round."""
    REFUND = "refund"
    HAND_IN = "hand-in"
    DAY = "day"
    BANK = "bank"
    """The payments without cash of a closed day are not what it says."""


@dataclass(frozen=True, slots=True)
class Mismatch:
    """What does not add up: an order's number, a courier's name, or a till's name with the number of its day."""

    place: Place
    name: str
    number: int = 0
