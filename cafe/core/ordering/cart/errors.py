"""Why a cart cannot be changed."""

from cafe.core.kernel.errors import CafeError


class ItemNotInCartError(CafeError):
    """The cart has no line for the product."""


class QuantityTooSmallError(CafeError):
    """The quantity is below one."""


class QuantityTooLargeError(CafeError):
    """The quantity of a line exceeds 10,000."""


class CartFullError(CafeError):
    """The cart has the maximum number of lines with a choice or a note."""
