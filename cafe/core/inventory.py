"""Ingredients as the staff count them."""

from cafe.core import store
from cafe.core.errors import NotFoundError
from cafe.core.ports import Connection, Database
from cafe.core.store.stock import Ingredient


class InventoryService:
    """Shows and corrects what the kitchen has."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def list_all(self) -> list[Ingredient]:
        """Every ingredient."""
        return await self._database.read(store.stock.list_ingredients)

    async def list_low(self) -> list[Ingredient]:
        """The ingredients under their mark."""
        return [ingredient for ingredient in await self.list_all() if ingredient.stock < ingredient.low_stock]

    async def correct(self, ingredient_id: int, stock: int) -> Ingredient:
        """Store what was counted, in the ingredient's unit.

        Raises:
            NotFoundError: no such ingredient.
        """
        return await self._database.write(_correct, ingredient_id, stock)


def _correct(conn: Connection, ingredient_id: int, stock: int) -> Ingredient:
    ingredient = store.stock.set_stock(conn, ingredient_id, stock)
    if ingredient is None:
        raise NotFoundError
    return ingredient
