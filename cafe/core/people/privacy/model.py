"""The result of forgetting a customer."""

from dataclasses import dataclass

from cafe.core.kernel.errors import CafeError
from cafe.core.kernel.ids import CustomerId


class AmbiguousCustomerError(CafeError):
    """The customer to forget is ambiguous; the text is the reason in one line."""


@dataclass(frozen=True, slots=True)
class Forgotten:
    """Numbers of orders anonymised now and later."""

    orders: int
    """Finished orders that were anonymised."""
    open_orders: int
    """Orders that will be anonymised when they end."""
    others: tuple[CustomerId, ...] = ()
    """Customers who also ordered with other phones; those orders were kept."""

    def __add__(self, other: "Forgotten") -> "Forgotten":
        return Forgotten(
            self.orders + other.orders, self.open_orders + other.open_orders, (*self.others, *other.others)
        )
