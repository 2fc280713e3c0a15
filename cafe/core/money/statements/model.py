"""How comparisons with the banks' lists went, and what they found. Times in Unix seconds."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from cafe.core.kernel.ids import OrderId, ProviderName
from cafe.core.money.payments.model import HRYVNIA


@dataclass(frozen=True, slots=True)
class Side:
    """What one side knows of a payment, in the smallest unit of the currency; `returned` is None if it does not say."""

    amount: int
    returned: int | None
    currency: str = HRYVNIA


class DifferenceKind(StrEnum):
    """The values are told at the desk."""

    UNKNOWN_HERE = "unknown-here"
    """Paid there."""
    UNKNOWN_THERE = "unknown-there"
    """Paid here."""
    OTHER_SUM = "other-sum"


@dataclass(frozen=True, slots=True)
class Difference:
    """A payment of which a bank's list says something else than we know. At least one side is there."""

    invoice_id: str
    """The bank's."""
    order_id: OrderId | None
    here: Side | None
    there: Side | None
    made_at: int
    """A list that reaches back so far must have it."""

    @property
    def kind(self) -> DifferenceKind:
        if self.here is None:
            return DifferenceKind.UNKNOWN_HERE
        return DifferenceKind.UNKNOWN_THERE if self.there is None else DifferenceKind.OTHER_SUM


@dataclass(frozen=True, slots=True)
class KnownPayment:
    """An invoice as it is known here, paid or not; amounts in the smallest unit of the currency."""

    invoice_id: str
    order_id: OrderId
    is_paid: bool
    amount: int
    currency: str
    returned: int
    returned_lately: int
    """What of it went back just now, so that the list need not have it."""
    on_its_way: int
    """What may have gone back besides."""
    made_at: int
    is_expected: bool
    """Whether the list must have it."""


@dataclass(frozen=True, slots=True)
class Totals:
    """What a bank's list has of our payments in hryvnias; kopiykas."""

    payments: int = 0
    amount: int = 0
    returned: int = 0
    fee: int | None = None
    """None if the bank does not tell."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """How the last comparison with a bank went."""

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
        """When we last knew that all is compared; before the first time there was nothing to compare."""
        return self.compared_at or self.began_at


@dataclass(frozen=True, slots=True)
class StoredDifference:
    """A difference that nobody has settled."""

    id: int
    provider: ProviderName
    order_number: str
    """Empty without an order."""
    found_at: int
    difference: Difference


@dataclass(frozen=True, slots=True)
class Statements:
    """What the desk shows."""

    comparisons: Sequence[Comparison]
    differences: Sequence[StoredDifference]
    """The newest ones that are not settled."""
    count: int
    """How many there are in all."""
