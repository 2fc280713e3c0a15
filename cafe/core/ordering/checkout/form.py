"""The order form with cleaned values, shared by the HTTP API, the chat and the staff."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from cafe.core.catalogue.hours.week import parse_clock_time
from cafe.core.catalogue.zones.model import Pin
from cafe.core.kernel.cleaning import clean_text
from cafe.core.kernel.ids import MAX_ID
from cafe.core.kernel.lengths import COMMENT, LINE
from cafe.core.ordering.orders.model import OrderType, PaymentMethod, phone_key

MIN_NAME = 2
PHONE_DIGITS = range(9, 14)

REQUIRED: Mapping[OrderType, tuple[str, ...]] = {
    OrderType.DELIVERY: ("name", "phone", "address_city", "address_street", "address_house", "payment_method"),
    OrderType.PICKUP: ("name", "phone", "pickup_time", "payment_method"),
    OrderType.DINE_IN: ("name", "phone", "payment_method"),
}
"""Required fields, in the specification's order."""


@dataclass(frozen=True, slots=True)
class CheckoutForm:
    """A submitted order form. Missing and blank fields are None; other values are not validated yet."""

    order_type: OrderType
    name: str | None = None
    phone: str | None = None
    address_city: str | None = None
    address_street: str | None = None
    address_house: str | None = None
    address_apartment: str | None = None
    address_comment: str | None = None
    zone_id: str | None = None
    lat: str | None = None
    lon: str | None = None
    """The pin, in degrees."""
    comment: str | None = None
    """For the staff, for pickup; an addition to the specification."""
    pickup_time: str | None = None
    scheduled_for: str | None = None
    table_number: str | None = None
    payment_method: str | None = None
    cash_change_for: str | None = None
    promo_code: str | None = None
    expected_total: str | None = None
    answers: Mapping[str, bool] = field(default_factory=dict)
    """To the owner's questions, by their names; an addition to the specification."""

    @property
    def missing(self) -> tuple[str, ...]:
        """Required fields that are not filled in."""
        implied = {"pickup_time"} if self.scheduled_for is not None else set()
        return tuple(name for name in REQUIRED[self.order_type] if getattr(self, name) is None and name not in implied)

    @property
    def method(self) -> PaymentMethod | None:
        """The payment method; None if it is neither cash nor card."""
        return PaymentMethod(self.payment_method) if self.payment_method in list(PaymentMethod) else None

    @property
    def change_for(self) -> int | None:
        """The amount to give change for, in whole UAH; None unless the customer pays in cash.

        Raises:
            ValueError: it is not a whole number, or too large for the database.
        """
        if self.cash_change_for is None or self.method is not PaymentMethod.CASH:
            return None
        number = int(self.cash_change_for)
        if abs(number) > MAX_ID:
            raise ValueError(self.cash_change_for)
        return number

    @property
    def seen_total(self) -> int | None:
        """The total shown to the customer, in whole UAH; None if not given.

        Raises:
            ValueError: it is not a whole number.
        """
        return None if self.expected_total is None else int(self.expected_total)

    @property
    def pin(self) -> Pin | None:
        """Where the guest is, or wants the order; None if not given.

        Raises:
            ValueError: it is no place.
        """
        return Pin.read(self.lat, self.lon)

    @property
    def has_name(self) -> bool:
        return len(self.name or "") >= MIN_NAME

    @property
    def has_phone(self) -> bool:
        """Whether the phone has a plausible number of digits."""
        return len(re.sub(r"[^0-9]", "", self.phone or "")) in PHONE_DIGITS

    @property
    def phone_key(self) -> str:
        """The phone in the form used for comparison; empty if there is none."""
        return phone_key(self.phone or "")

    @property
    def has_pickup_time(self) -> bool:
        return parse_clock_time(self.pickup_time or "") is not None

    @property
    def comment_for_staff(self) -> str | None:
        return self.address_comment or self.comment

    @property
    def is_too_long(self) -> bool:
        """Whether a field is implausibly long; the promo code is only looked up, so it is not limited."""
        lines = (
            self.name,
            self.phone,
            self.address_city,
            self.address_street,
            self.address_house,
            self.address_apartment,
            self.table_number,
        )
        return any(len(line or "") > LINE for line in lines) or len(self.comment_for_staff or "") > COMMENT


FIELDS: Mapping[OrderType, tuple[str, ...]] = {
    OrderType.DELIVERY: (
        *REQUIRED[OrderType.DELIVERY],
        "address_apartment",
        "address_comment",
        "zone_id",
        "lat",
        "lon",
        "cash_change_for",
        "promo_code",
        "expected_total",
        "scheduled_for",
    ),
    OrderType.PICKUP: (*REQUIRED[OrderType.PICKUP], "comment", "promo_code", "expected_total", "scheduled_for"),
    OrderType.DINE_IN: (*REQUIRED[OrderType.DINE_IN], "table_number", "promo_code", "expected_total"),
}
"""The fields of each order type; others are ignored."""


MULTILINE = {"address_comment", "comment"}
"""Fields that may contain line feeds."""
ASKING = (OrderType.DELIVERY, OrderType.PICKUP)
"""The types of order with which the owner's questions are asked."""


def read_form(order_type: OrderType, body: Mapping[str, object]) -> CheckoutForm:
    """Read and clean the fields of an order type; unknown fields are ignored."""
    fields = {name: clean_text(body.get(name), has_lines=name in MULTILINE) for name in FIELDS[order_type]}
    return CheckoutForm(order_type, **fields, answers=_read_answers(body))


def _read_answers(body: Mapping[str, object]) -> Mapping[str, bool]:
    given = body.get("answers")
    return {str(name): it for name, it in given.items() if isinstance(it, bool)} if isinstance(given, dict) else {}
