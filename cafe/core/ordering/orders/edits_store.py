"""SQL for the edits of orders."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import orjson

from cafe.core.kernel.database import Connection, Row, listed
from cafe.core.kernel.ids import OrderId
from cafe.core.kernel.locale import OwnText
from cafe.core.ordering.orders.lines_store import line_values, read_line
from cafe.core.ordering.orders.model import EditState, OrderEdit, OrderLine, ZoneMove


def list_edits(conn: Connection, order_ids: Sequence[OrderId]) -> Mapping[OrderId, tuple[OrderEdit, ...]]:
    """Return the edits of orders, by order, oldest first."""
    ids, params = listed(order_ids)
    rows = conn.all(
        "SELECT order_id, number, state, by_customer, actor, gone, added, zone, total_before, total, created_at "
        f"FROM order_edits WHERE order_id IN ({ids}) ORDER BY order_id, number",
        params,
    )
    return {
        order_id: tuple(_edit(row) for row in group) for order_id, group in groupby(rows, lambda row: row["order_id"])
    }


def add_edit(conn: Connection, order_id: OrderId, edit: OrderEdit, wanted: Mapping[str, Any] | None) -> None:
    """Store an edit as the order's newest; an open proposal before it is dropped. `wanted` is stored as JSON."""
    params = {"order_id": order_id, "number": edit.number, "now": edit.at}
    conn.run(
        "UPDATE order_edits SET state = 'dropped', wanted = NULL, decided_at = :now "
        "WHERE order_id = :order_id AND state = 'proposed' AND number < :number",
        params,
    )
    conn.run(
        "INSERT INTO order_edits (order_id, number, state, by_customer, actor, gone, added, zone, wanted, "
        "total_before, total, created_at, decided_at) VALUES (:order_id, :number, :state, :by_customer, :actor, :gone, "
        ":added, :zone, :wanted, :total_before, :total, :now, "
        "CASE WHEN :state = 'applied' THEN CAST(:now AS BIGINT) END)",
        {
            **params,
            "state": edit.state.value,
            "by_customer": int(edit.by_customer),
            "actor": edit.actor,
            "gone": _text(edit.gone),
            "added": _text(edit.added),
            "zone": None if edit.zone is None else orjson.dumps(edit.zone).decode(),
            "wanted": None if wanted is None else orjson.dumps(wanted).decode(),
            "total_before": edit.total_before,
            "total": edit.total,
        },
    )
    conn.run("UPDATE orders SET version = :number WHERE id = :order_id", {"order_id": order_id, "number": edit.number})


def find_wanted(conn: Connection, order_id: OrderId, number: int) -> Mapping[str, Any] | None:
    """Find what was asked for with a proposal; None if it is not open."""
    row = conn.one(
        "SELECT wanted FROM order_edits WHERE order_id = :order_id AND number = :number AND state = 'proposed'",
        {"order_id": order_id, "number": number},
    )
    wanted: Mapping[str, Any] | None = None if row is None else orjson.loads(row["wanted"])
    return wanted


def decide(conn: Connection, order_id: OrderId, number: int, state: EditState, now: int) -> bool:
    """Store what became of a proposal, as a new version of the order; False if it is not open any more."""
    changed = conn.run(
        "UPDATE order_edits SET state = :state, wanted = NULL, decided_at = :now "
        "WHERE order_id = :order_id AND number = :number AND state = 'proposed'",
        {"order_id": order_id, "number": number, "state": state.value, "now": now},
    )
    if changed:
        conn.run("UPDATE orders SET version = version + 1 WHERE id = :id", {"id": order_id})
    return changed == 1


@dataclass(frozen=True, slots=True)
class NewSums:
    """The sums of an edited order in whole UAH."""

    items_total: int
    discount_amount: int
    promo_discount_amount: int
    total: int
    balance: int


def set_sums(conn: Connection, order_id: OrderId, sums: NewSums) -> None:
    """Store an edited order's sums; cash that is no longer enough is not the amount to give change for.

    A card order that costs nothing has nothing left to pay.
    """
    conn.run(
        "UPDATE orders SET items_total = :items_total, discount_amount = :discount, promo_discount_amount = :promo, "
        "total = :total, balance = :balance, "
        "cash_change_for = CASE WHEN cash_change_for >= :total THEN cash_change_for END, "
        "payment_status = CASE WHEN payment_status = 'unpaid' AND payment_method = 'card' AND :total = 0 "
        "THEN 'paid' ELSE payment_status END WHERE id = :id",
        {
            "id": order_id,
            "items_total": sums.items_total,
            "discount": sums.discount_amount,
            "promo": sums.promo_discount_amount,
            "total": sums.total,
            "balance": sums.balance,
        },
    )


def set_zone(conn: Connection, order_id: OrderId, columns: Mapping[str, Any], fee: int) -> None:
    """Store another zone of a delivery, by its columns, and the fee in whole UAH."""
    changes = ", ".join(f"{name} = :{name}" for name in columns)
    conn.run(
        f"UPDATE orders SET {changes}, delivery_fee = :fee WHERE id = :id", {**columns, "fee": fee, "id": order_id}
    )


def _text(lines: Sequence[OrderLine]) -> str:
    """Return lines as JSON, without their notes: those are the guest's own words."""
    return orjson.dumps([{**line_values(line), "id": line.id, "note": "", "done_at": None} for line in lines]).decode()


def _edit(row: Row) -> OrderEdit:
    gone, added = (
        tuple(read_line({"fiscal": None, **line}) for line in orjson.loads(row[side])) for side in ("gone", "added")
    )
    return OrderEdit(
        number=row["number"],
        state=EditState(row["state"]),
        by_customer=bool(row["by_customer"]),
        actor=row["actor"],
        gone=gone,
        added=added,
        total_before=row["total_before"],
        total=row["total"],
        at=row["created_at"],
        zone=_zone_move(row["zone"]),
    )


def _zone_move(text: str | None) -> ZoneMove | None:
    if text is None:
        return None
    values = orjson.loads(text)
    return ZoneMove(OwnText(**values["before"]), values["fee_before"], OwnText(**values["after"]), values["fee"])
