"""What somebody wants to change about an order, and what comes of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from cafe.core.catalogue.stock.rules import Portions
from cafe.core.catalogue.zones.model import Zone
from cafe.core.kernel.errors import CafeError
from cafe.core.kernel.ids import OrderLineId, ZoneId
from cafe.core.kernel.locale import OwnText
from cafe.core.money.refunds.model import Refund
from cafe.core.ordering.cart.model import NewLine, WantedLine
from cafe.core.ordering.checkout.pricing import Price
from cafe.core.ordering.orders.model import Order, OrderLine, ZoneMove
from cafe.core.people.staff.model import Role

MOST_CHANGED, MOST_ADDED = 1_000, 50
"""The most lines that one edit changes, and adds."""


class EditProblem(StrEnum):
    """Why an edit is refused; the values are text ids."""

    TOO_LATE = "edit-too-late"
    CHANGED = "edit-changed"
    """Somebody else has changed the order since."""
    NOTHING = "edit-nothing"
    EMPTY = "edit-empty"
    """Nothing would be left: the order is cancelled instead."""
    REFUNDED = "edit-refunded"
    """Pieces that were refunded stay."""
    UNAVAILABLE = "edit-unavailable"
    AGE = "edit-age"
    """The guest did not say that they are of age when they ordered."""
    MARKS = "edit-marks"
    """What is added needs an excise mark, and the order is ready already."""
    PAYMENT = "edit-payment"
    """The amount on the guest's card is being charged at this moment."""
    PAUSED = "edit-paused"
    NEEDS_PERSON = "edit-needs-person"
    """Money would go back, and nobody says who decides that."""
    ZONE = "edit-zone"
    """No such zone, or nothing that is delivered."""


class OrderEditError(CafeError):
    """The order cannot be edited so; nothing is changed."""

    def __init__(self, problem: EditProblem) -> None:
        super().__init__()
        self.problem = problem


class EditInvalidError(CafeError):
    """What is wanted cannot be understood."""


@dataclass(frozen=True, slots=True)
class WantedEdit:
    """What somebody wants. `seen` is the version of the order that they saw."""

    seen: int
    quantities: Mapping[OrderLineId, int] = field(default_factory=dict)
    """The new number of pieces by line; 0 removes the line."""
    added: tuple[NewLine, ...] = ()
    takes_cart: bool = False
    """Whether the customer's cart is added, too, and emptied."""
    expected_total: int | None = None
    """Whole UAH; the edit is refused if the total would be another."""
    zone_id: ZoneId | None = None
    """The zone to put a delivery into; None: it stays. Only for the staff."""


@dataclass(frozen=True, slots=True)
class Author:
    """Who edits: the name in the history, and the role that decides on refunds; None: the customer."""

    actor: str
    role: Role | None = None
    may_return: bool = True
    """Whether money may go back: at a screen nobody is known."""

    @property
    def is_customer(self) -> bool:
        return self.role is None


@dataclass(frozen=True, slots=True)
class LineMoves:
    """What an edit does to the lines of an order."""

    gone: tuple[OrderLine, ...]
    """The pieces that go, as lines with their ids."""
    quantities: Mapping[OrderLineId, int]
    """The new number of pieces of the lines that lose some."""
    more: tuple[WantedLine, ...]
    """The pieces to add, at the price that they have now."""


@dataclass(frozen=True, slots=True)
class PlannedEdit:
    """An edit with its price. `balance` and `to_return` in whole UAH."""

    order: Order
    """As it is."""
    gone: tuple[OrderLine, ...]
    added: tuple[OrderLine, ...]
    quantities: Mapping[OrderLineId, int]
    """The new number of pieces of existing lines; 0 removes a line."""
    new_lines: tuple[OrderLine, ...]
    price: Price
    balance: int
    """Still to take in person afterwards, though the order is paid or held."""
    to_return: int
    """What goes back of what was paid."""
    used: Mapping[int, int]
    """The ingredients of what comes, amounts by id."""
    freed: Mapping[int, int]
    """The ingredients of what goes."""
    new_portions: Portions = ()
    """The ingredients of a piece of each of `new_lines`."""
    zone: Zone | None = None
    """The zone that it is put into."""

    @property
    def total(self) -> int:
        """Whole UAH."""
        return self.price.total

    @property
    def needs_consent(self) -> bool:
        """Whether the guest has to agree: something comes, or it costs more."""
        return bool(self.added) or self.total > self.order.total

    @property
    def zone_move(self) -> ZoneMove | None:
        if self.zone is None:
            return None
        before = self.order.zone.name if self.order.zone else OwnText("", "")
        return ZoneMove(before, self.order.delivery_fee, self.zone.name, self.price.delivery_fee)


@dataclass(frozen=True, slots=True)
class EditResult:
    """The order after an edit; `is_proposed`: it is as before until its customer agrees."""

    order: Order
    is_proposed: bool = False
    refunds: tuple[Refund, ...] = ()
