"""Why a dish cannot be had."""

from cafe.core.kernel.errors import CafeError


class ProductNotFoundError(CafeError):
    """No product with that id can be ordered."""
