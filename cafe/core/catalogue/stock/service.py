"""The staff's access to ingredients and stock."""

from collections.abc import Sequence

from cafe.core.catalogue.changes.actor import Actor
from cafe.core.catalogue.stock import moves_store, store
from cafe.core.catalogue.stock.model import (
    Ingredient,
    MoveKind,
    StockDifference,
    StockEntry,
    StockLevel,
    StockMove,
    StockUse,
)
from cafe.core.catalogue.stock.moves import compare, move_stock
from cafe.core.catalogue.stock.portions import PortionCost, PricedPortion, cost_portions
from cafe.core.kernel.clock import Clock, unix_now
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.errors import NotFoundError
from cafe.core.kernel.problems import ProblemsError


class InventoryService:
    """Lists ingredients and moves their stock. Entries name each ingredient once."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def list_all(self) -> list[Ingredient]:
        return await self._database.read_long(store.list_ingredients)

    async def list_levels(self) -> list[StockLevel]:
        """List all ingredients, each with its newest move and the amount held by orders."""
        return await self._database.read_long(store.list_levels)

    async def list_low(self) -> list[Ingredient]:
        """List the ingredients below their low-stock level."""
        return [ingredient for ingredient in await self.list_all() if ingredient.is_low]

    async def list_moves(self, code: str | None = None, *, before: int | None = None, limit: int) -> list[StockMove]:
        """List moves, newest first: of one ingredient or of all, older than the move `before`."""
        return await self._database.read(moves_store.list_moves, code, before, limit)

    async def list_uses(self, code: str) -> list[StockUse]:
        """List the dishes and options that use an ingredient."""
        return await self._database.read(moves_store.list_uses, code)

    async def cost_portions(self, portions: Sequence[PricedPortion]) -> list[PortionCost]:
        """Return what each of these portions costs by the averages of now."""
        return await self._database.read_long(cost_portions, portions)

    async def receive(self, entries: Sequence[StockEntry], note: str, actor: Actor) -> list[StockMove]:
        """Add a delivery.

        Raises:
            ProblemsError: some ingredients do not exist (any more).
            StockChangedError: somebody else moved some since the person saw them.
        """
        return await self._move(MoveKind.DELIVERY, entries, note, actor)

    async def write_off(self, entries: Sequence[StockEntry], reason: str, actor: Actor) -> list[StockMove]:
        """Remove what was spoilt or lost, even below zero: the kitchen knows better.

        Raises:
            ProblemsError: some ingredients do not exist (any more).
            StockChangedError: somebody else moved some since the person saw them.
        """
        return await self._move(MoveKind.WRITE_OFF, entries, reason, actor)

    async def compare_count(self, entries: Sequence[StockEntry]) -> list[StockDifference]:
        """Return the changes that `take_stock_count` would make now.

        Raises:
            ProblemsError: some ingredients do not exist (any more).
        """
        return await self._database.read_long(compare, entries)

    async def take_stock_count(self, entries: Sequence[StockEntry], note: str, actor: Actor) -> list[StockMove]:
        """Set the stock to the counted shelves, minus what is held by orders that are not being cooked yet.

        Raises:
            ProblemsError: some ingredients do not exist (any more).
            StockChangedError: somebody else moved some since the person saw them.
        """
        return await self._move(MoveKind.COUNT, entries, note, actor)

    async def correct(self, ingredient_id: int, counted: int, actor: Actor) -> StockLevel:
        """Store the counted amount of an ingredient, in its unit, overriding the stored one.

        Raises:
            NotFoundError: no such ingredient.
        """
        return await self._database.write(_correct, ingredient_id, counted, actor, unix_now(self._clock))

    async def _move(self, kind: MoveKind, entries: Sequence[StockEntry], note: str, actor: Actor) -> list[StockMove]:
        return await self._database.write(move_stock, kind, entries, note, actor, unix_now(self._clock))


def _correct(conn: Connection, ingredient_id: int, counted: int, actor: Actor, now: int) -> StockLevel:
    code = store.find_code(conn, ingredient_id)
    if code is None:
        raise NotFoundError
    try:
        move_stock(conn, MoveKind.COUNT, [StockEntry(code, counted)], "", actor, now)
    except ProblemsError:  # deleted a moment ago
        raise NotFoundError from None
    return next(level for level in store.list_levels(conn) if level.ingredient.id == ingredient_id)
