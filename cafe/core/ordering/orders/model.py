"""Orders, their lines and their statuses."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from cafe.core.catalogue.options.model import PLAIN, Choice, describe_line
from cafe.core.catalogue.settings.model import Settings
from cafe.core.catalogue.taxes.model import LineFiscal, Tax
from cafe.core.catalogue.zones.model import Pin, ZoneSource
from cafe.core.kernel.cleaning import fold
from cafe.core.kernel.ids import FORGOTTEN, CustomerId, OrderId, OrderLineId, ProductId, StaffId, ZoneId
from cafe.core.kernel.locale import Locale, OwnText
from cafe.core.kernel.urls import track_path


class OrderType(StrEnum):
    """How the guest receives the order."""

    DELIVERY = "delivery"
    PICKUP = "pickup"
    DINE_IN = "dine_in"


class OrderStatus(StrEnum):
    """The status of an order (specification, States and transitions)."""

    NEW = "new"
    CONFIRMED = "confirmed"
    COOKING = "cooking"
    READY = "ready"
    COURIER = "courier"
    COMPLETED = "completed"
    CANCELLED = "cancelled"

    @property
    def is_final(self) -> bool:
        """Whether no further status can follow."""
        return self in {OrderStatus.COMPLETED, OrderStatus.CANCELLED}

    @property
    def can_cancel(self) -> bool:
        return self in CUSTOMER_CAN_CANCEL


CUSTOMER_CAN_CANCEL = frozenset({OrderStatus.NEW, OrderStatus.CONFIRMED})
"""The statuses in which a customer may still cancel (specification, States and transitions)."""


STAFF_CAN_EDIT = frozenset({OrderStatus.NEW, OrderStatus.CONFIRMED, OrderStatus.COOKING, OrderStatus.READY})
"""The statuses in which the staff may edit an order; its customer may do so while they may cancel it."""


CANCELLED_BY_CUSTOMER = "Скасовано клієнтом"
"""The reason stored when a customer cancels."""


CANCELLED_UNPAID = "Не оплачено вчасно"
UNPAID_REASON = "unpaid"
"""The reason stored for an order not paid in time, and the id of its text for the customer."""


CANCELLED_UNANSWERED = "Не прийнято вчасно"
UNANSWERED_REASON = "unanswered"
"""The same for an order not accepted in time while the guest's money was held."""


class PaymentMethod(StrEnum):
    CASH = "cash"
    CARD = "card"


class PaymentStatus(StrEnum):
    """Whether the order is paid; there is no failed status."""

    UNPAID = "unpaid"
    PENDING = "pending"
    """Its total is held on the guest's card, and captured once the staff accept the order (operating contract)."""
    PAID = "paid"


@dataclass(frozen=True, slots=True)
class OrderLine:
    """A snapshot of an ordered product with its choice. `price` includes the choice, in whole UAH."""

    product_id: ProductId | None
    product_name: OwnText
    quantity: int
    price: int
    choice: Choice = PLAIN
    note: str = ""
    """For the kitchen."""
    id: OrderLineId | None = None
    """None before it is stored."""
    done_at: int | None = None
    """When the kitchen marked it as done (Unix seconds)."""
    fiscal: LineFiscal | None = None
    """What receipts say of it; None: nothing is known."""

    @property
    def total(self) -> int:
        """Whole UAH."""
        return self.price * self.quantity

    def name_in(self, locale: Locale) -> str:
        """Return the product's name with the choice, in Ukrainian if there are no English names."""
        return describe_line(self.product_name.in_locale(locale), self.choice, locale)


@dataclass(frozen=True, slots=True)
class OrderZone:
    """The zone of a delivery as it was when the order was placed."""

    id: ZoneId
    name: OwnText
    by: ZoneSource
    extra_minutes: int


class DeliveryState(StrEnum):
    """How far a courier is with an order; the values are stored."""

    TAKEN = "taken"
    ON_WAY = "on_way"
    AT_DOOR = "at_door"
    NOBODY = "nobody"
    """Nobody opened the door."""


@dataclass(frozen=True, slots=True)
class OrderCourier:
    """Who brings an order, or brought it (`state` is None)."""

    id: StaffId
    name: str
    state: DeliveryState | None

    @property
    def first_name(self) -> str:
        """What a guest learns of them."""
        return self.name.split()[0] if self.name.split() else self.name

    @property
    def is_under_way(self) -> bool:
        return self.state is not None and self.state is not DeliveryState.TAKEN


@dataclass(frozen=True, slots=True)
class ZoneMove:
    """A delivery put into another zone; fees in whole UAH, an empty `before` for an order without one."""

    before: OwnText
    fee_before: int
    after: OwnText
    fee: int

    def in_words(self, locale: Locale) -> str:
        """Describe it: '📍 Центр (60 ₴) → Околиця (90 ₴)'."""
        before = self.before.in_locale(locale) or "—"
        return f"📍 {before} ({self.fee_before} ₴) → {self.after.in_locale(locale)} ({self.fee} ₴)"


class EditState(StrEnum):
    """What became of an edit; the values are stored."""

    PROPOSED = "proposed"
    """The customer has not answered yet."""
    APPLIED = "applied"
    DECLINED = "declined"
    DROPPED = "dropped"
    """Another edit came before the answer, or the order went on."""


@dataclass(frozen=True, slots=True)
class Prevention:
    """Why an order for later cannot be made as ordered."""

    dishes: tuple[OwnText, ...]
    modes: tuple[OwnText, ...]
    """The modes of the menu that prevent it."""
    type_is_off: bool
    """Whether they leave out its order type."""

    def is_same_for_guest(self, other: "Prevention") -> bool:
        return (self.dishes, self.type_is_off) == (other.dishes, other.type_is_off)


@dataclass(frozen=True, slots=True)
class OrderEdit:
    """A change of an order's lines. Totals in whole UAH, `at` in Unix seconds."""

    number: int
    """The version of the order that it led to, or that it was proposed as."""
    state: EditState
    by_customer: bool
    actor: str
    """Who of the staff; empty for the customer."""
    gone: tuple[OrderLine, ...]
    """The pieces that went, as lines with the ids that they had."""
    added: tuple[OrderLine, ...]
    total_before: int
    total: int
    at: int
    zone: ZoneMove | None = None

    def in_words(self, locale: Locale) -> str:
        """Describe the difference, as `describe_edit` does."""
        return describe_edit(self.gone, self.added, self.zone, locale)


def describe_edit(gone: Iterable[OrderLine], added: Iterable[OrderLine], zone: ZoneMove | None, locale: Locale) -> str:
    """Describe pieces that went and came, and another zone: '− 1 × Лате, + 1 × Лате (вівсяне)'."""
    signed = [*(("−", line) for line in gone), *(("+", line) for line in added)]
    words = [f"{sign} {line.quantity} × {line.name_in(locale)}" for sign, line in signed]
    return ", ".join([*words, *([zone.in_words(locale)] if zone else [])])


def order_number(order_id: OrderId, sequence_number: int | None) -> str:
    """Return an order's display number: `№` and the sequence number, or `#<id>` if none was assigned."""
    return f"№{sequence_number}" if sequence_number is not None else f"#{order_id}"


PHONE_DIGITS = 9
"""The digits of a phone without country code or leading zero."""


def phone_key(phone: str) -> str:
    """Return the digits by which phones are compared: `+380 67 123 45 67` and `067-123-45-67` are the same."""
    return re.sub(r"[^0-9]", "", phone)[-PHONE_DIGITS:]


MOST_OF_NAME = 200


def search_key(name: str, phone: str) -> str:
    """Return an order's search text: its name and its phone's last digits, which may be searched in parts."""
    return f"{fold(name)[:MOST_OF_NAME]} {phone_key(phone)}".strip()


@dataclass(frozen=True, slots=True)
class Order:
    """An order with its line snapshots. Money in whole UAH, times in Unix seconds."""

    id: OrderId
    sequence_number: int | None
    customer_id: CustomerId
    customer_locale: Locale
    order_type: OrderType
    status: OrderStatus
    payment_method: PaymentMethod | None
    payment_status: PaymentStatus
    items_total: int
    delivery_fee: int
    discount_amount: int
    promo_code: str | None
    promo_discount_amount: int
    total: int
    name: str
    phone: str
    address_city: str | None
    address_street: str | None
    address_house: str | None
    address_apartment: str | None
    address_comment: str | None
    pickup_time: str | None
    table_number: str | None
    cash_change_for: int | None
    cancel_reason: str | None
    tracking_token: str | None
    created_at: int | None
    ready_at: int | None
    lines: tuple[OrderLine, ...]
    scheduled_for: int | None = None
    """The requested time; None: as soon as possible, or at the pickup time."""
    due_at: int | None = None
    """When it should be ready; None for an order of an earlier version."""
    cancel_reason_id: str | None = None
    """The predefined reason for which the staff cancelled."""
    refunded: int = 0
    """Kopiykas refunded to the guest."""
    answers: tuple[str, ...] = ()
    """What the guest answered to the owner's questions, as codes (`answers.py`)."""
    version: int = 0
    """Rises with each edit and each answer to one: who edits it says which version they saw."""
    balance: int = 0
    """Whole UAH still to take in person although it is paid or held: it costs more since an edit."""
    pickup_percent: int | None = None
    promo_percent: int | None = None
    """The discounts that it was placed with; None for an order of an earlier version."""
    edits: tuple[OrderEdit, ...] = ()
    """Oldest first."""
    zone: OrderZone | None = None
    pin: Pin | None = None
    courier: OrderCourier | None = None
    delivery_tax: Tax | None = None
    """The tax group of the delivery fee."""

    def way_minutes(self, settings: Settings) -> int:
        """Return the minutes from it being ready until the guest has it."""
        return settings.way_minutes(self.order_type, self.zone.extra_minutes if self.zone else 0)

    @property
    def changes(self) -> tuple[OrderEdit, ...]:
        """The edits that were applied."""
        return tuple(edit for edit in self.edits if edit.state is EditState.APPLIED)

    @property
    def proposal(self) -> OrderEdit | None:
        """The edit that waits for the customer's answer."""
        last = self.edits[-1] if self.edits else None
        is_open = last is not None and last.state is EditState.PROPOSED and self.status in STAFF_CAN_EDIT
        return last if is_open else None

    @property
    def number(self) -> str:
        """The display number: `№` and the sequence number, or `#<id>` if none was assigned."""
        return order_number(self.id, self.sequence_number)

    @property
    def can_cancel(self) -> bool:
        return self.status.can_cancel

    @property
    def can_pay(self) -> bool:
        """Whether this is an unpaid card order that is not finished."""
        return (
            self.payment_method is PaymentMethod.CARD
            and self.payment_status is PaymentStatus.UNPAID
            and not self.status.is_final
        )

    @property
    def is_held(self) -> bool:
        """Whether its total is blocked on the guest's card and not captured yet."""
        return self.payment_status is PaymentStatus.PENDING

    @property
    def to_collect(self) -> int:
        """Whole UAH that the guest pays on receiving the order, in cash as chosen or at the terminal after all."""
        if self.status.is_final:
            return 0
        if self.payment_status is PaymentStatus.UNPAID:
            return 0 if self.payment_method is PaymentMethod.CARD else self.total
        return self.balance

    @property
    def is_paid_in_person(self) -> bool:
        """Whether there is something to take when the order is handed over."""
        return self.to_collect > 0

    @property
    def is_payment_asked(self) -> bool:
        """Whether the staff are asked how the guest paid before it is completed."""
        return self.can_pay or self.is_paid_in_person

    @property
    def is_anonymous(self) -> bool:
        """Whether customer, name, phone and address were removed."""
        return self.customer_id == FORGOTTEN

    @property
    def staff_cancel_reason(self) -> str | None:
        """Why the staff cancelled; None if they did not, or gave no reason."""
        if self.status is not OrderStatus.CANCELLED or self.cancel_reason == CANCELLED_BY_CUSTOMER:
            return None
        return self.cancel_reason or None

    @property
    def track_path(self) -> str | None:
        """The same-origin path of the read-only page; its token is the only credential."""
        return track_path(self.tracking_token)
