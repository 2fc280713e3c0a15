"""Why money is not given back."""

from cafe.core.kernel.errors import CafeError


class RefundError(CafeError):
    """Money cannot be given back as somebody wants it; nothing was changed."""


class NothingToReturnError(RefundError):
    """Nothing is chosen, or nothing is left of the payment."""


class RefundTooLargeError(RefundError):
    """It is more than what is left; `left` in the currency's smallest unit."""

    def __init__(self, left: int) -> None:
        super().__init__()
        self.left = left


class RefundChangedError(RefundError):
    """Another refund of the order came first, or what was chosen cannot be given back any more."""


class RefundForbiddenError(RefundError):
    """Somebody else has to give money back; `least` is the role that may."""

    def __init__(self, least: str) -> None:
        super().__init__()
        self.least = least


class RefundLimitError(RefundError):
    """Only the owner may give so much back; `limit` in whole UAH."""

    def __init__(self, limit: int) -> None:
        super().__init__()
        self.limit = limit


class RefundUnavailableError(RefundError):
    """The provider of the payment has no credentials now."""
