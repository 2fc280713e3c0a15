"""Errors of ordering a dish."""

from cafe.core.kernel.errors import CafeError


class ProductNotFoundError(CafeError):
    """No product with that id can be ordered."""
