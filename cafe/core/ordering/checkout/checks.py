"""The checks before an order is placed, in the specification's order (section Checkout)."""

from collections.abc import Callable, Mapping

from cafe.core.catalogue.settings.pause import ALL_ORDERS
from cafe.core.kernel.moments import name_moment
from cafe.core.ordering.checkout.context import CheckoutContext
from cafe.core.ordering.checkout.errors import (
    AgeUnconfirmedError,
    BelowMinimumError,
    CartEmptyError,
    ClosedError,
    FieldProblem,
    InvalidFieldError,
    MissingFieldsError,
    OptionsUnavailableError,
    PaymentUnavailableError,
    TooManyOrdersError,
    TypeUnavailableError,
    ZoneRequiredError,
)
from cafe.core.ordering.checkout.promo import check_promo
from cafe.core.ordering.orders.answers import ADULT
from cafe.core.ordering.orders.model import OrderType

Check = Callable[[CheckoutContext], None]


def cart_has_items(context: CheckoutContext) -> None:
    """Check that the cart has an orderable product."""
    if context.goods.is_empty:
        raise CartEmptyError


def type_is_offered(context: CheckoutContext) -> None:
    """Check that the cafe takes orders of this type at all. Not in the specification."""
    if context.form.order_type.value not in context.settings.offered_types:
        raise TypeUnavailableError(context.form.order_type.value)


def cafe_takes_orders(context: CheckoutContext) -> None:
    """Check that the cafe is open or accepts orders outside its hours; a pause by the staff overrides both.

    Orders for later are accepted while it is closed, too (operating contract).
    """
    settings = context.settings
    is_for_later = context.form.scheduled_for is not None and settings.takes_scheduled_orders
    is_taking_orders = is_for_later or settings.takes_orders(context.moment)
    if context.pause is None and is_taking_orders:
        return
    hours, special = settings.hours, settings.hours.special_on(context.moment)
    opening = hours.next_opening(context.moment) if settings.calendar.is_used else None
    following = hours.shown_at(context.moment)
    is_type_paused = is_taking_orders and context.pause is not None and context.pause.order_type != ALL_ORDERS
    raise ClosedError(
        settings.own_text("force_closed_message") if settings.force_closed and not is_type_paused else None,
        context.pause,
        cafe_name=settings.own_text("cafe_name"),
        opens=settings.work_hours_from,
        closes=settings.work_hours_to,
        reopens=name_moment(opening, context.moment, settings.zone) if settings.calendar.is_used else None,
        reopens_until=f"{following.closes:%H:%M}" if following and following.opens != following.closes else "",
        notice=special.message if special is not None else None,
    )


def time_is_possible(context: CheckoutContext) -> None:
    """Check the requested time. Not in the specification: for orders with `scheduled_for`."""
    if context.timing.problem is not None:
        raise context.timing.problem


def choices_are_possible(context: CheckoutContext) -> None:
    """Check that every dish is available with its choice. Not in the specification: for dishes with options."""
    if context.goods.unavailable:
        raise OptionsUnavailableError(context.goods.unavailable)


def reaches_minimum(context: CheckoutContext) -> None:
    """Check the minimum amount for delivery."""
    if context.goods.total < context.minimum:
        raise BelowMinimumError(context.minimum)


def zone_is_served(context: CheckoutContext) -> None:
    """Check that the zone, as far as it is known, is delivered to at that time. Not in the specification."""
    if context.zone is not None and context.zone.problem is not None:
        raise context.zone.problem


def zone_is_known(context: CheckoutContext) -> None:
    """Check that the cafe knows the zone, where it has any. Not in the specification."""
    if context.zone is not None and context.zone.zone is None:
        raise ZoneRequiredError


def pin_is_place(context: CheckoutContext) -> None:
    """Check the pin, where the cafe has zones. Not in the specification."""
    if context.zone is None:
        return
    try:
        context.form.pin  # noqa: B018 - reading it is the check
    except ValueError:
        raise InvalidFieldError(FieldProblem.PIN) from None


def promo_applies(context: CheckoutContext) -> None:
    """Check that the promo code, if given, applies to this cart and customer."""
    if context.form.promo_code is not None:
        check_promo(
            context.promo,
            items_total=context.goods.total,
            has_earlier_order=context.has_earlier_order,
            now=context.now,
        )


def is_filled_in(context: CheckoutContext) -> None:
    """Check that every required field is filled in; without a name a table is required."""
    form = context.form
    missing = [name for name in form.missing if name not in context.unasked]
    if form.name is None and "name" in context.unasked and form.table_number is None:
        missing.append("table_number")
    if missing:
        raise MissingFieldsError(tuple(missing))


def has_payment_method(context: CheckoutContext) -> None:
    if context.form.method is None:
        raise InvalidFieldError(FieldProblem.PAYMENT_METHOD)


def payment_is_offered(context: CheckoutContext) -> None:
    """Check that the cafe takes this way of paying at all. Not in the specification."""
    method = context.form.method
    if method is not None and method.value not in context.settings.offered_payments:
        raise PaymentUnavailableError(method.value)


def change_is_number(context: CheckoutContext) -> None:
    """Check that the amount to give change for is a whole number."""
    try:
        context.form.change_for  # noqa: B018 - reading it is the check
    except ValueError:
        raise InvalidFieldError(FieldProblem.CASH_CHANGE_FOR) from None


def has_contact(context: CheckoutContext) -> None:
    """Check that name and phone are plausible, if they are given or required."""
    form, unasked = context.form, context.unasked
    if not form.has_name and not (form.name is None and "name" in unasked):
        raise InvalidFieldError(FieldProblem.NAME)
    if not form.has_phone and not (form.phone is None and "phone" in unasked):
        raise InvalidFieldError(FieldProblem.PHONE)


def pickup_time_is_time(context: CheckoutContext) -> None:
    if context.timing.scheduled_for is None and not context.form.has_pickup_time:
        raise InvalidFieldError(FieldProblem.PICKUP_TIME)


def expected_total_is_number(context: CheckoutContext) -> None:
    """Check that the total shown to the customer is a whole number."""
    try:
        context.form.seen_total  # noqa: B018 - reading it is the check
    except ValueError:
        raise InvalidFieldError(FieldProblem.EXPECTED_TOTAL) from None


def has_sane_length(context: CheckoutContext) -> None:
    """Check the length of all fields. Not in the specification, so it comes last."""
    if context.form.is_too_long:
        raise InvalidFieldError(FieldProblem.TOO_LONG)


def is_within_limits(context: CheckoutContext) -> None:
    """Check the owner's limits on open orders. Not in the specification, so it is checked last."""
    if context.exceeded_limit is not None:
        raise TooManyOrdersError(context.exceeded_limit)


def is_adult(context: CheckoutContext) -> None:
    """Check that the guest says they are of age, where there is alcohol. Not in the specification."""
    if context.goods.has_alcohol and not context.form.answers.get(ADULT):
        raise AgeUnconfirmedError


def slot_has_room(context: CheckoutContext) -> None:
    """Check that the slot accepts one more order. Not in the specification, so it is checked last."""
    if context.exceeded_slot is not None:
        raise context.exceeded_slot


CHECKS: Mapping[OrderType, tuple[Check, ...]] = {
    OrderType.DELIVERY: (
        cart_has_items,
        type_is_offered,
        cafe_takes_orders,
        time_is_possible,
        choices_are_possible,
        pin_is_place,
        zone_is_served,
        reaches_minimum,
        promo_applies,
        is_filled_in,
        zone_is_known,
        is_adult,
        has_payment_method,
        payment_is_offered,
        change_is_number,
        has_contact,
        has_sane_length,
        expected_total_is_number,
        is_within_limits,
        slot_has_room,
    ),
    OrderType.PICKUP: (
        cart_has_items,
        type_is_offered,
        cafe_takes_orders,
        time_is_possible,
        choices_are_possible,
        is_filled_in,
        is_adult,
        has_payment_method,
        payment_is_offered,
        promo_applies,
        has_contact,
        pickup_time_is_time,
        has_sane_length,
        expected_total_is_number,
        is_within_limits,
        slot_has_room,
    ),
    OrderType.DINE_IN: (
        cart_has_items,
        type_is_offered,
        cafe_takes_orders,
        choices_are_possible,
        is_filled_in,
        is_adult,
        has_payment_method,
        payment_is_offered,
        promo_applies,
        has_contact,
        has_sane_length,
        expected_total_is_number,
        is_within_limits,
    ),
}

WALK_IN_CHECKS: tuple[Check, ...] = (cart_has_items, choices_are_possible, has_payment_method, has_sane_length)
"""For orders at the counter, where the staff see the guest and know whether the kitchen is working."""


def check_all(context: CheckoutContext, checks: tuple[Check, ...]) -> None:
    """Run the checks in order; the first failure is raised.

    Raises:
        OrderRefusedError: a check failed.
    """
    for check in checks:
        check(context)
