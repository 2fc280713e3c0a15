"""The core's refusals in people's words."""

from collections.abc import Callable, Mapping
from typing import Any

from cafe.core import errors
from cafe.core.i18n import Texts
from cafe.core.values import Locale

Words = Callable[[Texts, Locale, Any], str]


def _fixed(text_id: str) -> Words:
    return lambda texts, locale, _: texts.format(locale, text_id)


def _closed(texts: Texts, locale: Locale, error: errors.ClosedError) -> str:
    if error.message is not None:
        return error.message
    return texts.format(locale, "closed", cafe=error.cafe_name, opens=error.opens, closes=error.closes)


WORDS: Mapping[type[errors.CafeError], Words] = {
    errors.NotFoundError: _fixed("not-found"),
    errors.ProductNotFoundError: _fixed("product-not-found"),
    errors.ItemNotInCartError: _fixed("item-not-in-cart"),
    errors.QuantityTooLargeError: _fixed("quantity-too-large"),
    errors.CartEmptyError: _fixed("cart-empty"),
    errors.ClosedError: _closed,
    errors.BelowMinimumError: lambda texts, locale, error: texts.format(
        locale, "min-order-amount", minimum=error.minimum
    ),
    errors.PromoInvalidError: lambda texts, locale, error: texts.format(
        locale, error.refusal.value, minimum=error.minimum
    ),
    errors.MissingFieldsError: _fixed("missing-fields"),
    errors.InvalidFieldError: lambda texts, locale, error: texts.format(locale, error.problem.value),
    errors.NotCancellableError: _fixed("not-cancellable"),
    errors.NotPayableError: lambda texts, locale, error: texts.format(locale, error.reason.value),
    errors.AlreadyPaidError: _fixed("already-paid"),
    errors.ProviderError: _fixed("payment-provider-error"),
}
"""What a person is told for each reason; a reason without words here is a defect where it is not expected."""


def refusal_text(texts: Texts, locale: Locale, error: errors.CafeError) -> str | None:
    """The reason in a language, as plain text; None when no person is meant to read it."""
    words = WORDS.get(type(error))
    return words(texts, locale, error) if words else None
