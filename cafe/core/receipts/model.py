"""Receipts to be issued."""

from dataclasses import dataclass

from cafe.core.kernel.ids import OrderId


@dataclass(frozen=True, slots=True)
class DueReceipt:
    """A receipt that is due to be issued."""

    order_id: OrderId
    receipt_id: str
    attempts: int
    created_at: int
    """Unix seconds."""
