"""The staff's access to ingredients and stock."""

from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.errors import NotFoundError
from cafe.core.stock import store
from cafe.core.stock.model import Ingredient


class InventoryService:
    """Lists ingredients and corrects their stock."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def list_all(self) -> list[Ingredient]:
        return await self._database.read(store.list_ingredients)

    async def list_low(self) -> list[Ingredient]:
        """List the ingredients below their low-stock level."""
        return [ingredient for ingredient in await self.list_all() if ingredient.stock < ingredient.low_stock]

    async def correct(self, ingredient_id: int, stock: int) -> Ingredient:
        """Set an ingredient's counted stock, in its unit.

        Raises:
            NotFoundError: no such ingredient.
        """
        return await self._database.write(_correct, ingredient_id, stock)


def _correct(conn: Connection, ingredient_id: int, stock: int) -> Ingredient:
    ingredient = store.set_stock(conn, ingredient_id, stock)
    if ingredient is None:
        raise NotFoundError
    return ingredient
