"""A guest's rating of an order."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating with the order's number. `rated_at` in Unix seconds."""

    order_number: str
    is_good: bool
    words: str
    """What the guest wrote about it, perhaps nothing."""
    rated_at: int
