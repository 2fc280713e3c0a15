"""Receipts, as they are stored."""

from dataclasses import dataclass

from cafe.core.kernel.ids import OrderId


@dataclass(frozen=True, slots=True)
class StoredReceipt:
    """A receipt of a sale, or of the return of one."""

    id: int
    order_id: OrderId
    sale_id: int | None
    """The row of the sale that it takes back; None: it is a sale."""
    receipt_id: str
    """What the fiscal service knows it by."""
    state: str
    attempts: int
    due_at: int
    """Unix seconds, as `created_at`."""
    created_at: int

    @property
    def is_return(self) -> bool:
        return self.sale_id is not None
