"""Customers' access to receipts."""

from cafe.core.kernel.database import Database
from cafe.core.kernel.ids import OrderId
from cafe.core.money.receipts import store


class ReceiptService:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def find_url(self, order_id: OrderId) -> str | None:
        """Find the URL of an order's receipt; None until it is done."""
        return await self._database.read(store.find_url, order_id)
