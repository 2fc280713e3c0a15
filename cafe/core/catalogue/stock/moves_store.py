"""SQL for the moves of stock, and for the recipes that use an ingredient."""

from collections.abc import Iterable, Sequence

from cafe.core.catalogue.changes.actor import Actor, Way
from cafe.core.catalogue.stock.model import Ingredient, MoveKind, StockMove, StockUse
from cafe.core.kernel.database import Connection, Row
from cafe.core.kernel.ids import StaffId

COLUMNS = "id, code, name, unit, kind, amount, stock_before, stock_after, note, way, actor, staff_id, created_at"


def add_moves(
    conn: Connection, kind: MoveKind, changes: Sequence[tuple[Ingredient, int]], note: str, actor: Actor, now: int
) -> list[StockMove]:
    """Store a move of each of these ingredients, which are locked and have their stock from before it."""
    conn.run_many(
        "INSERT INTO stock_moves (ingredient_id, code, name, unit, kind, amount, stock_before, stock_after, note, "
        "way, actor, staff_id, created_at) VALUES (:id, :code, :name, :unit, :kind, :amount, :before, :after, :note, "
        ":way, :actor, :staff_id, :now)",
        [
            {
                "id": ingredient.id,
                "code": ingredient.code,
                "name": ingredient.name,
                "unit": ingredient.unit,
                "kind": kind.value,
                "amount": change,
                "before": ingredient.stock,
                "after": ingredient.stock + change,
                "note": note,
                "way": actor.way.value,
                "actor": actor.name,
                "staff_id": actor.staff_id,
                "now": now,
            }
            for ingredient, change in changes
        ],
    )
    newest = list_newest(conn, [ingredient.id for ingredient, _ in changes])  # ours, since the ingredients are locked
    return [newest[ingredient.id] for ingredient, _ in changes]


def list_newest(conn: Connection, ingredient_ids: Iterable[int]) -> dict[int, StockMove]:
    """Return the newest move of each of these ingredients that has any, by the ingredient's id."""
    names = {f"id{index}": ingredient_id for index, ingredient_id in enumerate(ingredient_ids)}
    if not names:
        return {}
    rows = conn.all(
        f"SELECT ingredient_id, {COLUMNS} FROM stock_moves WHERE id IN (SELECT MAX(id) FROM stock_moves "
        f"WHERE ingredient_id IN ({', '.join(':' + name for name in names)}) GROUP BY ingredient_id)",
        names,
    )
    return {row["ingredient_id"]: _move(row) for row in rows}


def list_moves(conn: Connection, code: str | None, before: int | None, limit: int) -> list[StockMove]:
    """List moves, newest first: of one ingredient, if given, and older than the move `before`."""
    conditions = ["code = :code"] * (code is not None) + ["id < :before"] * (before is not None)
    where = f"WHERE {' AND '.join(conditions)} " if conditions else ""
    values = {"code": code, "before": before, "limit": limit}
    rows = conn.all(
        f"SELECT {COLUMNS} FROM stock_moves {where}ORDER BY id DESC LIMIT :limit",
        {name: value for name, value in values.items() if value is not None},
    )
    return [_move(row) for row in rows]


def list_uses(conn: Connection, code: str) -> list[StockUse]:
    """List the dishes, then the options, whose recipes have an ingredient; including inactive ones."""
    products = conn.all(
        "SELECT p.slug, p.name, p.name_en, r.amount FROM recipes r JOIN ingredients i ON i.id = r.ingredient_id "
        "JOIN products p ON p.id = r.product_id WHERE i.code = :code ORDER BY p.sort_order, p.id",
        {"code": code},
    )
    options = conn.all(
        "SELECT g.slug, g.name AS group_name, g.name_en AS group_name_en, o.name, o.name_en, r.amount "
        "FROM option_recipes r JOIN ingredients i ON i.id = r.ingredient_id JOIN options o ON o.id = r.option_id "
        "JOIN option_groups g ON g.id = o.group_id WHERE i.code = :code ORDER BY g.id, o.sort_order, o.id",
        {"code": code},
    )
    return [StockUse(row["name"], row["name_en"], row["amount"], product=row["slug"]) for row in products] + [
        StockUse(
            f"{row['group_name']}: {row['name']}",
            f"{row['group_name_en'] or row['group_name']}: {row['name_en'] or row['name']}",
            row["amount"],
            group=row["slug"],
        )
        for row in options
    ]


def _move(row: Row) -> StockMove:
    staff_id = None if row["staff_id"] is None else StaffId(row["staff_id"])
    return StockMove(
        row["id"],
        row["code"],
        row["name"],
        row["unit"],
        MoveKind(row["kind"]),
        row["amount"],
        row["stock_before"],
        row["stock_after"],
        row["note"],
        Actor(row["actor"], staff_id, Way(row["way"])),
        row["created_at"],
    )
