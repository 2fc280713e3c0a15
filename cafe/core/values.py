"""The nouns of the cafe: ids, states and the values that travel between the rooms."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NewType

CustomerId = NewType("CustomerId", int)
ProductId = NewType("ProductId", int)
CategoryId = NewType("CategoryId", int)
OrderId = NewType("OrderId", int)

WALK_IN = CustomerId(-1)
"""The customer of orders that the staff enter."""

GUEST_BASE = 1_000_000
"""A guest's id is -(GUEST_BASE + n)."""

MAX_ID = 2**63 - 1
"""The largest id that the database can hold."""


class Locale(StrEnum):
    """The two languages; anything else is Ukrainian."""

    UK = "uk"
    EN = "en"

    @classmethod
    def of(cls, text: object) -> "Locale":
        """Normalize strictly: `en` is English, all else Ukrainian (specification, Conventions)."""
        return cls.EN if text == "en" else cls.UK

    @classmethod
    def of_language_code(cls, code: object) -> "Locale":
        """Normalize an IETF tag by its primary subtag: `en-US` is English."""
        return cls.of(code.replace("_", "-").split("-")[0].lower() if isinstance(code, str) else None)


class OrderType(StrEnum):
    """How the guest gets the order."""

    DELIVERY = "delivery"
    PICKUP = "pickup"
    DINE_IN = "dine_in"


class OrderStatus(StrEnum):
    """Where the order stands (specification, States and transitions)."""

    NEW = "new"
    CONFIRMED = "confirmed"
    COOKING = "cooking"
    READY = "ready"
    COURIER = "courier"
    COMPLETED = "completed"
    CANCELLED = "cancelled"

    @property
    def is_final(self) -> bool:
        """Nothing happens to the order after this."""
        return self in {OrderStatus.COMPLETED, OrderStatus.CANCELLED}

    @property
    def can_cancel(self) -> bool:
        """The customer may still cancel."""
        return self in {OrderStatus.NEW, OrderStatus.CONFIRMED}


class PaymentMethod(StrEnum):
    """What the customer chose to pay with."""

    CASH = "cash"
    CARD = "card"


class PaymentStatus(StrEnum):
    """Whether the money came; there is no failed state."""

    UNPAID = "unpaid"
    PAID = "paid"


@dataclass(frozen=True, slots=True)
class Customer:
    """A platform user (positive id), a guest (negative id) or the walk-in (-1)."""

    id: CustomerId
    first_name: str
    username: str | None
    locale: Locale


@dataclass(frozen=True, slots=True)
class PlatformUser:
    """What the messaging platform says about a person on each contact."""

    id: int
    first_name: str
    username: str | None
    language_code: str | None


@dataclass(frozen=True, slots=True)
class CartLine:
    """A product in a cart; `price` in whole UAH."""

    product_id: ProductId
    name: str
    weight: str
    image_url: str
    price: int
    quantity: int

    @property
    def line_total(self) -> int:
        """Whole UAH."""
        return self.price * self.quantity


@dataclass(frozen=True, slots=True)
class Cart:
    """A customer's cart as they may see it: only products that can be ordered now."""

    lines: tuple[CartLine, ...]

    @property
    def items_total(self) -> int:
        """Whole UAH."""
        return sum(line.line_total for line in self.lines)

    @property
    def count(self) -> int:
        """Pieces, not lines."""
        return sum(line.quantity for line in self.lines)


@dataclass(frozen=True, slots=True)
class OrderLine:
    """What was ordered, as it stood then. `name_en` is empty when there was none."""

    product_id: ProductId | None
    name: str
    name_en: str
    quantity: int
    price: int

    def name_in(self, locale: Locale) -> str:
        """The name in a language, Ukrainian when there is no English one."""
        return (locale is Locale.EN and self.name_en) or self.name


def order_number(order_id: OrderId, sequence_number: int | None) -> str:
    """What people call an order: `№` and the sequence number, or `#<id>` when none was assigned."""
    return f"№{sequence_number}" if sequence_number is not None else f"#{order_id}"


def track_path(token: str | None) -> str | None:
    """The same-origin path of an order's read-only page; its token is the only credential."""
    return f"/webapp/?track={token}" if token else None


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

    @property
    def number(self) -> str:
        """`№` and the sequence number, or `#<id>` when none was assigned."""
        return order_number(self.id, self.sequence_number)

    @property
    def can_cancel(self) -> bool:
        """The customer may still cancel."""
        return self.status.can_cancel

    @property
    def can_pay(self) -> bool:
        """A card order that still waits for its money."""
        return (
            self.payment_method is PaymentMethod.CARD
            and self.payment_status is PaymentStatus.UNPAID
            and not self.status.is_final
        )

    @property
    def track_path(self) -> str | None:
        """The same-origin path of the read-only page; its token is the only credential."""
        return track_path(self.tracking_token)
