"""What the core's refusals look like in JSON (specification, Errors)."""

from collections.abc import Callable
from typing import Any

from aiohttp import web

from cafe.core import errors
from cafe.core.i18n import Texts
from cafe.core.values import Locale
from cafe.web.answers import json_response

Body = dict[str, Any]

FIXED: dict[type[errors.CafeError], tuple[int, str]] = {
    errors.NotFoundError: (404, "not_found"),
    errors.ProductNotFoundError: (404, "product not found"),
    errors.ItemNotInCartError: (404, "item not in cart"),
    errors.QuantityTooSmallError: (400, "quantity must be >= 1"),
    errors.QuantityTooLargeError: (400, "quantity must be <= 10000"),
    errors.InvalidSignatureError: (400, "invalid signature"),
    errors.MissingInvoiceIdError: (400, "missing invoiceId"),
}
"""Answers that are the same in every language."""

UNTRANSLATED = {
    errors.FieldProblem.PAYMENT_METHOD: "invalid payment_method",
    errors.FieldProblem.CASH_CHANGE_FOR: "cash_change_for must be a number",
}
"""Messages that the specification gives by the letter."""


def promo_message(texts: Texts, locale: Locale, error: errors.PromoInvalidError) -> str:
    """Why a promo code does not apply, in a language."""
    return texts.format(locale, error.refusal.value, minimum=error.minimum)


def _closed(texts: Texts, locale: Locale, error: errors.ClosedError) -> Body:
    message = error.message
    if message is None:
        message = texts.format(locale, "closed", cafe=error.cafe_name, opens=error.opens, closes=error.closes)
    return {"error": "closed", "message": message}


def _invalid_field(texts: Texts, locale: Locale, error: errors.InvalidFieldError) -> Body:
    message = UNTRANSLATED.get(error.problem) or texts.format(locale, error.problem.value)
    return {"error": "validation", "message": message}


def _simple(code: str, text_id: str) -> Callable[[Texts, Locale, Any], Body]:
    return lambda texts, locale, _: {"error": code, "message": texts.format(locale, text_id)}


TRANSLATED: dict[type[errors.CafeError], tuple[int, Callable[[Texts, Locale, Any], Body]]] = {
    errors.CartEmptyError: (400, _simple("cart_empty", "cart-empty")),
    errors.ClosedError: (400, _closed),
    errors.BelowMinimumError: (
        400,
        lambda texts, locale, error: {
            "error": "min_order_amount",
            "message": texts.format(locale, "min-order-amount", minimum=error.minimum),
        },
    ),
    errors.PromoInvalidError: (
        400,
        lambda texts, locale, error: {"error": "promo_invalid", "message": promo_message(texts, locale, error)},
    ),
    errors.MissingFieldsError: (
        400,
        lambda _texts, _locale, error: {"error": "validation", "missing": list(error.missing)},
    ),
    errors.InvalidFieldError: (400, _invalid_field),
    errors.NotCancellableError: (400, _simple("not_cancellable", "not-cancellable")),
    errors.NotPayableError: (
        400,
        lambda texts, locale, error: {"error": "not_payable", "message": texts.format(locale, error.reason.value)},
    ),
    errors.AlreadyPaidError: (400, _simple("already_paid", "already-paid")),
    errors.ProviderError: (502, _simple("payment_provider_error", "payment-provider-error")),
}
"""Answers that speak the caller's language."""


def fixed_answer(error: errors.CafeError) -> web.Response | None:
    """The answer to a refusal that needs no language."""
    if type(error) not in FIXED:
        return None
    status, code = FIXED[type(error)]
    return json_response({"error": code}, status=status)


def translated_answer(error: errors.CafeError, texts: Texts, locale: Locale) -> web.Response:
    """The answer to any other refusal; one that is not an answer of this interface is raised again."""
    if type(error) not in TRANSLATED:
        raise error
    status, body = TRANSLATED[type(error)]
    return json_response(body(texts, locale, error), status=status)
