"""SQL for bottles, and for what was poured from them."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import groupby

from cafe.core.catalogue.bottles.model import Bottle, Marked, Pour
from cafe.core.catalogue.menu.model import Recipe
from cafe.core.kernel.database import Connection, Row, among
from cafe.core.kernel.ids import OptionId, OrderId, ProductId
from cafe.core.ordering.orders.rules import MADE

_SELECT = (
    "SELECT b.id, b.mark, b.ingredient_id, i.code, i.name, i.unit, b.amount, b.remaining, b.scanned_at, b.scanned_by "
    "FROM bottles b JOIN ingredients i ON i.id = b.ingredient_id WHERE b.emptied_at IS NULL"
)

_MADE = ", ".join(f"'{status.value}'" for status in sorted(MADE))


def list_marked(conn: Connection) -> list[Marked]:
    """List the ingredients whose bottles have marks, by name."""
    rows = conn.all(
        "SELECT id, code, name, unit, bottle FROM ingredients WHERE bottle > 0 AND is_deleted = 0 ORDER BY name, id"
    )
    return [Marked(row["id"], row["code"], row["name"], row["unit"], row["bottle"]) for row in rows]


def list_open(conn: Connection) -> list[Bottle]:
    """List the open bottles by ingredient, the one opened first before others."""
    return [_bottle(row) for row in conn.all(f"{_SELECT} ORDER BY i.name, b.ingredient_id, b.id")]


def lock_open(conn: Connection, ingredient_ids: Collection[int]) -> list[Bottle]:
    """Return the open bottles of ingredients in the order of opening, locked so that they cannot change meanwhile."""
    if not ingredient_ids:
        return []
    chosen, params = among("ingredient_id", ingredient_ids)
    conn.all(f"SELECT id FROM bottles WHERE emptied_at IS NULL AND {chosen} ORDER BY id{conn.for_update}", params)
    chosen, params = among("b.ingredient_id", ingredient_ids)
    return [_bottle(row) for row in conn.all(f"{_SELECT} AND {chosen} ORDER BY b.id", params)]


def find_marked(conn: Connection, code: str) -> Marked | None:
    """Find an ingredient whose bottles have marks."""
    return next((each for each in list_marked(conn) if each.code == code), None)


def claim(conn: Connection, mark: str, ingredient: Marked | None, by: str, now: int) -> int | None:
    """Store a mark that was scanned: of a bottle opened for an ingredient, else of one that is sold as it is.

    Returns:
        The bottle's id; None if the mark is used. One that was sold as it is can come back: its order was cancelled, or
        money was refunded for it, or is not ready yet, so that a slip can be mended.
    """
    amount = ingredient.bottle if ingredient else 1
    values = {"mark": mark, "ingredient": ingredient and ingredient.id, "amount": amount, "by": by, "now": now}
    row = conn.one(
        "INSERT INTO bottles (mark, ingredient_id, amount, remaining, scanned_at, scanned_by) "
        "VALUES (:mark, :ingredient, :amount, :amount, :now, :by) ON CONFLICT (mark) DO UPDATE SET "
        "ingredient_id = excluded.ingredient_id, amount = excluded.amount, remaining = excluded.remaining, "
        "scanned_at = excluded.scanned_at, scanned_by = excluded.scanned_by, emptied_at = NULL "
        "WHERE bottles.ingredient_id IS NULL AND NOT EXISTS (SELECT 1 FROM pours p JOIN orders o ON o.id = p.order_id "
        f"WHERE p.bottle_id = bottles.id AND o.status IN ({_MADE}) AND NOT EXISTS "
        "(SELECT 1 FROM refunds r WHERE r.order_id = o.id AND r.state = 'done')) RETURNING id",
        values,
    )
    if row is None:
        return None
    conn.run(
        "DELETE FROM pours WHERE bottle_id = :id AND order_id IN "
        f"(SELECT o.id FROM orders o WHERE o.status NOT IN ({_MADE}, 'cancelled'))",
        {"id": row["id"]},
    )
    return int(row["id"])


def empty(conn: Connection, bottle_id: int, now: int) -> bool:
    """Mark an open bottle as empty; one that nothing was poured from is forgotten, so that its mark can be used."""
    untouched = "ingredient_id IS NOT NULL AND emptied_at IS NULL AND remaining = amount"
    if conn.run(f"DELETE FROM bottles WHERE id = :id AND {untouched}", {"id": bottle_id}):
        return True
    emptied = "UPDATE bottles SET emptied_at = :now WHERE id = :id AND emptied_at IS NULL AND ingredient_id IS NOT NULL"
    return conn.run(emptied, {"id": bottle_id, "now": now}) == 1


def add_pours(conn: Connection, order_id: OrderId, pours: Sequence[Pour], now: int) -> None:
    """Store what was poured; a bottle that is counted down to nothing is empty."""
    if not pours:
        return
    rows = [
        {
            "order_id": order_id,
            "code": each.code,
            "piece": each.piece,
            "bottle_id": each.bottle_id,
            "amount": each.amount,
        }
        for each in pours
    ]
    conn.insert("pours", rows)
    taken: dict[int, int] = {}
    for each in pours:
        taken[each.bottle_id] = taken.get(each.bottle_id, 0) + each.amount
    conn.run_many(
        "UPDATE bottles SET remaining = remaining - :amount, "
        "emptied_at = CASE WHEN remaining = :amount THEN CAST(:now AS BIGINT) ELSE emptied_at END WHERE id = :id",
        [{"id": bottle_id, "amount": amount, "now": now} for bottle_id, amount in sorted(taken.items())],
    )


def list_poured(conn: Connection, order_id: OrderId) -> dict[str, dict[int, tuple[str, ...]]]:
    """Return the marks of each piece that was poured for an order, by its number, by the code of its goods."""
    rows = conn.all(
        "SELECT p.code, p.piece, b.mark FROM pours p JOIN bottles b ON b.id = p.bottle_id "
        "WHERE p.order_id = :order_id ORDER BY p.code, p.piece, b.id",
        {"order_id": order_id},
    )
    poured: dict[str, dict[int, tuple[str, ...]]] = {}
    for (code, piece), of_piece in groupby(rows, lambda row: (row["code"], row["piece"])):
        poured.setdefault(code, {})[piece] = tuple(row["mark"] for row in of_piece)
    return poured


def list_recipes(
    conn: Connection, product_ids: Iterable[ProductId], option_ids: Iterable[OptionId]
) -> tuple[Mapping[ProductId, Recipe], Mapping[OptionId, Recipe]]:
    """Return what dishes and options take of ingredients whose bottles have marks."""
    dishes = {ProductId(key): recipe for key, recipe in _recipes(conn, "recipes", "product_id", product_ids).items()}
    options = {
        OptionId(key): recipe for key, recipe in _recipes(conn, "option_recipes", "option_id", option_ids).items()
    }
    return dishes, options


def _recipes(conn: Connection, table: str, column: str, ids: Iterable[int]) -> dict[int, dict[int, int]]:
    chosen, params = among(f"r.{column}", set(ids))
    rows = conn.all(
        f"SELECT r.{column} AS owner, r.ingredient_id, r.amount FROM {table} r "
        f"JOIN ingredients i ON i.id = r.ingredient_id WHERE i.bottle > 0 AND i.is_deleted = 0 AND {chosen} "
        "ORDER BY r.ingredient_id",
        params,
    )
    recipes: dict[int, dict[int, int]] = {}
    for row in rows:
        recipes.setdefault(row["owner"], {})[row["ingredient_id"]] = row["amount"]
    return recipes


def _bottle(row: Row) -> Bottle:
    return Bottle(
        row["id"],
        row["mark"],
        row["ingredient_id"],
        row["code"],
        row["name"],
        row["unit"],
        row["amount"],
        row["remaining"],
        row["scanned_at"],
        row["scanned_by"],
    )
