"""The result of forgetting somebody."""

from dataclasses import dataclass

from cafe.core.kernel.errors import CafeError
from cafe.core.kernel.ids import CustomerId


class AmbiguousCustomerError(CafeError):
    """It is not clear whom to forget; the text is one line that says why."""


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What was anonymised and what remains."""

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
