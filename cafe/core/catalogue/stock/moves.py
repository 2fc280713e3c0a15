"""Deliveries, write-offs and counts: several ingredients at once, all or none, each with its author."""

from collections.abc import Iterable, Mapping, Sequence

from cafe.core.catalogue.changes.actor import Actor
from cafe.core.catalogue.stock import moves_store, store
from cafe.core.catalogue.stock.errors import StockChangedError
from cafe.core.catalogue.stock.model import Ingredient, MoveKind, StockDifference, StockEntry, StockMove
from cafe.core.kernel.database import Connection
from cafe.core.kernel.problems import Problem, ProblemsError


def move_stock(
    conn: Connection, kind: MoveKind, entries: Sequence[StockEntry], note: str, actor: Actor, now: int
) -> list[StockMove]:
    """Store one move for each entry. A count covers the whole shelf, so the stock becomes that minus what orders hold.

    Raises:
        ProblemsError: some ingredients do not exist (any more).
        StockChangedError: some have a newer move than the person has seen.
    """
    found = store.lock_ingredients(conn, [entry.code for entry in entries])
    _check(conn, found, entries)
    held = store.count_held(conn) if kind is MoveKind.COUNT else {}
    changes = [
        (found[entry.code], kind.change(entry.amount, _shelf(found[entry.code], held, entry))) for entry in entries
    ]
    moves = moves_store.add_moves(conn, kind, changes, note, actor, now)
    store.set_stocks(conn, {found[move.code].id: move.stock_after for move in moves})
    return moves


def compare(conn: Connection, entries: Iterable[StockEntry]) -> list[StockDifference]:
    """Return the changes that a count would make now.

    Raises:
        ProblemsError: some ingredients do not exist (any more).
    """
    found = {ingredient.code: ingredient for ingredient in store.list_ingredients(conn)}
    _check_known(found, entries)
    held = store.count_held(conn)
    return [
        StockDifference(found[entry.code], _shelf(found[entry.code], held, entry), entry.amount) for entry in entries
    ]


def _shelf(ingredient: Ingredient, held: Mapping[int, int], entry: StockEntry) -> int:
    """Return the expected amount on the shelf when the entry was counted."""
    return ingredient.stock + held.get(ingredient.id, 0) if entry.shelf is None else entry.shelf


def _check(conn: Connection, found: Mapping[str, Ingredient], entries: Sequence[StockEntry]) -> None:
    _check_known(found, entries)
    newest = moves_store.list_newest(conn, [ingredient.id for ingredient in found.values()])
    moves = ((entry, newest.get(found[entry.code].id)) for entry in entries if entry.seen is not None)
    unseen = tuple(move for entry, move in moves if move is not None and move.id != entry.seen)
    if unseen:
        raise StockChangedError(unseen)


def _check_known(found: Mapping[str, Ingredient], entries: Iterable[StockEntry]) -> None:
    unknown = [index for index, entry in enumerate(entries) if entry.code not in found]
    if unknown:
        raise ProblemsError(*(Problem(f"entries.{index}.code", "stock-unknown") for index in unknown))
