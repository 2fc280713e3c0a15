"""JSON responses for the core's errors (specification, Errors)."""

from aiohttp import web

from cafe.core.kernel import errors, staff_errors
from cafe.core.kernel.error_texts import error_text
from cafe.core.kernel.locale import Locale
from cafe.core.kernel.texts import Texts
from cafe.web.json import json_response

UNTRANSLATED: dict[type[errors.CafeError], tuple[int, str]] = {
    errors.NotFoundError: (404, "not_found"),
    errors.ProductNotFoundError: (404, "product not found"),
    errors.ItemNotInCartError: (404, "item not in cart"),
    errors.QuantityTooSmallError: (400, "quantity must be >= 1"),
    errors.QuantityTooLargeError: (400, "quantity must be <= 10000"),
    errors.SubscriptionInvalidError: (400, "subscription_invalid"),
    errors.NotPairedError: (401, "not_paired"),
    errors.PairingCodeError: (400, "code_invalid"),
    errors.TooManyGuessesError: (429, "too_many_attempts"),
    staff_errors.OutcomeUnknownError: (409, "outcome_unknown"),
    errors.InvalidSignatureError: (400, "invalid signature"),
    errors.MissingInvoiceIdError: (400, "missing invoiceId"),
}
"""Status and code of errors whose response is the same in every language."""

LITERAL_MESSAGES = {
    errors.FieldProblem.PAYMENT_METHOD: "invalid payment_method",
    errors.FieldProblem.CASH_CHANGE_FOR: "cash_change_for must be a number",
    errors.FieldProblem.EXPECTED_TOTAL: "expected_total must be a number",
}
"""Messages prescribed literally by the specification, and one in the same manner."""


TRANSLATED: dict[type[errors.CafeError], tuple[int, str]] = {
    errors.CartFullError: (400, "cart_full"),
    errors.OptionsInvalidError: (400, "options_invalid"),
    errors.NoteInvalidError: (400, "note_invalid"),
    errors.CartEmptyError: (400, "cart_empty"),
    errors.ClosedError: (400, "closed"),
    errors.BelowMinimumError: (400, "min_order_amount"),
    errors.PromoInvalidError: (400, "promo_invalid"),
    errors.InvalidFieldError: (400, "validation"),
    errors.OptionsUnavailableError: (400, "options_unavailable"),
    errors.TimeUnavailableError: (400, "time_unavailable"),
    errors.TotalChangedError: (400, "total_changed"),
    errors.TooManyOrdersError: (400, "too_many_orders"),
    errors.TooManyAttemptsError: (429, "too_many_attempts"),
    errors.NotCancellableError: (400, "not_cancellable"),
    errors.NotPayableError: (400, "not_payable"),
    errors.AlreadyPaidError: (400, "already_paid"),
    errors.ProviderError: (502, "payment_provider_error"),
}
"""Status and code of errors whose message is in the customer's language."""


def untranslated_response(error: errors.CafeError) -> web.Response | None:
    """Return the response to an error that has no translated message; None for other errors."""
    if type(error) not in UNTRANSLATED:
        return None
    status, code = UNTRANSLATED[type(error)]
    return json_response({"error": code}, status=status)


def translated_response(error: errors.CafeError, texts: Texts, locale: Locale) -> web.Response:
    """Return the response to any other error; errors unknown to the HTTP API are raised again."""
    if isinstance(error, errors.MissingFieldsError):
        return json_response({"error": "validation", "missing": list(error.missing)}, status=400)
    if type(error) not in TRANSLATED:
        raise error
    status, code = TRANSLATED[type(error)]
    message = LITERAL_MESSAGES.get(error.problem) if isinstance(error, errors.InvalidFieldError) else None
    body: dict[str, object] = {"error": code, "message": message or error_text(texts, locale, error)}
    if isinstance(error, errors.TotalChangedError):
        body["total"] = error.total
    return json_response(body, status=status)
