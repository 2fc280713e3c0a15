"""Why an order is refused."""

from enum import StrEnum

from cafe.core.catalogue.hours.slots import TimeProblem
from cafe.core.catalogue.settings.pause import PauseEnd
from cafe.core.kernel.errors import CafeError
from cafe.core.kernel.locale import OwnText
from cafe.core.kernel.moments import NamedMoment


class OrderRefusedError(CafeError):
    """The order cannot be placed as requested."""


class CartEmptyError(OrderRefusedError):
    """Nothing in the cart can be ordered."""


class AgeUnconfirmedError(OrderRefusedError):
    """There is alcohol in the order, and the guest did not say that they are of age."""


class ClosedError(OrderRefusedError):
    """The cafe accepts no orders now; `message` is its own text while force-closed, `pause` is set during a pause.

    `reopens` and the `notice` of a special day are set if its hours differ between days; `reopens_until` is the end of
    those hours, if they end.
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


class TypeUnavailableError(OrderRefusedError):
    """The cafe takes no orders of this type at all; `order_type` as in the settings."""

    def __init__(self, order_type: str) -> None:
        super().__init__()
        self.order_type = order_type


class PaymentUnavailableError(OrderRefusedError):
    """The cafe does not take this way of paying at all; `method` as in the settings."""

    def __init__(self, method: str) -> None:
        super().__init__()
        self.method = method


class BelowMinimumError(OrderRefusedError):
    """The goods cost less than the minimum for delivery; `minimum` in whole UAH."""

    def __init__(self, minimum: int) -> None:
        super().__init__()
        self.minimum = minimum


class ZoneRequiredError(OrderRefusedError):
    """The cafe delivers by zones, and that of the address is not known."""


class ZoneProblem(StrEnum):
    """Why a zone is not delivered to; the values are text ids."""

    UNKNOWN = "zone-unknown"
    CLOSED = "zone-closed"
    PAUSED = "zone-paused"


class ZoneUnavailableError(OrderRefusedError):
    """The zone is not delivered to at that time; `hours` are its own, `pause` the end of its pause."""

    def __init__(
        self, problem: ZoneProblem, name: OwnText | None = None, *, hours: str = "", pause: PauseEnd | None = None
    ) -> None:
        super().__init__()
        self.problem, self.name, self.hours, self.pause = problem, name, hours, pause


class OptionsUnavailableError(OrderRefusedError):
    """Choices in the cart became unavailable; `names` lists the dishes with their missing parts."""

    def __init__(self, names: tuple[OwnText, ...]) -> None:
        super().__init__()
        self.names = names


class TimeUnavailableError(OrderRefusedError):
    """The order is not possible for the requested time; `day` is `DD.MM` and `time` `HH:MM` on the cafe's clock.

    `limit` is the exceeded limit in days, orders, pieces or whole UAH.
    """

    def __init__(self, problem: TimeProblem, *, day: str = "", time: str = "", limit: int = 0) -> None:
        super().__init__()
        self.problem, self.day, self.time, self.limit = problem, day, time, limit


class TotalChangedError(OrderRefusedError):
    """The total differs from the one shown to the customer; `total` in whole UAH."""

    def __init__(self, total: int) -> None:
        super().__init__()
        self.total = total


class OpenOrdersLimit(StrEnum):
    """The limits on open orders; the values are text ids."""

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
    PIN = "invalid-pin"
    TOO_LONG = "too-long"


class InvalidFieldError(OrderRefusedError):
    """A field is present but invalid."""

    def __init__(self, problem: FieldProblem) -> None:
        super().__init__()
        self.problem = problem


class TooManyAttemptsError(CafeError):
    """The customer failed with too many promo codes within the last minute."""
