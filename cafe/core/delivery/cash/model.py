"""Couriers' cash, in whole UAH. Times in Unix seconds."""

from dataclasses import dataclass
from enum import StrEnum

from cafe.core.delivery.couriers.model import Courier
from cafe.core.kernel.errors import CafeError
from cafe.core.kernel.facts import Fact
from cafe.core.kernel.ids import StaffId

MAX_CASH = 1_000_000
"""More than any courier carries: a slip of the finger."""


class CashKind(StrEnum):
    """What a row of the ledger stands for; the values are stored."""

    COLLECTED = "collected"
    """Of an order; below 0 when its handing over was undone."""
    HANDED_IN = "handed_in"
    DIFFERENCE = "difference"
    """What a hand-in was short of (below 0) or over: set aside until somebody decides."""
    CORRECTED = "corrected"
    """Change that was given along, or a difference that the courier owes after all."""


class Decision(StrEnum):
    """What becomes of a difference; the values are stored."""

    OWED = "owed"
    """It belongs to what the courier carries again, and is expected at the next hand-in."""
    WRITTEN_OFF = "written_off"


@dataclass(frozen=True, slots=True)
class Pocket:
    """What somebody carries; `in_hand` may be below 0 after a correction."""

    staff_id: StaffId
    name: str
    is_on_shift: bool
    in_hand: int


@dataclass(frozen=True, slots=True)
class HandIn:
    """What a courier handed in, as somebody counted it."""

    id: int
    staff_id: StaffId
    name: str
    counted: int
    expected: int
    counted_by: str
    at: int
    decision: Decision | None = None
    decided_by: str = ""
    decided_at: int | None = None
    reason: str = ""

    @property
    def difference(self) -> int:
        """Below 0: something is missing."""
        return self.counted - self.expected

    @property
    def is_open(self) -> bool:
        """Whether it differs and nobody has decided."""
        return self.difference != 0 and self.decision is None


@dataclass(frozen=True, slots=True)
class CashMove:
    """A row of the ledger; `number` is its order's, if it is about one."""

    id: int
    staff_id: StaffId
    name: str
    kind: CashKind
    amount: int
    order_id: int | None
    number: str
    actor: str
    reason: str
    at: int


@dataclass(frozen=True, slots=True)
class CashOverview:
    """Who carries what, the open differences and the latest hand-ins, and the latest rows; newest first."""

    pockets: tuple[Pocket, ...]
    hand_ins: tuple[HandIn, ...]
    moves: tuple[CashMove, ...]


class CashProblem(StrEnum):
    """Why an act is refused; the values are text ids."""

    UNKNOWN = "cash-unknown"
    """Nobody of that id is a courier with a shift or with cash."""
    OWN = "cash-own"
    """Nobody counts what they hand in themselves."""
    COUNTED = "cash-counted"
    """The question in the chat is answered already."""
    DECIDED = "cash-decided"
    """There is no open difference of that id."""


class CashError(CafeError):
    """The act is not possible; nothing is changed."""

    def __init__(self, problem: CashProblem) -> None:
        super().__init__()
        self.problem = problem


@dataclass(frozen=True, slots=True, kw_only=True)
class CashHandedIn(Fact):
    """Somebody counted what a courier handed in."""

    courier: Courier
    hand_in: HandIn


@dataclass(frozen=True, slots=True, kw_only=True)
class CashDecided(Fact):
    """It was decided what becomes of a difference."""

    courier: Courier
    hand_in: HandIn
