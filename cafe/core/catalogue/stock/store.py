"""SQL for ingredients and stock."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

import orjson

from cafe.core.catalogue.stock.model import Ingredient, StockLevel
from cafe.core.kernel.database import Connection, Params, Row, among, listed
from cafe.core.kernel.ids import OrderId
from cafe.core.ordering.orders.store import OPEN


def list_ingredients(conn: Connection) -> list[Ingredient]:
    """List all ingredients in order of creation."""
    rows = conn.all(
        "SELECT id, code, name, unit, stock, low_stock, cost, bottle FROM ingredients WHERE is_deleted = 0 ORDER BY id"
    )
    return [_ingredient(row) for row in rows]


def list_levels(conn: Connection) -> list[StockLevel]:
    """List all ingredients in order of creation, each with its newest move and the amount held by orders."""
    held = count_held(conn)
    rows = conn.all(
        "SELECT id, code, name, unit, stock, low_stock, cost, bottle, (SELECT MAX(m.id) FROM stock_moves m "
        "WHERE m.ingredient_id = ingredients.id) AS last_move FROM ingredients WHERE is_deleted = 0 ORDER BY id"
    )
    return [StockLevel(_ingredient(row), row["last_move"] or 0, held[row["id"]]) for row in rows]


def count_held(conn: Connection) -> Counter[int]:
    """Sum up the amounts of orders that are not being cooked yet, by ingredient id: still on the shelf.

    To compare them with a stock, lock the ingredients first: an order takes and restores them in its last statements.
    """
    rows = conn.all(
        f"SELECT stock_taken, COUNT(*) AS orders FROM orders WHERE {OPEN} AND status IN ('new', 'confirmed') "
        "AND stock_taken IS NOT NULL GROUP BY stock_taken"
    )
    held: Counter[int] = Counter()
    for row in rows:
        for ingredient_id, amount in orjson.loads(row["stock_taken"]).items():
            held[int(ingredient_id)] += amount * row["orders"]
    return held


@dataclass(frozen=True, slots=True)
class Taken:
    """What was found when stock was taken."""

    low: list[Ingredient]
    """Those now below their low-stock level that were not reported before."""
    costs: Mapping[int, int | None]
    """The cost of each ingredient by its id, as in `Ingredient`."""


def take_stock(conn: Connection, needed: Mapping[int, int]) -> Taken:
    """Take amounts by ingredient id, even below zero; amounts below zero are given back."""
    if not needed:
        return Taken([], {})
    amount, chosen, params = _amounts(conn, needed)
    rows = conn.all(
        f"{chosen} UPDATE ingredients SET stock = stock - {amount}, "
        f"is_low_reported = CASE WHEN stock - {amount} >= low_stock THEN 0 ELSE is_low_reported END "
        "WHERE id IN (SELECT id FROM chosen) "
        "RETURNING id, code, name, unit, stock, low_stock, cost, bottle, "
        "stock < low_stock AND is_low_reported = 0 AS is_news",
        params,
    )
    low = sorted((_ingredient(row) for row in rows if row["is_news"]), key=lambda ingredient: ingredient.id)
    for ingredient in low:
        conn.run("UPDATE ingredients SET is_low_reported = 1 WHERE id = :id", {"id": ingredient.id})
    return Taken(low, {row["id"]: row["cost"] for row in rows})


def restore_stock(conn: Connection, order_id: OrderId) -> None:
    """Restore an order's ingredients; a second call does nothing."""
    taken = _taken(conn, order_id)
    if not taken:
        return
    claimed = conn.run(
        "UPDATE orders SET stock_taken = NULL WHERE id = :id AND stock_taken IS NOT NULL", {"id": order_id}
    )
    if claimed:
        take_stock(conn, {ingredient_id: -amount for ingredient_id, amount in taken.items()})


def change_taken(
    conn: Connection, order_id: OrderId, used: Mapping[int, int], freed: Mapping[int, int]
) -> list[Ingredient]:
    """Take what an edited order uses more, and give back what it uses less, at most what was taken for it.

    Returns:
        Those now below their low-stock level that were not reported before.
    """
    taken = _taken(conn, order_id)
    after = taken + Counter(used)
    after -= Counter(freed)  # keeps what is above zero
    change = {key: after[key] - taken[key] for key in sorted({*used, *freed}) if after[key] != taken[key]}
    if change:
        params = {"id": order_id, "taken": stored_amounts(after)}
        conn.run("UPDATE orders SET stock_taken = :taken WHERE id = :id", params)
    return take_stock(conn, change).low


def list_costs(conn: Connection, ingredient_ids: Collection[int]) -> dict[int, int | None]:
    """Return the cost of each of these ingredients by id, as in `Ingredient`."""
    chosen, params = among("id", ingredient_ids)
    return {row["id"]: row["cost"] for row in conn.all(f"SELECT id, cost FROM ingredients WHERE {chosen}", params)}


def _taken(conn: Connection, order_id: OrderId) -> Counter[int]:
    """Return the ingredients taken for an order, amounts by id."""
    row = conn.one("SELECT stock_taken FROM orders WHERE id = :id", {"id": order_id})
    stored = {} if row is None or row["stock_taken"] is None else orjson.loads(row["stock_taken"])
    return Counter({int(ingredient_id): amount for ingredient_id, amount in stored.items()})


def stored_amounts(amounts: Mapping[int, int]) -> str | None:
    """Return amounts by ingredient id as an order stores them."""
    return orjson.dumps(dict(amounts), option=orjson.OPT_NON_STR_KEYS).decode() if amounts else None


def _amounts(conn: Connection, amounts: Mapping[int, int]) -> tuple[str, str, Params]:
    """Return SQL for each ingredient's amount and for the rows themselves, with its parameters.

    Rows are locked by ascending id; otherwise two orders with the same ingredients could deadlock.
    """
    names, ids = listed(amounts)
    values = {f"amount_of_{name}": amounts[ingredient_id] for name, ingredient_id in ids.items()}
    cases = " ".join(f"WHEN :{name} THEN CAST(:amount_of_{name} AS BIGINT)" for name in ids)
    chosen = f"WITH chosen AS (SELECT id FROM ingredients WHERE id IN ({names}) ORDER BY id{conn.for_update})"
    return f"CASE id {cases} END", chosen, {**ids, **values}


def find_code(conn: Connection, ingredient_id: int) -> str | None:
    """Find the code of an ingredient."""
    row = conn.one("SELECT code FROM ingredients WHERE id = :id", {"id": ingredient_id})
    return None if row is None else str(row["code"])


def lock_ingredients(conn: Connection, codes: Iterable[str]) -> dict[str, Ingredient]:
    """Return these ingredients by code, locked by ascending id so that their stock cannot change meanwhile."""
    names = {f"code{index}": code for index, code in enumerate(codes)}
    if not names:
        return {}
    rows = conn.all(
        f"SELECT id, code, name, unit, stock, low_stock, cost, bottle FROM ingredients "
        f"WHERE code IN ({', '.join(':' + name for name in names)}) AND is_deleted = 0 ORDER BY id{conn.for_update}",
        names,
    )
    return {row["code"]: _ingredient(row) for row in rows}


def list_default_recipes(conn: Connection, groups: Collection[str]) -> dict[str, list[dict[str, int]]]:
    """Return the recipes of the default options of these groups, by the group's slug: amounts by ingredient code."""
    names = {f"slug{at}": slug for at, slug in enumerate(sorted(groups))}
    if not names:
        return {}
    rows = conn.all(
        "SELECT g.slug, o.id, i.code, r.amount FROM option_groups g JOIN options o ON o.group_id = g.id "
        "JOIN option_recipes r ON r.option_id = o.id JOIN ingredients i ON i.id = r.ingredient_id "
        f"WHERE o.is_default = 1 AND o.is_active = 1 AND g.slug IN ({', '.join(':' + name for name in names)})",
        names,
    )
    found: dict[str, dict[int, dict[str, int]]] = {}
    for row in rows:
        found.setdefault(row["slug"], {}).setdefault(row["id"], {})[row["code"]] = row["amount"]
    return {slug: list(recipes.values()) for slug, recipes in found.items()}


def set_stocks(conn: Connection, moved: Iterable[tuple[int, int, int | None]]) -> None:
    """Set stock and cost of ingredients by id; those above their level may be reported again."""
    conn.run_many(
        "UPDATE ingredients SET stock = :stock, cost = :cost, "
        "is_low_reported = CASE WHEN :stock >= low_stock THEN 0 ELSE is_low_reported END WHERE id = :id",
        [{"id": ingredient_id, "stock": stock, "cost": cost} for ingredient_id, stock, cost in moved],
    )


def reset_reports(conn: Connection) -> None:
    """Allow a new warning for ingredients that are back at their low-stock level."""
    conn.run("UPDATE ingredients SET is_low_reported = 0 WHERE is_low_reported = 1 AND stock >= low_stock")


def _ingredient(row: Row) -> Ingredient:
    return Ingredient(
        row["id"],
        row["code"],
        row["name"],
        row["unit"],
        row["stock"],
        row["low_stock"],
        row["cost"],
        row["bottle"],
    )
