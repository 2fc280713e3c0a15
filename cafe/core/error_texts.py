"""User-facing texts for the core's errors."""

from collections.abc import Callable, Mapping
from typing import Any

from cafe.core.catalogue.bottles.model import MarkError, MarksMissingError
from cafe.core.catalogue.menu.errors import ProductNotFoundError
from cafe.core.catalogue.options.errors import NoteInvalidError, OptionsInvalidError
from cafe.core.catalogue.settings.pause import pause_text
from cafe.core.kernel.errors import CafeError, NotFoundError
from cafe.core.kernel.locale import Locale
from cafe.core.kernel.texts import Texts
from cafe.core.money.payments.errors import AlreadyPaidError, NotPayableError, ProviderError
from cafe.core.ordering.cart.errors import CartFullError, ItemNotInCartError, QuantityTooLargeError
from cafe.core.ordering.checkout.errors import (
    AgeUnconfirmedError,
    BelowMinimumError,
    CartEmptyError,
    ClosedError,
    InvalidFieldError,
    MissingFieldsError,
    OptionsUnavailableError,
    PaymentUnavailableError,
    PromoInvalidError,
    TimeUnavailableError,
    TooManyAttemptsError,
    TooManyOrdersError,
    TotalChangedError,
    TypeUnavailableError,
    ZoneRequiredError,
    ZoneUnavailableError,
)
from cafe.core.ordering.order_edits.model import OrderEditError
from cafe.core.ordering.orders.errors import NotCancellableError

Formatter = Callable[[Texts, Locale, Any], str]


def _plain(text_id: str) -> Formatter:
    return lambda texts, locale, _: texts.format(locale, text_id)


def _closed(texts: Texts, locale: Locale, error: ClosedError) -> str:
    if error.message is not None:
        return error.message.in_locale(locale)
    if error.pause is not None:
        return pause_text(texts, locale, error.pause)
    name = error.cafe_name.in_locale(locale)
    cafe = name if "«" in name else texts.format(locale, "cafe-in-sentence", cafe=name)
    if error.reopens is not None:
        told = [texts.format(locale, "closed-now", cafe=cafe)]
        if error.notice is not None and (notice := error.notice.in_locale(locale)):
            told.append(sentence(notice))
        told.append(texts.format(locale, "reopens", day=error.reopens.day, time=error.reopens.time))
        if error.reopens_until:
            told.append(texts.format(locale, "reopens-until", time=error.reopens_until))
        return " ".join(told)
    return texts.format(locale, "closed", cafe=cafe, opens=error.opens, closes=error.closes)


def sentence(text: str) -> str:
    """End the owner's text as a sentence, so that another can follow."""
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."


def _options_invalid(texts: Texts, locale: Locale, error: OptionsInvalidError) -> str:
    name = "" if error.name is None else error.name.in_locale(locale)
    return texts.format(locale, error.problem.value, name=name, limit=error.limit)


def _options_unavailable(texts: Texts, locale: Locale, error: OptionsUnavailableError) -> str:
    names = "; ".join(name.in_locale(locale) for name in error.names)
    return texts.format(locale, "options-unavailable", names=names)


def _time_unavailable(texts: Texts, locale: Locale, error: TimeUnavailableError) -> str:
    return texts.format(locale, error.problem.value, day=error.day, time=error.time, limit=error.limit)


def _marks_missing(texts: Texts, locale: Locale, error: MarksMissingError) -> str:
    return " ".join([*(each.describe(texts, locale) for each in error.missing), texts.format(locale, "mark-scan")])


def _zone_unavailable(texts: Texts, locale: Locale, error: ZoneUnavailableError) -> str:
    name = "" if error.name is None else error.name.in_locale(locale)
    day, time = (error.pause.day, error.pause.time) if error.pause else ("open", "")
    return texts.format(locale, error.problem.value, name=name, hours=error.hours, day=day, time=time)


ERROR_TEXTS: Mapping[type[CafeError], Formatter] = {
    NotFoundError: _plain("not-found"),
    ProductNotFoundError: _plain("product-not-found"),
    ItemNotInCartError: _plain("item-not-in-cart"),
    QuantityTooLargeError: _plain("quantity-too-large"),
    CartFullError: _plain("cart-full"),
    OptionsInvalidError: _options_invalid,
    NoteInvalidError: lambda texts, locale, error: texts.format(locale, error.problem.value),
    CartEmptyError: _plain("cart-empty"),
    OptionsUnavailableError: _options_unavailable,
    TimeUnavailableError: _time_unavailable,
    TotalChangedError: lambda texts, locale, error: texts.format(locale, "total-changed", total=error.total),
    TypeUnavailableError: lambda texts, locale, error: texts.format(locale, "type-unavailable", type=error.order_type),
    PaymentUnavailableError: lambda texts, locale, error: texts.format(
        locale, "payment-unavailable", method=error.method
    ),
    ZoneRequiredError: _plain("zone-required"),
    AgeUnconfirmedError: _plain("age-unconfirmed"),
    MarkError: lambda texts, locale, error: texts.format(locale, error.problem.value),
    MarksMissingError: _marks_missing,
    ZoneUnavailableError: _zone_unavailable,
    ClosedError: _closed,
    BelowMinimumError: lambda texts, locale, error: texts.format(locale, "min-order-amount", minimum=error.minimum),
    TooManyOrdersError: lambda texts, locale, error: texts.format(locale, error.limit.value),
    TooManyAttemptsError: _plain("too-many-attempts"),
    PromoInvalidError: lambda texts, locale, error: texts.format(locale, error.refusal.value, minimum=error.minimum),
    MissingFieldsError: _plain("missing-fields"),
    InvalidFieldError: lambda texts, locale, error: texts.format(locale, error.problem.value),
    NotCancellableError: _plain("not-cancellable"),
    OrderEditError: lambda texts, locale, error: texts.format(locale, error.problem.value),
    NotPayableError: lambda texts, locale, error: texts.format(locale, error.reason.value),
    AlreadyPaidError: _plain("already-paid"),
    ProviderError: _plain("payment-provider-error"),
}
"""The text for each error that users may see; for any other error a caller has to decide what to do."""


def error_text(texts: Texts, locale: Locale, error: CafeError) -> str | None:
    """Return an error's text in a language, as plain text; None if users are not meant to read it."""
    formatter = ERROR_TEXTS.get(type(error))
    return formatter(texts, locale, error) if formatter else None
