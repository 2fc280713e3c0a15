"""Results of comparisons with the banks' lists. Times in Unix seconds."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from cafe.core.kernel.ids import OrderId, ProviderName
from cafe.core.money.payments.model import HRYVNIA


@dataclass(frozen=True, slots=True)
class Side:
    """One side's record of a payment, in the smallest unit of the currency; `returned` is None if not stated."""

    amount: int
    returned: int | None
    currency: str = HRYVNIA


class DifferenceKind(StrEnum):
    """The values are sent to the desk."""

    UNKNOWN_HERE = "unknown-here"
    """Paid there."""
    UNKNOWN_THERE = "unknown-there"
    """Paid here."""
    OTHER_SUM = "other-sum"


@dataclass(frozen=True, slots=True)
class Difference:
    """A payment whose record here and in the bank's list differ. At least one side is present."""

    invoice_id: str
    """The bank's."""
    order_id: OrderId | None
    here: Side | None
    there: Side | None
    made_at: int
    """A list that reaches back to this moment must include it."""

    @property
    def kind(self) -> DifferenceKind:
        if self.here is None:
            return DifferenceKind.UNKNOWN_HERE
        return DifferenceKind.UNKNOWN_THERE if self.there is None else DifferenceKind.OTHER_SUM


@dataclass(frozen=True, slots=True)
class KnownPayment:
    """An invoice stored here, paid or not; amounts in the smallest unit of the currency."""

    invoice_id: str
    order_id: OrderId
    is_paid: bool
    amount: int
    currency: str
    returned: int
    returned_lately: int
    """The part of `returned` so recent that the list may lack it."""
    pending: int
    """Refunds under way, which the list may include."""
    made_at: int
    is_expected: bool
    """Whether the list must include it."""


@dataclass(frozen=True, slots=True)
class Totals:
    """Sums of our payments in a bank's list, those in hryvnias; kopiykas."""

    payments: int = 0
    amount: int = 0
    returned: int = 0
    fee: int | None = None
    """None if the bank does not state all fees."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The result of the last comparison with a bank."""

    provider: ProviderName
    began_at: int
    asked_at: int | None = None
    compared_at: int | None = None
    failing_since: int | None = None
    failures: int = 0
    problem: str = ""
    since: int | None = None
    totals: Totals = Totals()

    @property
    def good_at(self) -> int:
        """The last successful comparison, or the beginning, when there was nothing to compare."""
        return self.compared_at or self.began_at


@dataclass(frozen=True, slots=True)
class StoredDifference:
    """A difference not settled yet."""

    id: int
    provider: ProviderName
    order_number: str
    """Empty without an order."""
    found_at: int
    difference: Difference


@dataclass(frozen=True, slots=True)
class Statements:
    """The data of the desk's view."""

    comparisons: Sequence[Comparison]
    differences: Sequence[StoredDifference]
    """The newest unsettled ones."""
    count: int
    """All unsettled differences."""
