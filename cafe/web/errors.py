"""JSON responses for the core's errors (specification, Errors)."""

from aiohttp import web

from cafe.core.catalogue.menu.errors import ProductNotFoundError
from cafe.core.catalogue.options.errors import NoteInvalidError, OptionsInvalidError
from cafe.core.error_texts import error_text
from cafe.core.kernel.errors import CafeError, NotFoundError, TooManyGuessesError
from cafe.core.kernel.locale import Locale
from cafe.core.kernel.texts import Texts
from cafe.core.messages.subscriptions.push import SubscriptionInvalidError
from cafe.core.money.payments.errors import (
    AlreadyPaidError,
    InvalidSignatureError,
    MissingInvoiceIdError,
    NotPayableError,
    ProviderError,
)
from cafe.core.ordering.cart.errors import (
    CartFullError,
    ItemNotInCartError,
    QuantityTooLargeError,
    QuantityTooSmallError,
)
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
    PromoInvalidError,
    TimeUnavailableError,
    TooManyAttemptsError,
    TooManyOrdersError,
    TotalChangedError,
    TypeUnavailableError,
    ZoneRequiredError,
    ZoneUnavailableError,
)
from cafe.core.ordering.order_edits.model import EditInvalidError, OrderEditError
from cafe.core.ordering.orders.errors import NotCancellableError
from cafe.core.people.devices.model import NotPairedError, PairingCodeError
from cafe.core.people.staff.errors import OutcomeUnknownError
from cafe.web.json import json_response

UNTRANSLATED: dict[type[CafeError], tuple[int, str]] = {
    NotFoundError: (404, "not_found"),
    ProductNotFoundError: (404, "product not found"),
    ItemNotInCartError: (404, "item not in cart"),
    QuantityTooSmallError: (400, "quantity must be >= 1"),
    QuantityTooLargeError: (400, "quantity must be <= 10000"),
    SubscriptionInvalidError: (400, "subscription_invalid"),
    NotPairedError: (401, "not_paired"),
    PairingCodeError: (400, "code_invalid"),
    TooManyGuessesError: (429, "too_many_attempts"),
    OutcomeUnknownError: (409, "outcome_unknown"),
    InvalidSignatureError: (400, "invalid signature"),
    MissingInvoiceIdError: (400, "missing invoiceId"),
    EditInvalidError: (400, "edit_invalid"),
}
"""Status and code of errors whose response is the same in every language."""

LITERAL_MESSAGES = {
    FieldProblem.PAYMENT_METHOD: "invalid payment_method",
    FieldProblem.CASH_CHANGE_FOR: "cash_change_for must be a number",
    FieldProblem.EXPECTED_TOTAL: "expected_total must be a number",
    FieldProblem.PIN: "lat and lon must be degrees",
}
"""Messages prescribed literally by the specification, and two in the same style."""


TRANSLATED: dict[type[CafeError], tuple[int, str]] = {
    CartFullError: (400, "cart_full"),
    OptionsInvalidError: (400, "options_invalid"),
    NoteInvalidError: (400, "note_invalid"),
    CartEmptyError: (400, "cart_empty"),
    TypeUnavailableError: (400, "type_unavailable"),
    PaymentUnavailableError: (400, "payment_unavailable"),
    ZoneRequiredError: (400, "zone_required"),
    ZoneUnavailableError: (400, "zone_unavailable"),
    AgeUnconfirmedError: (400, "age_unconfirmed"),
    ClosedError: (400, "closed"),
    BelowMinimumError: (400, "min_order_amount"),
    PromoInvalidError: (400, "promo_invalid"),
    InvalidFieldError: (400, "validation"),
    OptionsUnavailableError: (400, "options_unavailable"),
    TimeUnavailableError: (400, "time_unavailable"),
    TotalChangedError: (400, "total_changed"),
    TooManyOrdersError: (400, "too_many_orders"),
    TooManyAttemptsError: (429, "too_many_attempts"),
    NotCancellableError: (400, "not_cancellable"),
    OrderEditError: (409, "not_editable"),
    NotPayableError: (400, "not_payable"),
    AlreadyPaidError: (400, "already_paid"),
    ProviderError: (502, "payment_provider_error"),
}
"""Status and code of errors whose message is in the customer's language."""


def untranslated_response(error: CafeError) -> web.Response | None:
    """Return the response to an error without a translated message; None for other errors."""
    if type(error) not in UNTRANSLATED:
        return None
    status, code = UNTRANSLATED[type(error)]
    return json_response({"error": code}, status=status)


def translated_response(error: CafeError, texts: Texts, locale: Locale) -> web.Response:
    """Return the response to any other error; errors unknown to the HTTP API are raised again."""
    if isinstance(error, MissingFieldsError):
        return json_response({"error": "validation", "missing": list(error.missing)}, status=400)
    if type(error) not in TRANSLATED:
        raise error
    status, code = TRANSLATED[type(error)]
    message = LITERAL_MESSAGES.get(error.problem) if isinstance(error, InvalidFieldError) else None
    body: dict[str, object] = {"error": code, "message": message or error_text(texts, locale, error)}
    if isinstance(error, TotalChangedError):
        body["total"] = error.total
    return json_response(body, status=status)
