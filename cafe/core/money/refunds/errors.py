"""Why a refund is refused."""

from cafe.core.kernel.errors import CafeError


class RefundError(CafeError):
    """The requested refund is not possible; nothing was changed."""


class NothingToReturnError(RefundError):
    """Nothing is selected, or nothing is left of the payment."""


class RefundTooLargeError(RefundError):
    """The amount exceeds what is left; `left` in the currency's smallest unit."""

    def __init__(self, left: int) -> None:
        super().__init__()
        self.left = left


class RefundChangedError(RefundError):
    """Another refund of the order came first, or the selection cannot be refunded any more."""


class RefundForbiddenError(RefundError):
    """This role may not refund; `least` is the lowest role that may."""

    def __init__(self, least: str) -> None:
        super().__init__()
        self.least = least


class RefundLimitError(RefundError):
    """Only the owner may refund so much; `limit` in whole UAH."""

    def __init__(self, limit: int) -> None:
        super().__init__()
        self.limit = limit


class RefundUnavailableError(RefundError):
    """The payment's provider has no credentials now."""
