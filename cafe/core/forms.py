"""What a person fills in to order, cleaned: the same for the interface, the chat and the staff."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from cafe.core.hours import parse_clock_time
from cafe.core.values import MAX_ID, OrderType, PaymentMethod

MIN_NAME = 2
PHONE_DIGITS = range(9, 14)
MAX_LINE = 200
MAX_COMMENT = 1_000

REQUIRED: Mapping[OrderType, tuple[str, ...]] = {
    OrderType.DELIVERY: ("name", "phone", "address_city", "address_street", "address_house", "payment_method"),
    OrderType.PICKUP: ("name", "phone", "pickup_time", "payment_method"),
    OrderType.DINE_IN: ("name", "phone", "payment_method"),
}
"""Fields without which an order is not placed, in the specification's order."""

CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


def clean_text(value: object, *, has_lines: bool = False) -> str | None:
    """A text as typed, trimmed; a number as its text; None for anything absent, blank or of another kind.

    Control characters become spaces: nothing can hold them, and a line feed in a name would let a guest write lines
    of their own into the staff's card. Only what `has_lines` keeps its lines.
    """
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    lines = str(value).split("\n") if has_lines else [str(value)]
    return "\n".join(CONTROL.sub(" ", line) for line in lines).strip() or None


@dataclass(frozen=True, slots=True)
class CheckoutForm:
    """A filled-in order form. A field that was left out or blank is None; a filled one is not yet checked."""

    order_type: OrderType
    name: str | None = None
    phone: str | None = None
    address_city: str | None = None
    address_street: str | None = None
    address_house: str | None = None
    address_apartment: str | None = None
    address_comment: str | None = None
    pickup_time: str | None = None
    table_number: str | None = None
    payment_method: str | None = None
    cash_change_for: str | None = None
    promo_code: str | None = None

    @property
    def missing(self) -> tuple[str, ...]:
        """The required fields that are not filled in."""
        return tuple(name for name in REQUIRED[self.order_type] if getattr(self, name) is None)

    @property
    def method(self) -> PaymentMethod | None:
        """How the customer pays; None when it is neither cash nor card."""
        return PaymentMethod(self.payment_method) if self.payment_method in list(PaymentMethod) else None

    @property
    def change_for(self) -> int | None:
        """What the customer will pay with, whole UAH; only cash needs change.

        Raises:
            ValueError: it is not a whole number, or larger than the database holds.
        """
        if self.cash_change_for is None or self.method is not PaymentMethod.CASH:
            return None
        number = int(self.cash_change_for)
        if abs(number) > MAX_ID:
            raise ValueError(self.cash_change_for)
        return number

    @property
    def has_name(self) -> bool:
        """Whether the name is long enough."""
        return len(self.name or "") >= MIN_NAME

    @property
    def has_phone(self) -> bool:
        """Whether the phone has a plausible number of digits."""
        return len(re.sub(r"[^0-9]", "", self.phone or "")) in PHONE_DIGITS

    @property
    def has_pickup_time(self) -> bool:
        """Whether the pickup time reads as one."""
        return parse_clock_time(self.pickup_time or "") is not None

    @property
    def is_too_long(self) -> bool:
        """Whether a field is longer than anybody's name or street; the promo code is only looked up."""
        lines = (
            self.name,
            self.phone,
            self.address_city,
            self.address_street,
            self.address_house,
            self.address_apartment,
            self.table_number,
        )
        return any(len(line or "") > MAX_LINE for line in lines) or len(self.address_comment or "") > MAX_COMMENT


FIELDS: Mapping[OrderType, tuple[str, ...]] = {
    OrderType.DELIVERY: (
        *REQUIRED[OrderType.DELIVERY],
        "address_apartment",
        "address_comment",
        "cash_change_for",
        "promo_code",
    ),
    OrderType.PICKUP: (*REQUIRED[OrderType.PICKUP], "promo_code"),
    OrderType.DINE_IN: (*REQUIRED[OrderType.DINE_IN], "table_number", "promo_code"),
}
"""The fields that belong to an order type; others are ignored."""


LINED = {"address_comment"}
"""Fields that may have several lines."""


def read_form(order_type: OrderType, body: Mapping[str, object]) -> CheckoutForm:
    """Read the fields of an order type from what came in; unknown ones are ignored."""
    return CheckoutForm(
        order_type, **{name: clean_text(body.get(name), has_lines=name in LINED) for name in FIELDS[order_type]}
    )
