"""Why the core refuses: one tree, a class per reason, data and not text.

CafeError
├── NotFoundError                    404 not_found
├── ProductNotFoundError             404 product not found
├── ItemNotInCartError               404 item not in cart
├── QuantityTooSmallError            400 quantity must be >= 1
├── QuantityTooLargeError            400 quantity must be <= 10000
├── CustomerGoneError                the guest of a session is not in this database
├── OrderRefusedError                400, a creation route's refusal
│   ├── CartEmptyError               cart_empty
│   ├── ClosedError                  closed
│   ├── BelowMinimumError            min_order_amount
│   ├── PromoInvalidError            promo_invalid
│   ├── MissingFieldsError           validation, with the fields' names
│   └── InvalidFieldError            validation, with a message
├── NotCancellableError              400 not_cancellable
├── NotPayableError                  400 not_payable
│   └── AlreadyPaidError             400 already_paid
├── IllegalTransitionError           a staff press that came too late
├── AlreadyPromisedError             a staff promise that was made a moment ago
├── ProviderError                    502 payment_provider_error
├── FiscalError                      the fiscal service failed for now
├── WebhookError                     400 from a payment webhook
│   ├── InvalidSignatureError        invalid signature
│   └── MissingInvoiceIdError        missing invoiceId
└── CatalogueError                   a catalogue file or setting that cannot be taken
"""

from enum import StrEnum


class CafeError(Exception):
    """Anything the core refuses to do."""


class NotFoundError(CafeError):
    """No such order, or not the caller's."""


class ProductNotFoundError(CafeError):
    """No product with that id can be ordered."""


class ItemNotInCartError(CafeError):
    """The cart has no such line."""


class QuantityTooSmallError(CafeError):
    """Fewer than one piece."""


class QuantityTooLargeError(CafeError):
    """A line may hold at most 10,000 pieces."""


class CustomerGoneError(CafeError):
    """The session speaks of a customer whom this database does not know."""


class OrderRefusedError(CafeError):
    """An order that cannot be placed as asked."""


class CartEmptyError(OrderRefusedError):
    """Nothing in the cart can be ordered."""


class ClosedError(OrderRefusedError):
    """No orders now; `message` is the cafe's own text when it is force-closed."""

    def __init__(self, message: str | None, cafe_name: str, opens: str, closes: str) -> None:
        super().__init__()
        self.message, self.cafe_name, self.opens, self.closes = message, cafe_name, opens, closes


class BelowMinimumError(OrderRefusedError):
    """The goods cost less than the cafe delivers for; `minimum` in whole UAH."""

    def __init__(self, minimum: int) -> None:
        super().__init__()
        self.minimum = minimum


class PromoRefusal(StrEnum):
    """Why a promo code does not apply, in the order of the checks; the values are text ids."""

    BLANK = "promo-blank"
    UNKNOWN = "promo-unknown"
    EXPIRED = "promo-expired"
    USED_UP = "promo-used-up"
    BELOW_MINIMUM = "promo-below-minimum"
    NOT_FIRST_ORDER = "promo-not-first-order"


class PromoInvalidError(OrderRefusedError):
    """The promo code does not apply; `minimum` in whole UAH belongs to BELOW_MINIMUM."""

    def __init__(self, refusal: PromoRefusal, minimum: int = 0) -> None:
        super().__init__()
        self.refusal, self.minimum = refusal, minimum


class MissingFieldsError(OrderRefusedError):
    """Required fields are absent or blank."""

    def __init__(self, missing: tuple[str, ...]) -> None:
        super().__init__()
        self.missing = missing


class FieldProblem(StrEnum):
    """What is wrong with a field; the values are text ids."""

    PAYMENT_METHOD = "invalid-payment-method"
    CASH_CHANGE_FOR = "invalid-cash-change-for"
    NAME = "invalid-name"
    PHONE = "invalid-phone"
    PICKUP_TIME = "invalid-pickup-time"
    TOO_LONG = "too-long"


class InvalidFieldError(OrderRefusedError):
    """A field is there but cannot be taken."""

    def __init__(self, problem: FieldProblem) -> None:
        super().__init__()
        self.problem = problem


class NotCancellableError(CafeError):
    """The kitchen already works on it, or it is over."""


class NotPayableReason(StrEnum):
    """Why an order cannot be paid by card; the values are text ids."""

    NOT_CARD = "not-payable-not-card"
    FINISHED = "not-payable-finished"
    UNAVAILABLE = "card-unavailable"


class NotPayableError(CafeError):
    """No payment can be made for this order."""

    def __init__(self, reason: NotPayableReason) -> None:
        super().__init__()
        self.reason = reason


class AlreadyPaidError(CafeError):
    """The money is already here."""


class IllegalTransitionError(CafeError):
    """The order is not where the press thought it was; `status` is where it is."""

    def __init__(self, status: str) -> None:
        super().__init__()
        self.status = status


class AlreadyPromisedError(CafeError):
    """The order was promised for that time before; `ready_at` in Unix seconds."""

    def __init__(self, ready_at: int) -> None:
        super().__init__()
        self.ready_at = ready_at


class ProviderError(CafeError):
    """A payment company failed or refused; the text is what it said, without secrets."""


class FiscalError(CafeError):
    """The fiscal service failed for now; the text is what it said, without secrets."""


class WebhookError(CafeError):
    """A payment callback that is not to be believed."""


class InvalidSignatureError(WebhookError):
    """The signature is missing or does not verify."""


class MissingInvoiceIdError(WebhookError):
    """Signed, but not about any invoice."""


class CatalogueError(CafeError):
    """A catalogue file or a setting is wrong; the text is one line that names the table and the key."""
