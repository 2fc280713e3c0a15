"""Why a payment is refused or a callback rejected."""

from enum import StrEnum

from cafe.core.kernel.errors import CafeError


class NotPayableReason(StrEnum):
    """Why an order cannot be paid by card; the values are text ids."""

    NOT_CARD = "not-payable-not-card"
    FINISHED = "not-payable-finished"
    HELD = "not-payable-held"
    UNAVAILABLE = "card-unavailable"
    NO_CASH = "not-payable-no-cash"


class NotPayableError(CafeError):
    """The order cannot be paid by card."""

    def __init__(self, reason: NotPayableReason) -> None:
        super().__init__()
        self.reason = reason


class AlreadyPaidError(CafeError):
    """The order is already paid."""


class ProviderError(CafeError):
    """A payment provider failed or refused; the text is its message, stripped of secrets."""


class WebhookError(CafeError):
    """A payment callback that must not be trusted."""


class InvalidSignatureError(WebhookError):
    """The signature is missing or does not verify."""


class MissingInvoiceIdError(WebhookError):
    """The callback is signed but names no invoice."""
