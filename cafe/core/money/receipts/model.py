"""Receipts to be issued."""

from dataclasses import dataclass
from enum import StrEnum

from cafe.core.kernel.ids import OrderId


class ReceiptKind(StrEnum):
    SALE = "sale"
    RETURN = "return"


@dataclass(frozen=True, slots=True)
class DueReceipt:
    """A receipt that is due to be issued."""

    kind: ReceiptKind
    key: int
    """The order's id for a sale's receipt, the refund's id for a return's."""
    order_id: OrderId
    receipt_id: str
    attempts: int
    created_at: int
    """Unix seconds."""
