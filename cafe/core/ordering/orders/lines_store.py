"""SQL for the lines of orders: snapshots of what was ordered."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

import orjson

from cafe.core.catalogue.options.model import PLAIN, Choice, ChosenOption
from cafe.core.catalogue.taxes.model import FiscalData, LineFiscal
from cafe.core.kernel.database import Connection, Row, listed
from cafe.core.kernel.ids import OptionId, OrderId, OrderLineId, ProductId
from cafe.core.kernel.locale import OwnText
from cafe.core.ordering.orders.model import OrderLine


def add_lines(conn: Connection, order_id: OrderId, lines: Sequence[OrderLine]) -> None:
    """Insert the snapshots of the ordered products."""
    conn.insert("order_lines", [{"order_id": order_id, **line_values(line)} for line in lines])


def list_lines(conn: Connection, order_ids: Sequence[OrderId]) -> Mapping[OrderId, tuple[OrderLine, ...]]:
    """Return the lines of orders, by order."""
    ids, params = listed(order_ids)
    rows = conn.all(
        "SELECT order_id, id, product_id, name, name_en, quantity, price, choice, note, done_at, fiscal "
        f"FROM order_lines WHERE order_id IN ({ids}) ORDER BY order_id, id",
        params,
    )
    return {
        order_id: tuple(read_line(row) for row in group)
        for order_id, group in groupby(rows, lambda row: row["order_id"])
    }


def mark_line(conn: Connection, order_id: OrderId, line_id: OrderLineId, done_at: int | None) -> bool:
    """Store when a line was done, None to undo that; False if the order has no such line."""
    changed = conn.run(
        "UPDATE order_lines SET done_at = :done_at WHERE id = :id AND order_id = :order_id",
        {"id": line_id, "order_id": order_id, "done_at": done_at},
    )
    return changed == 1


def set_quantity(conn: Connection, line_id: OrderLineId, quantity: int) -> None:
    """Store a line's pieces; a line without any is deleted."""
    params = {"id": line_id, "quantity": quantity}
    if quantity:
        conn.run("UPDATE order_lines SET quantity = :quantity WHERE id = :id", params)
    else:
        conn.run("DELETE FROM order_lines WHERE id = :id", {"id": line_id})


def set_last_costs(conn: Connection, order_id: OrderId, costs: Sequence[int | None]) -> None:
    """Store what a piece of each of an order's last lines costs, in kopiykas; None: not known."""
    known = {lines_after: cost for lines_after, cost in enumerate(reversed(costs)) if cost is not None}
    if not known:
        return
    after = "(SELECT COUNT(*) FROM order_lines l WHERE l.order_id = order_lines.order_id AND l.id > order_lines.id)"
    cases = " ".join(f"WHEN {at} THEN CAST(:cost{at} AS BIGINT)" for at in known)
    conn.later(
        "order_lines",
        f"UPDATE order_lines SET cost = CASE {after} {cases} ELSE cost END WHERE order_id = :order_id",
        {"order_id": order_id, **{f"cost{at}": cost for at, cost in known.items()}},
    )


def line_values(line: OrderLine) -> dict[str, Any]:
    """Return a line's values by column, without its ids."""
    return {
        "product_id": line.product_id,
        "name": line.product_name.uk,
        "name_en": line.product_name.en,
        "quantity": line.quantity,
        "price": line.price,
        "choice": _choice_text(line),
        "note": line.note,
        "fiscal": None if line.fiscal is None else _fiscal_text(line.fiscal),
    }


def read_line(row: Row | Mapping[str, Any]) -> OrderLine:
    """Build a line from its values by column."""
    product_id = row["product_id"]
    return OrderLine(
        None if product_id is None else ProductId(product_id),
        OwnText(row["name"], row["name_en"]),
        row["quantity"],
        row["price"],
        read_choice_text(row["choice"]),
        row["note"],
        None if row["id"] is None else OrderLineId(row["id"]),
        row["done_at"],
        None if row["fiscal"] is None else _read_fiscal(row["fiscal"]),
    )


def _fiscal_text(fiscal: LineFiscal) -> str:
    return orjson.dumps(fiscal, option=orjson.OPT_NON_STR_KEYS).decode()


def _read_fiscal(text: str) -> LineFiscal:
    values = orjson.loads(text)
    options = {OptionId(int(option)): FiscalData.of(data) for option, data in values["options"].items()}
    return LineFiscal(FiscalData.of(values["dish"]), options)


def _choice_text(line: OrderLine) -> str | None:
    """Return a choice in its stored form; None for the product's defaults with nothing to say of them."""
    is_told = bool(line.note) or (line.fiscal is not None and bool(line.fiscal.options))
    is_stored = not line.choice.is_plain or (is_told and line.choice.options)
    return orjson.dumps(line.choice).decode() if is_stored else None


def read_choice_text(text: str | None) -> Choice:
    """Parse a choice stored with an order."""
    if text is None:
        return PLAIN
    values = orjson.loads(text)
    options, without = ([ChosenOption(**option) for option in values[key]] for key in ("options", "without"))
    return Choice(tuple(options), tuple(without), values.get("is_plain", False))
