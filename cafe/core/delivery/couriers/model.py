"""Couriers and their deliveries. Times in Unix seconds."""

from dataclasses import dataclass
from enum import StrEnum

from cafe.core.kernel.errors import CafeError
from cafe.core.kernel.facts import Fact
from cafe.core.kernel.ids import CustomerId, OrderId, StaffId
from cafe.core.kernel.locale import Locale
from cafe.core.ordering.orders.model import DeliveryState, Order


class Outcome(StrEnum):
    """How a delivery ended; the values are stored."""

    HANDED_OVER = "handed_over"
    GIVEN_BACK = "given_back"
    """The courier returned it before they set out."""
    RETURNED = "returned"
    """Brought back to the cafe: nobody took it."""
    CANCELLED = "cancelled"
    """The order was."""
    REASSIGNED = "reassigned"
    """The staff gave it to somebody else."""


class DeliveryStep(StrEnum):
    """What a courier or the staff did; the values are stored in histories."""

    TAKEN = "taken"
    ASSIGNED = "assigned"
    GIVEN_BACK = "given_back"
    LEFT = "left"
    ARRIVED = "arrived"
    NOBODY = "nobody"
    RETURNED = "returned"
    UNPROVEN = "unproven"
    """Handed over without the code or the photo that the cafe asks for."""


MOST_WRONG_CODES = 5


@dataclass(frozen=True, slots=True)
class Proof:
    """What shows that the guest has the order: their code, a photo (its id at the messenger), or neither."""

    code: str = ""
    photo: str = ""

    @property
    def is_missing(self) -> bool:
        return not self.code and not self.photo


@dataclass(frozen=True, slots=True)
class Courier:
    """Somebody on shift; `chat_id` is their own chat with the bot, `carries` the number of their orders."""

    id: StaffId
    name: str
    chat_id: CustomerId | None
    locale: Locale
    carries: int = 0


@dataclass(frozen=True, slots=True)
class Delivery:
    """An order that a courier has."""

    order_id: OrderId
    staff_id: StaffId
    name: str
    state: DeliveryState


@dataclass(frozen=True, slots=True)
class OwnDeliveries:
    """What a courier has, in the order in which it is due, and what nobody has yet."""

    is_on_shift: bool
    own: tuple[Order, ...]
    free: tuple[Order, ...]


@dataclass(frozen=True, slots=True)
class Words:
    """What a guest or else the courier wrote."""

    is_guests: bool
    text: str
    at: int


class CourierProblem(StrEnum):
    """Why an act is refused; the values are text ids."""

    OFF_SHIFT = "courier-off-shift"
    TAKEN = "courier-taken"
    """Somebody else has it."""
    NOT_OFFERED = "courier-not-offered"
    """It is not a delivery that is being made."""
    NOT_THEIRS = "courier-not-theirs"
    OUTDATED = "courier-outdated"
    """They are further already, or not that far."""
    UNKNOWN = "courier-unknown"
    """Nobody of that id is on shift."""
    NEEDS_CODE = "courier-needs-code"
    NEEDS_PHOTO = "courier-needs-photo"
    """The cafe asks for one of them before an order is handed over."""
    WRONG_CODE = "courier-wrong-code"
    BAD_WORDS = "courier-bad-words"
    """A text that is empty or too long."""
    MANY_WORDS = "courier-many-words"
    NO_COURIER = "courier-none"
    """Nobody brings the order whom a text could reach."""
    CODE_LOCKED = "courier-code-locked"
    """Too many wrong ones: it can only be handed over without, which the staff read."""


class CourierError(CafeError):
    """The act is not possible; nothing is changed. `name` is who has the order."""

    def __init__(self, problem: CourierProblem, name: str = "") -> None:
        super().__init__()
        self.problem, self.name = problem, name


@dataclass(frozen=True, slots=True, kw_only=True)
class DeliveryChanged(Fact):
    """A courier or the staff did something with a delivery; `order` as it is now."""

    order: Order
    step: DeliveryStep
    courier: StaffId
    """Whose delivery it is or was."""
    name: str
    """The courier's."""
    actor: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HandOverPhotographed(Fact):
    """A courier's photo shows that an order was handed over."""

    order: Order
    name: str
    """The courier's."""
    photo: str
    """Its id at the messenger."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GuestWrote(Fact):
    """A guest wrote to the courier of their order."""

    order: Order
    courier: Courier
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CourierWrote(Fact):
    """An order's courier wrote to its guest."""

    order: Order
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShiftBegun(Fact):
    """A courier came on shift, or asks what there is: `orders` are theirs and the free ones."""

    courier: Courier
    orders: tuple[Order, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DeliverySeenLate(Fact):
    """A courier pressed a button of a message that shows an order as it is no longer."""

    courier: Courier
    order: Order


@dataclass(frozen=True, slots=True, kw_only=True)
class ShiftEnded(Fact):
    """A courier went off shift; what they had not taken out is free again."""

    name: str
    given_back: tuple[Order, ...]
    carried: tuple[Order, ...]
    """What they still have with them."""
