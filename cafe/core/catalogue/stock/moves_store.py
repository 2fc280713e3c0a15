"""SQL for the moves of stock, and for the recipes that use an ingredient."""

from collections.abc import Iterable, Sequence

from cafe.core.catalogue.changes.actor import Actor, Way
from cafe.core.catalogue.stock.model import MoveKind, NewMove, StockMove, StockUse
from cafe.core.kernel.database import Connection, Row
from cafe.core.kernel.ids import StaffId

COLUMNS = (
    "id, code, name, unit, kind, amount, stock_before, stock_after, note, way, actor, staff_id, created_at, paid, "
    "cost_before, cost_after, undoes"
)


def add_moves(
    conn: Connection, kind: MoveKind, moves: Sequence[NewMove], note: str, actor: Actor, now: int
) -> list[StockMove]:
    """Store moves, at most one of an ingredient."""
    conn.run_many(
        "INSERT INTO stock_moves (ingredient_id, code, name, unit, kind, amount, stock_before, stock_after, note, "
        "way, actor, staff_id, created_at, paid, cost_before, cost_after, undoes) VALUES (:id, :code, :name, :unit, "
        ":kind, :amount, :before, :after, :note, :way, :actor, :staff_id, :now, :paid, :cost_before, :cost_after, "
        ":undoes)",
        [
            {
                "id": move.ingredient.id,
                "code": move.ingredient.code,
                "name": move.ingredient.name,
                "unit": move.ingredient.unit,
                "kind": kind.value,
                "amount": move.change,
                "before": move.ingredient.stock,
                "after": move.ingredient.stock + move.change,
                "note": note,
                "way": actor.way.value,
                "actor": actor.name,
                "staff_id": actor.staff_id,
                "now": now,
                "paid": move.paid,
                "cost_before": move.ingredient.cost,
                "cost_after": move.cost_after,
                "undoes": move.undoes,
            }
            for move in moves
        ],
    )
    newest = list_newest(conn, [move.ingredient.id for move in moves])  # ours, since the ingredients are locked
    return [newest[move.ingredient.id] for move in moves]


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


def list_since(conn: Connection, ingredient_id: int, move_id: int) -> list[StockMove]:
    """List the moves of an ingredient from one on, the oldest first."""
    rows = conn.all(
        f"SELECT {COLUMNS} FROM stock_moves WHERE ingredient_id = :ingredient_id AND id >= :move_id ORDER BY id",
        {"ingredient_id": ingredient_id, "move_id": move_id},
    )
    return [_move(row) for row in rows]


def list_written_off(conn: Connection, since: int, until: int) -> list[StockMove]:
    """List the write-offs from `since` and before `until` (Unix seconds), without those of and by taking back."""
    rows = conn.all(
        f"SELECT {COLUMNS} FROM stock_moves m WHERE kind = 'write_off' AND created_at >= :since "
        "AND created_at < :until AND undoes IS NULL "
        "AND NOT EXISTS (SELECT 1 FROM stock_moves u WHERE u.undoes = m.id) ORDER BY id",
        {"since": since, "until": until},
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
        row["paid"],
        row["cost_before"],
        row["cost_after"],
        row["undoes"],
    )
