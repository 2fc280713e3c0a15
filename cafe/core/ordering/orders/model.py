"""Orders, their lines and their statuses."""

import re
from dataclasses import dataclass
from enum import StrEnum

from cafe.core.catalogue.options.model import PLAIN, Choice, describe_line
from cafe.core.kernel.cleaning import fold
from cafe.core.kernel.ids import FORGOTTEN, CustomerId, OrderId, OrderLineId, ProductId
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

    @property
    def total(self) -> int:
        """Whole UAH."""
        return self.price * self.quantity

    def name_in(self, locale: Locale) -> str:
        """Return the product's name with the choice, in Ukrainian if there are no English names."""
        return describe_line(self.product_name.in_locale(locale), self.choice, locale)


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
    def is_paid_in_person(self) -> bool:
        """Whether the guest pays on receiving the order, in cash as chosen or at the terminal after all."""
        return (
            self.payment_method is not PaymentMethod.CARD
            and self.payment_status is PaymentStatus.UNPAID
            and self.total > 0
            and not self.status.is_final
        )

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
