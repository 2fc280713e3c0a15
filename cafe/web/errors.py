"""What the core's refusals look like in JSON (specification, Errors)."""

from aiohttp import web

from cafe.core import errors
from cafe.core.i18n import Texts
from cafe.core.refusals import refusal_text
from cafe.core.values import Locale
from cafe.web.answers import json_response

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


TRANSLATED: dict[type[errors.CafeError], tuple[int, str]] = {
    errors.CartEmptyError: (400, "cart_empty"),
    errors.ClosedError: (400, "closed"),
    errors.BelowMinimumError: (400, "min_order_amount"),
    errors.PromoInvalidError: (400, "promo_invalid"),
    errors.InvalidFieldError: (400, "validation"),
    errors.NotCancellableError: (400, "not_cancellable"),
    errors.NotPayableError: (400, "not_payable"),
    errors.AlreadyPaidError: (400, "already_paid"),
    errors.ProviderError: (502, "payment_provider_error"),
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
    if isinstance(error, errors.MissingFieldsError):
        return json_response({"error": "validation", "missing": list(error.missing)}, status=400)
    if type(error) not in TRANSLATED:
        raise error
    status, code = TRANSLATED[type(error)]
    message = UNTRANSLATED.get(error.problem) if isinstance(error, errors.InvalidFieldError) else None
    return json_response({"error": code, "message": message or refusal_text(texts, locale, error)}, status=status)
