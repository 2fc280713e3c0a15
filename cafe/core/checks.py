"""What an order must pass before it is placed, in the specification's order (section Checkout)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from cafe.core.errors import (
    BelowMinimumError,
    CartEmptyError,
    ClosedError,
    FieldProblem,
    InvalidFieldError,
    MissingFieldsError,
)
from cafe.core.forms import CheckoutForm
from cafe.core.promo import PromoCode, check_promo
from cafe.core.settings import Settings
from cafe.core.values import OrderType


@dataclass(frozen=True, slots=True)
class Attempt:
    """Everything the checks look at; read beforehand, so that they need nothing else."""

    form: CheckoutForm
    items_total: int
    is_cart_empty: bool
    settings: Settings
    is_paused: bool
    moment: datetime
    promo: PromoCode | None
    has_earlier_order: bool


Check = Callable[[Attempt], None]


def cart_has_items(attempt: Attempt) -> None:
    """Something in the cart can be ordered."""
    if attempt.is_cart_empty:
        raise CartEmptyError


def cafe_takes_orders(attempt: Attempt) -> None:
    """The cafe is open, or takes orders outside its hours; a pause by the staff overrules both."""
    settings = attempt.settings
    is_open = settings.hours.is_open(attempt.moment) and not settings.force_closed
    if not attempt.is_paused and (is_open or settings.allow_orders_outside_hours):
        return
    is_forced = settings.force_closed or attempt.is_paused
    raise ClosedError(
        settings.force_closed_message if is_forced else None,
        settings.cafe_name,
        settings.work_hours_from,
        settings.work_hours_to,
    )


def reaches_minimum(attempt: Attempt) -> None:
    """The goods are worth a delivery."""
    minimum = attempt.settings.min_delivery_order_amount
    if attempt.items_total < minimum:
        raise BelowMinimumError(minimum)


def promo_applies(attempt: Attempt) -> None:
    """The promo code, if one was given, is good for this cart and customer."""
    if attempt.form.promo_code is not None:
        check_promo(
            attempt.promo,
            items_total=attempt.items_total,
            has_earlier_order=attempt.has_earlier_order,
            now=int(attempt.moment.timestamp()),
        )


def is_filled_in(attempt: Attempt) -> None:
    """Every required field is there."""
    if attempt.form.missing:
        raise MissingFieldsError(attempt.form.missing)


def has_payment_method(attempt: Attempt) -> None:
    """Cash or card."""
    if attempt.form.method is None:
        raise InvalidFieldError(FieldProblem.PAYMENT_METHOD)


def change_is_number(attempt: Attempt) -> None:
    """What the customer wants change for is a whole number."""
    try:
        attempt.form.change_for  # noqa: B018 - reading it is the check
    except ValueError:
        raise InvalidFieldError(FieldProblem.CASH_CHANGE_FOR) from None


def has_contact(attempt: Attempt) -> None:
    """A name and a phone that somebody could be reached by."""
    if not attempt.form.has_name:
        raise InvalidFieldError(FieldProblem.NAME)
    if not attempt.form.has_phone:
        raise InvalidFieldError(FieldProblem.PHONE)


def pickup_time_is_time(attempt: Attempt) -> None:
    """The pickup time reads as one."""
    if not attempt.form.has_pickup_time:
        raise InvalidFieldError(FieldProblem.PICKUP_TIME)


def has_sane_length(attempt: Attempt) -> None:
    """No field is a book. Not in the specification, so it comes last."""
    if attempt.form.is_too_long:
        raise InvalidFieldError(FieldProblem.TOO_LONG)


CHECKS: Mapping[OrderType, tuple[Check, ...]] = {
    OrderType.DELIVERY: (
        cart_has_items,
        cafe_takes_orders,
        reaches_minimum,
        promo_applies,
        is_filled_in,
        has_payment_method,
        change_is_number,
        has_contact,
        has_sane_length,
    ),
    OrderType.PICKUP: (
        cart_has_items,
        cafe_takes_orders,
        is_filled_in,
        has_payment_method,
        promo_applies,
        has_contact,
        pickup_time_is_time,
        has_sane_length,
    ),
    OrderType.DINE_IN: (
        cart_has_items,
        cafe_takes_orders,
        is_filled_in,
        has_payment_method,
        promo_applies,
        has_contact,
        has_sane_length,
    ),
}

WALK_IN_CHECKS: tuple[Check, ...] = (cart_has_items, has_payment_method, has_sane_length)
"""For orders at the counter: the staff who enter them see the guest and know whether the kitchen works."""


def check_all(attempt: Attempt, checks: tuple[Check, ...] | None = None) -> None:
    """Run the order type's checks, or others; the first that fails decides.

    Raises:
        OrderRefusedError: why the order cannot be placed.
    """
    for check in checks or CHECKS[attempt.form.order_type]:
        check(attempt)
