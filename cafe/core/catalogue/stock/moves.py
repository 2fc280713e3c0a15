"""Deliveries, write-offs and counts: several ingredients at once, all or none, each with its author."""

from collections.abc import Iterable, Mapping, Sequence

from cafe.core.catalogue.changes.actor import Actor
from cafe.core.catalogue.stock import moves_store, store
from cafe.core.catalogue.stock.errors import StockChangedError
from cafe.core.catalogue.stock.model import (
    Ingredient,
    MoveKind,
    NewMove,
    StockDifference,
    StockEntry,
    StockMove,
)
from cafe.core.catalogue.stock.rules import average_after, average_without
from cafe.core.kernel.database import Connection
from cafe.core.kernel.problems import Problem, ProblemsError


def move_stock(
    conn: Connection, kind: MoveKind, entries: Sequence[StockEntry], note: str, actor: Actor, now: int
) -> list[StockMove]:
    """Store one move for each entry. A count covers the whole shelf, so the stock becomes that minus what orders hold.

    A delivery with a price changes the average cost; taking it back restores what the average would be without it.

    Raises:
        ProblemsError: some ingredients do not exist (any more), or a move cannot be taken back so.
        StockChangedError: some have a newer move than the person has seen.
    """
    found = store.lock_ingredients(conn, [entry.code for entry in entries])
    _check(conn, found, entries)
    held = store.count_held(conn) if kind is MoveKind.COUNT else {}
    new = [
        _new_move(conn, found[entry.code], kind.change(entry.amount, _shelf(found[entry.code], held, entry)), entry)
        for entry in entries
    ]
    unknown = [
        index for index, (entry, move) in enumerate(zip(entries, new, strict=True)) if entry.undoes != move.undoes
    ]
    if unknown:
        raise ProblemsError(*(Problem(f"entries.{index}.undoes", "stock-not-undone") for index in unknown))
    moves = moves_store.add_moves(conn, kind, new, note, actor, now)
    store.set_stocks(conn, [(found[move.code].id, move.stock_after, move.cost_after) for move in moves])
    return moves


def _new_move(conn: Connection, ingredient: Ingredient, change: int, entry: StockEntry) -> NewMove:
    """Return the move of an entry; without `undoes` if it cannot take back what it says."""
    if entry.undoes is None:
        average = average_after(ingredient.stock, ingredient.cost, change, entry.paid)
        return NewMove(ingredient, change, average, entry.paid)
    moves = _list_to_undo(conn, ingredient.id, entry.undoes)
    undone = next((move for move in moves if move.id == entry.undoes), None)
    gone = {move.undoes for move in moves if move.undoes is not None}
    if undone is None or undone.undoes is not None or undone.id in gone or undone.change != -change:
        return NewMove(ingredient, change, ingredient.cost)
    cost = ingredient.cost
    if undone.paid is not None:
        cost = average_without(moves, gone | {undone.id}, cost)
    return NewMove(ingredient, change, cost, undoes=undone.id)


def _list_to_undo(conn: Connection, ingredient_id: int, move_id: int) -> list[StockMove]:
    """List the moves since one, or since the earliest that was taken back after it."""
    moves = moves_store.list_since(conn, ingredient_id, move_id)
    earliest = min((move.undoes for move in moves if move.undoes is not None), default=move_id)
    return moves if earliest >= move_id else _list_to_undo(conn, ingredient_id, earliest)


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
