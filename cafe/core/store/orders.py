"""Orders, their line snapshots and what happened to them."""

from collections.abc import Iterable
from itertools import groupby
from typing import Any

from cafe.core.errors import NotFoundError
from cafe.core.ports import Connection, Row
from cafe.core.values import (
    CustomerId,
    Locale,
    Order,
    OrderId,
    OrderLine,
    OrderStatus,
    OrderType,
    PaymentMethod,
    PaymentStatus,
    ProductId,
)

COLUMNS = (
    "o.id, o.sequence_number, o.customer_id, o.order_type, o.status, o.payment_method, o.payment_status, "
    "o.items_total, o.delivery_fee, o.discount_amount, o.promo_code, o.promo_discount_amount, o.total, "
    "o.name, o.phone, o.address_city, o.address_street, o.address_house, o.address_apartment, o.address_comment, "
    "o.pickup_time, o.table_number, o.cash_change_for, o.cancel_reason, o.tracking_token, o.created_at, o.ready_at, "
    "cu.locale AS customer_locale"
)
NEWEST_FIRST = "ORDER BY o.created_at DESC, o.id DESC"


def add_order(conn: Connection, values: dict[str, Any]) -> OrderId:
    """Insert an order from its columns and return its id."""
    row = conn.one(
        f"INSERT INTO orders ({', '.join(values)}) VALUES ({', '.join(':' + name for name in values)}) RETURNING id",
        values,
    )
    if row is None:
        raise LookupError("orders.id")
    return OrderId(row["id"])


def add_lines(conn: Connection, order_id: OrderId, lines: Iterable[OrderLine]) -> None:
    """Insert the snapshots of what was ordered."""
    conn.run_many(
        "INSERT INTO order_lines (order_id, product_id, name, name_en, quantity, price) "
        "VALUES (:order_id, :product_id, :name, :name_en, :quantity, :price)",
        [
            {
                "order_id": order_id,
                "product_id": line.product_id,
                "name": line.name,
                "name_en": line.name_en,
                "quantity": line.quantity,
                "price": line.price,
            }
            for line in lines
        ],
    )


def add_event(conn: Connection, order_id: OrderId, kind: str, actor: str, now: int, detail: str = "") -> None:
    """Note who did what to an order."""
    conn.run(
        "INSERT INTO order_events (order_id, kind, actor, detail, created_at) "
        "VALUES (:order_id, :kind, :actor, :detail, :now)",
        {"order_id": order_id, "kind": kind, "actor": actor, "detail": detail, "now": now},
    )


def find_order(conn: Connection, order_id: int) -> Order | None:
    """An order, whoever it belongs to."""
    return _first(conn, _select(conn, "o.id = :id", {"id": order_id}))


def get_order(conn: Connection, order_id: OrderId) -> Order:
    """An order that is known to be there.

    Raises:
        NotFoundError: it is not.
    """
    order = find_order(conn, order_id)
    if order is None:
        raise NotFoundError
    return order


def find_order_of(conn: Connection, order_id: int, customer_id: CustomerId) -> Order | None:
    """An order of this customer."""
    return _first(conn, _select(conn, "o.id = :id AND o.customer_id = :customer", _key(order_id, customer_id)))


def find_order_by_token(conn: Connection, token: str) -> Order | None:
    """The order with this tracking token."""
    return _first(conn, _select(conn, "o.tracking_token = :token", {"token": token}))


def list_orders_of(conn: Connection, customer_id: CustomerId, limit: int) -> list[Order]:
    """A customer's newest orders."""
    rows = _select(conn, f"o.customer_id = :customer {NEWEST_FIRST} LIMIT :limit", _limited(customer_id, limit))
    return _with_lines(conn, rows)


def find_latest_order_of(
    conn: Connection, customer_id: CustomerId, order_type: OrderType | None = None
) -> Order | None:
    """A customer's newest order, of one type or of any."""
    condition = "o.customer_id = :customer AND (:type IS NULL OR o.order_type = :type)"
    rows = _select(
        conn, f"{condition} {NEWEST_FIRST} LIMIT 1", {"customer": customer_id, "type": order_type and order_type.value}
    )
    return _first(conn, rows)


def list_open_orders(conn: Connection) -> list[Order]:
    """Every order that is not over, oldest first, whoever it belongs to."""
    rows = _select(conn, "o.status NOT IN ('completed', 'cancelled') ORDER BY o.created_at, o.id", {})
    return _with_lines(conn, rows)


def has_uncancelled_order(conn: Connection, customer_id: CustomerId) -> bool:
    """Whether the customer has ordered before; cancelled orders do not count."""
    row = conn.one(
        "SELECT 1 FROM orders WHERE customer_id = :customer AND status <> 'cancelled' LIMIT 1",
        {"customer": customer_id},
    )
    return row is not None


def cancel_order_of(conn: Connection, order_id: int, customer_id: CustomerId, reason: str) -> bool:
    """Cancel a customer's order while it may be cancelled; False when it may not, or there is none."""
    changed = conn.run(
        "UPDATE orders SET status = 'cancelled', cancel_reason = :reason "
        "WHERE id = :id AND customer_id = :customer AND status IN ('new', 'confirmed')",
        {**_key(order_id, customer_id), "reason": reason},
    )
    return changed == 1


def move_order(
    conn: Connection, order_id: OrderId, seen: OrderStatus, to: OrderStatus, reason: str | None = None
) -> bool:
    """Move an order on from the state it was seen in; False when it stands elsewhere by now."""
    changed = conn.run(
        "UPDATE orders SET status = :to, cancel_reason = COALESCE(:reason, cancel_reason) "
        "WHERE id = :id AND status = :seen",
        {"id": order_id, "seen": seen.value, "to": to.value, "reason": reason},
    )
    return changed == 1


def promise_order(conn: Connection, order_id: OrderId, seen: OrderStatus, ready_at: int, tolerance: int) -> bool:
    """Store when an order will be ready; False when it stands elsewhere or about that time stands already."""
    changed = conn.run(
        "UPDATE orders SET ready_at = :ready_at WHERE id = :id AND status = :seen "
        "AND (ready_at IS NULL OR ABS(ready_at - :ready_at) >= :tolerance)",
        {"id": order_id, "seen": seen.value, "ready_at": ready_at, "tolerance": tolerance},
    )
    return changed == 1


def claim_payment(conn: Connection, order_id: int) -> bool:
    """Mark an order paid; True for the one caller that did it."""
    changed = conn.run(
        "UPDATE orders SET payment_status = 'paid' WHERE id = :id AND payment_status <> 'paid'", {"id": order_id}
    )
    return changed == 1


def _key(order_id: int, customer_id: CustomerId) -> dict[str, Any]:
    return {"id": order_id, "customer": customer_id}


def _limited(customer_id: CustomerId, limit: int) -> dict[str, Any]:
    return {"customer": customer_id, "limit": limit}


def _select(conn: Connection, condition: str, params: dict[str, Any]) -> list[Row]:
    return conn.all(
        f"SELECT {COLUMNS} FROM orders o JOIN customers cu ON cu.id = o.customer_id WHERE {condition}", params
    )


def _first(conn: Connection, rows: list[Row]) -> Order | None:
    return _order(rows[0], _lines(conn, rows[0]["id"])) if rows else None


def _lines(conn: Connection, order_id: OrderId) -> tuple[OrderLine, ...]:
    rows = conn.all(
        "SELECT product_id, name, name_en, quantity, price FROM order_lines WHERE order_id = :id ORDER BY id",
        {"id": order_id},
    )
    return tuple(_line(row) for row in rows)


def _with_lines(conn: Connection, rows: list[Row]) -> list[Order]:
    """Read the lines of many orders in one query."""
    if not rows:
        return []
    ids = {f"id{index}": row["id"] for index, row in enumerate(rows)}
    lines = conn.all(
        "SELECT order_id, product_id, name, name_en, quantity, price FROM order_lines "
        f"WHERE order_id IN ({', '.join(':' + name for name in ids)}) ORDER BY order_id, id",
        ids,
    )
    by_order = {
        order_id: tuple(_line(line) for line in group)
        for order_id, group in groupby(lines, key=lambda line: line["order_id"])
    }
    return [_order(row, by_order.get(row["id"], ())) for row in rows]


def _line(row: Row) -> OrderLine:
    product_id = row["product_id"]
    return OrderLine(
        None if product_id is None else ProductId(product_id),
        row["name"],
        row["name_en"],
        row["quantity"],
        row["price"],
    )


def _order(row: Row, lines: tuple[OrderLine, ...]) -> Order:
    method = row["payment_method"]
    return Order(
        id=row["id"],
        sequence_number=row["sequence_number"],
        customer_id=row["customer_id"],
        customer_locale=Locale(row["customer_locale"]),
        order_type=OrderType(row["order_type"]),
        status=OrderStatus(row["status"]),
        payment_method=None if method is None else PaymentMethod(method),
        payment_status=PaymentStatus(row["payment_status"]),
        items_total=row["items_total"],
        delivery_fee=row["delivery_fee"],
        discount_amount=row["discount_amount"],
        promo_code=row["promo_code"],
        promo_discount_amount=row["promo_discount_amount"],
        total=row["total"],
        name=row["name"],
        phone=row["phone"],
        address_city=row["address_city"],
        address_street=row["address_street"],
        address_house=row["address_house"],
        address_apartment=row["address_apartment"],
        address_comment=row["address_comment"],
        pickup_time=row["pickup_time"],
        table_number=row["table_number"],
        cash_change_for=row["cash_change_for"],
        cancel_reason=row["cancel_reason"],
        tracking_token=row["tracking_token"],
        created_at=row["created_at"],
        ready_at=row["ready_at"],
        lines=lines,
    )
