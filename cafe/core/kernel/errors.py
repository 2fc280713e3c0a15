"""Domain errors: one class for each reason, carrying data instead of text.

Those of the catalogue and of rights are in `catalogue_errors.py` and `staff_errors.py`, those of refunds and
of stock in their packages.

CafeError
├── NotFoundError                    404 not_found
├── ProductNotFoundError             404 product not found
├── OptionNotFoundError              an option that the staff stop is gone
├── ItemNotInCartError               404 item not in cart
├── QuantityTooSmallError            400 quantity must be >= 1
├── QuantityTooLargeError            400 quantity must be <= 10000
├── CartFullError                    400 cart_full
├── OptionsInvalidError              400 options_invalid
├── NoteInvalidError                 400 note_invalid
├── OrderRefusedError                400 from a checkout route
│   ├── CartEmptyError               cart_empty
│   ├── ClosedError                  closed
│   ├── BelowMinimumError            min_order_amount
│   ├── OptionsUnavailableError      options_unavailable
│   ├── TimeUnavailableError         time_unavailable
│   ├── TotalChangedError            total_changed
│   ├── TooManyOrdersError           too_many_orders
│   ├── PromoInvalidError            promo_invalid
│   ├── MissingFieldsError           validation, with the fields' names
│   └── InvalidFieldError            validation, with a message
├── TooManyAttemptsError             429 too_many_attempts
├── NotCancellableError              400 not_cancellable
├── NotPayableError                  400 not_payable
├── AlreadyPaidError                 400 already_paid
├── IllegalTransitionError           the order's status changed before the staff's action
├── TooLateError                     a step was taken too long ago to be taken back
├── GivenBackError                   a completed order's cash went back to the guest, so it cannot be put back
├── NotResendableError               there is nobody to send a message to again
├── AlreadySentError                 it was sent once more a moment ago
├── NotPaidError                     a staff press that would end a card order nobody has paid
├── AlreadyPromisedError             the staff promised the same time a moment ago
├── BusyChangedError                 busy mode changed before the staff's action
├── SubscriptionInvalidError         400 subscription_invalid
├── NotPairedError                   401 not_paired
├── PairingCodeError                 400 code_invalid
├── TooManyGuessesError              429 too_many_attempts
├── ProblemsError                    400 invalid, with the fields (`problems.py`)
├── ProviderError                    502 payment_provider_error
├── FiscalError                      the fiscal service failed temporarily
├── WebhookError                     400 from a payment webhook
│   ├── InvalidSignatureError        invalid signature
│   └── MissingInvoiceIdError        missing invoiceId
├── PersonUnclearError               it is not clear whom to forget
└── StepsNotOverError                409 not_over
"""

from enum import StrEnum

from cafe.core.kernel.locale import OwnText
from cafe.core.kernel.moments import NamedMoment
from cafe.core.kernel.pause import PauseEnd


class CafeError(Exception):
    """Base class of all domain errors."""


class NotFoundError(CafeError):
    """No such order, or it belongs to somebody else."""


class ProductNotFoundError(CafeError):
    """No product with that id can be ordered."""


class OptionNotFoundError(CafeError):
    """No option has that id."""


class ItemNotInCartError(CafeError):
    """The cart has no line for the product."""


class QuantityTooSmallError(CafeError):
    """The quantity is below one."""


class QuantityTooLargeError(CafeError):
    """The quantity of a line exceeds 10,000."""


class CartFullError(CafeError):
    """The cart has as many lines with a choice or a note as it may."""


class OptionsProblem(StrEnum):
    """What is wrong with a choice of options; the values are text ids."""

    UNKNOWN = "options-unknown"
    STOPPED = "options-stopped"
    TOO_MANY = "options-too-many"
    TOO_FEW = "options-too-few"


class OptionsInvalidError(CafeError):
    """The product cannot be had with this choice; `name` is the option's or group's, `limit` in pieces."""

    def __init__(self, problem: OptionsProblem, name: OwnText | None = None, limit: int = 0) -> None:
        super().__init__()
        self.problem, self.name, self.limit = problem, name, limit


class NoteProblem(StrEnum):
    """What is wrong with a note; the values are text ids."""

    NOT_TAKEN = "note-not-taken"
    TOO_LONG = "note-too-long"


class NoteInvalidError(CafeError):
    """The product takes no note, or it is too long."""

    def __init__(self, problem: NoteProblem) -> None:
        super().__init__()
        self.problem = problem


class BusyChangedError(CafeError):
    """Busy mode is not what its button showed any more."""


class OrderRefusedError(CafeError):
    """The order cannot be placed as requested."""


class CartEmptyError(OrderRefusedError):
    """Nothing in the cart can be ordered."""


class ClosedError(OrderRefusedError):
    """The cafe takes no orders now; `message` is its own text while it is force-closed, `pause` is there in a pause.

    `reopens` and the `notice` of a special day are there if its hours are not the same every day; `reopens_until` is
    the time at which those hours end, if they do.
    """

    def __init__(
        self,
        message: OwnText | None,
        pause: PauseEnd | None,
        *,
        cafe_name: OwnText,
        opens: str,
        closes: str,
        reopens: NamedMoment | None = None,
        reopens_until: str = "",
        notice: OwnText | None = None,
    ) -> None:
        super().__init__()
        self.message, self.pause = message, pause
        self.cafe_name, self.opens, self.closes = cafe_name, opens, closes
        self.reopens, self.reopens_until, self.notice = reopens, reopens_until, notice


class BelowMinimumError(OrderRefusedError):
    """The goods cost less than the minimum for delivery; `minimum` in whole UAH."""

    def __init__(self, minimum: int) -> None:
        super().__init__()
        self.minimum = minimum


class OptionsUnavailableError(OrderRefusedError):
    """Choices in the cart became impossible; `names` say which dish lacks what."""

    def __init__(self, names: tuple[OwnText, ...]) -> None:
        super().__init__()
        self.names = names


class TimeProblem(StrEnum):
    """Why an order cannot be had at a time; the values are text ids."""

    NOT_OFFERED = "time-not-offered"
    """The cafe takes orders for now alone."""
    UNREADABLE = "time-unreadable"
    PAST = "time-past"
    TOO_FAR = "time-too-far"
    OUTSIDE_HOURS = "time-outside-hours"
    MAX_ORDERS = "time-max-orders"
    MAX_ITEMS = "time-max-items"
    MAX_AMOUNT = "time-max-amount"


class TimeUnavailableError(OrderRefusedError):
    """The order cannot be had when it is wanted; `day` as `DD.MM` and `time` as `HH:MM` on the cafe's clock.

    `limit` is what is exceeded, in days, orders, pieces or whole UAH.
    """

    def __init__(self, problem: TimeProblem, *, day: str = "", time: str = "", limit: int = 0) -> None:
        super().__init__()
        self.problem, self.day, self.time, self.limit = problem, day, time, limit


class TotalChangedError(OrderRefusedError):
    """The order costs something else than the customer saw; `total` in whole UAH."""

    def __init__(self, total: int) -> None:
        super().__init__()
        self.total = total


class OpenOrdersLimit(StrEnum):
    """Which limit on open orders is reached; the values are text ids."""

    OWN = "too-many-orders"
    """Orders of the customer or with the same phone."""
    GUESTS = "too-many-guest-orders"
    """Orders of all guests."""


class TooManyOrdersError(OrderRefusedError):
    """The owner's limit on open orders is reached."""

    def __init__(self, limit: OpenOrdersLimit) -> None:
        super().__init__()
        self.limit = limit


class PromoRefusal(StrEnum):
    """Why a promo code does not apply, in the order of the checks; the values are text ids."""

    BLANK = "promo-blank"
    UNKNOWN = "promo-unknown"
    EXPIRED = "promo-expired"
    USED_UP = "promo-used-up"
    BELOW_MINIMUM = "promo-below-minimum"
    NOT_FIRST_ORDER = "promo-not-first-order"


class PromoInvalidError(OrderRefusedError):
    """The promo code does not apply; `minimum` (whole UAH) is set for BELOW_MINIMUM."""

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
    EXPECTED_TOTAL = "invalid-expected-total"
    TOO_LONG = "too-long"


class InvalidFieldError(OrderRefusedError):
    """A field is present but invalid."""

    def __init__(self, problem: FieldProblem) -> None:
        super().__init__()
        self.problem = problem


class TooManyAttemptsError(CafeError):
    """The customer failed with too many promo codes within the last minute."""


class NotCancellableError(CafeError):
    """The order is already being prepared, or finished."""


class NotPayableReason(StrEnum):
    """Why an order cannot be paid by card; the values are text ids."""

    NOT_CARD = "not-payable-not-card"
    FINISHED = "not-payable-finished"
    HELD = "not-payable-held"
    UNAVAILABLE = "card-unavailable"


class NotPayableError(CafeError):
    """The order cannot be paid by card."""

    def __init__(self, reason: NotPayableReason) -> None:
        super().__init__()
        self.reason = reason


class AlreadyPaidError(CafeError):
    """The order is already paid."""


class IllegalTransitionError(CafeError):
    """The order is no longer in the expected status; `status` is the current one."""

    def __init__(self, status: str) -> None:
        super().__init__()
        self.status = status


class TooLateError(CafeError):
    """What was done can no longer be taken back."""


class GivenBackError(CafeError):
    """Money of a completed order went back, so that it cannot be put back."""


class NotResendableError(CafeError):
    """There is nobody to send the message to, or nothing to tell."""


class AlreadySentError(CafeError):
    """The same was sent once more a moment ago."""


class NotPaidError(CafeError):
    """An unpaid card order is not completed before somebody says how it was paid."""


class AlreadyPromisedError(CafeError):
    """The same time was already promised; `ready_at` in Unix seconds."""

    def __init__(self, ready_at: int) -> None:
        super().__init__()
        self.ready_at = ready_at


class SubscriptionInvalidError(CafeError):
    """What a browser sent to be told of an order is no subscription to a push service that browsers use."""


class NotPairedError(CafeError):
    """The device is not paired, or no longer."""


class PairingCodeError(CafeError):
    """No device can be paired by this code: it is wrong, used up or too old."""


class TooManyGuessesError(CafeError):
    """Too many wrong codes were sent within the last minute."""


class ProviderError(CafeError):
    """A payment provider failed or refused; the text is its message without secrets."""


class FiscalError(CafeError):
    """The fiscal service failed temporarily; the text is its message without secrets."""


class WebhookError(CafeError):
    """A payment callback that must not be trusted."""


class InvalidSignatureError(WebhookError):
    """The signature is missing or does not verify."""


class MissingInvoiceIdError(WebhookError):
    """The callback is signed but names no invoice."""


class PersonUnclearError(CafeError):
    """It is not clear whom to forget; the text is one line that says why."""


class StepsNotOverError(CafeError):
    """Some of the first steps are neither done nor skipped."""
