"""SQL for orders and their line snapshots."""

from collections.abc import Callable, Collection, Sequence
from typing import Any

import orjson

from cafe.core.catalogue.taxes.model import Tax
from cafe.core.catalogue.zones.model import Pin, ZoneSource
from cafe.core.kernel.database import Connection, Row
from cafe.core.kernel.errors import NotFoundError
from cafe.core.kernel.ids import WALK_IN, CustomerId, OrderId, StaffId, ZoneId
from cafe.core.kernel.locale import Locale, OwnText
from cafe.core.ordering.orders.edits_store import list_edits
from cafe.core.ordering.orders.lines_store import list_lines
from cafe.core.ordering.orders.model import (
    DeliveryState,
    Order,
    OrderCourier,
    OrderEdit,
    OrderLine,
    OrderStatus,
    OrderType,
    OrderZone,
    PaymentMethod,
    PaymentStatus,
    order_number,
)

COLUMNS = (
    "o.id, o.sequence_number, o.customer_id, o.order_type, o.status, o.payment_method, o.payment_status, "
    "o.items_total, o.delivery_fee, o.discount_amount, o.promo_code, o.promo_discount_amount, o.total, "
    "o.name, o.phone, o.address_city, o.address_street, o.address_house, o.address_apartment, o.address_comment, "
    "o.answers, o.pickup_time, o.table_number, o.cash_change_for, o.cancel_reason, o.cancel_reason_id, "
    "o.tracking_token, o.created_at, o.ready_at, o.scheduled_for, o.due_at, "
    "o.version, o.balance, o.pickup_percent, o.promo_percent, "
    "o.zone_id, o.zone_name, o.zone_name_en, o.zone_minutes, o.zone_by, o.pin, "
    "o.courier_id, o.courier_name, o.delivery_state, o.delivery_tax, "
    "(SELECT SUM(r.amount) FROM refunds r WHERE r.order_id = o.id AND r.state = 'done' AND r.currency = 'UAH') "
    "AS refunded, "
    "cu.locale AS customer_locale"
)
OPEN = "status NOT IN ('completed', 'cancelled')"
NEWEST_FIRST = "ORDER BY o.created_at DESC, o.id DESC"


def add_order(
    conn: Connection, values: dict[str, Any], order_id: OrderId | None = None
) -> tuple[OrderId, Callable[[], int | None]]:
    """Insert an order from its columns, with the next number unless one is given; return its id and number.

    `order_id` is the id from `Connection.next_id`, if the transaction has one already.
    """
    if order_id is None:
        order_id = _next_id(conn)
    sources = {name: f":{name}" for name in ("id", *values)}
    if "sequence_number" not in values:
        sources["sequence_number"] = conn.next_value("order_number")
    number = conn.later(
        "orders",
        f"INSERT INTO orders ({', '.join(sources)}) VALUES ({', '.join(sources.values())}) RETURNING sequence_number",
        {"id": order_id, **values},
    )
    return order_id, number


def _next_id(conn: Connection) -> OrderId:
    row = conn.one(f"SELECT {conn.next_id('orders')} AS id")
    if row is None:
        raise LookupError("orders.id")
    return OrderId(row["id"])


def find_order(conn: Connection, order_id: int) -> Order | None:
    """Find an order of any customer."""
    return _first(conn, _select(conn, "o.id = :id", {"id": order_id}))


def get_order(conn: Connection, order_id: OrderId) -> Order:
    """Return an order of any customer.

    Raises:
        NotFoundError: no such order.
    """
    order = find_order(conn, order_id)
    if order is None:
        raise NotFoundError
    return order


def find_order_of(conn: Connection, order_id: int, customer_id: CustomerId) -> Order | None:
    return _first(conn, _select(conn, "o.id = :id AND o.customer_id = :customer", _key(order_id, customer_id)))


def get_order_of(conn: Connection, order_id: int, customer_id: CustomerId) -> Order:
    """Return an order of this customer.

    Raises:
        NotFoundError: no such order, or not theirs.
    """
    order = find_order_of(conn, order_id, customer_id)
    if order is None:
        raise NotFoundError
    return order


def find_order_by_token(conn: Connection, token: str) -> Order | None:
    return _first(conn, _select(conn, "o.tracking_token = :token", {"token": token}))


def list_orders_of(conn: Connection, customer_id: CustomerId, limit: int) -> list[Order]:
    """List a customer's most recent orders, newest first."""
    rows = _select(conn, f"o.customer_id = :customer {NEWEST_FIRST} LIMIT :limit", _limited(customer_id, limit))
    return _with_lines(conn, rows)


def list_orders(conn: Connection, order_ids: Sequence[OrderId]) -> list[Order]:
    """List the orders with these ids, newest first."""
    if not order_ids:
        return []
    ids = {f"id{index}": order_id for index, order_id in enumerate(order_ids)}
    return _with_lines(conn, _select(conn, f"o.id IN ({', '.join(':' + name for name in ids)}) {NEWEST_FIRST}", ids))


def find_latest_order_of(
    conn: Connection, customer_id: CustomerId, order_type: OrderType | None = None
) -> Order | None:
    """Find a customer's most recent order, of one type or of any."""
    condition = "o.customer_id = :customer AND (CAST(:type AS TEXT) IS NULL OR o.order_type = :type)"
    rows = _select(
        conn, f"{condition} {NEWEST_FIRST} LIMIT 1", {"customer": customer_id, "type": order_type and order_type.value}
    )
    return _first(conn, rows)


def list_open_orders(conn: Connection, current_since: int, limit: int) -> list[Order]:
    """List the unfinished orders of all customers with their lines.

    If there are more than `limit`, orders due since a time (Unix seconds) precede older ones, those of Telegram users
    and the counter precede guests', and the oldest come first.
    """
    is_old = "CASE WHEN COALESCE(o.due_at, o.created_at) >= :since THEN 0 ELSE 1 END"
    is_guests = "CASE WHEN o.customer_id < :walk_in THEN 1 ELSE 0 END"
    condition = f"o.{OPEN} ORDER BY {is_old}, {is_guests}, o.id LIMIT :limit"
    params = {"since": current_since, "walk_in": WALK_IN, "limit": limit}
    return _with_lines(conn, _select(conn, condition, params))


def count_open_orders(conn: Connection) -> int:
    """Count the unfinished orders of all customers."""
    return _count(conn, OPEN, {})


def list_orders_done_since(conn: Connection, since: int, limit: int) -> list[Order]:
    """List orders that became ready or were handed over since a time (Unix seconds), the latest first."""
    latest = (
        "SELECT +order_id AS order_id, MAX(id) AS event_id FROM order_events WHERE created_at >= :since "
        "AND kind = 'status' AND detail IN ('ready', 'courier', 'completed') GROUP BY +order_id"
    )  # the plus keeps SQLite from reading the events of all times, which an index has by order
    rows = conn.all(
        f"SELECT {COLUMNS} FROM orders o JOIN customers cu ON cu.id = o.customer_id "
        f"JOIN ({latest}) done ON done.order_id = o.id "
        "WHERE o.status IN ('ready', 'courier', 'completed') ORDER BY done.event_id DESC LIMIT :limit",
        {"since": since, "limit": limit},
    )
    return _with_lines(conn, rows)


def has_uncancelled_order(conn: Connection, customer_id: CustomerId, phone_key: str = "") -> bool:
    """Whether the customer, or anybody with this phone, has an order that is not cancelled."""
    row = conn.one(
        "SELECT 1 FROM orders WHERE customer_id = :customer AND status <> 'cancelled' LIMIT 1",
        {"customer": customer_id},
    )
    if row is None and phone_key:
        row = conn.one(
            "SELECT 1 FROM orders WHERE phone_key = :phone AND status <> 'cancelled' LIMIT 1", {"phone": phone_key}
        )
    return row is not None


def last_change(conn: Connection, order_id: OrderId) -> int:
    """Return the time of an order's last event (Unix seconds), 0 if there is none."""
    row = conn.one("SELECT MAX(created_at) AS at FROM order_events WHERE order_id = :id", {"id": order_id})
    return 0 if row is None or row["at"] is None else int(row["at"])


def count_open_orders_of(conn: Connection, customer_id: CustomerId) -> int:
    """Count a customer's unfinished orders."""
    return _count(conn, f"customer_id = :customer AND {OPEN}", {"customer": customer_id})


def find_open_number(conn: Connection, customer_id: CustomerId) -> str | None:
    """Return the number of a customer's latest unfinished order."""
    row = conn.one(
        f"SELECT id, sequence_number FROM orders WHERE customer_id = :customer AND {OPEN} ORDER BY id DESC LIMIT 1",
        {"customer": customer_id},
    )
    return None if row is None else order_number(row["id"], row["sequence_number"])


def count_open_orders_by_phone(conn: Connection, phone_key: str) -> int:
    """Count the unfinished orders with a phone, of all customers."""
    return _count(conn, f"phone_key = :phone AND {OPEN}", {"phone": phone_key})


def count_open_guest_orders(conn: Connection) -> int:
    """Count the unfinished orders of all guests, without walk-ins."""
    return _count(conn, f"{OPEN} AND customer_id < :walk_in", {"walk_in": WALK_IN})


def cancel_order(
    conn: Connection,
    order_id: OrderId,
    from_statuses: Collection[OrderStatus],
    reason: str,
    reason_id: str | None,
) -> bool:
    """Cancel an order in one of these statuses; False if its status is another one now."""
    params = {f"state{index}": status.value for index, status in enumerate(sorted(from_statuses))}
    changed = conn.run(
        "UPDATE orders SET status = 'cancelled', cancel_reason = :reason, cancel_reason_id = :reason_id "
        f"WHERE id = :id AND status IN ({', '.join(':' + name for name in params)})",
        {"id": order_id, "reason": reason, "reason_id": reason_id, **params},
    )
    return changed == 1


def move_order(conn: Connection, order_id: OrderId, seen: OrderStatus, to: OrderStatus) -> bool:
    """Change an order's status from `seen`; False if its status is another one now."""
    changed = conn.run(
        "UPDATE orders SET status = :to WHERE id = :id AND status = :seen",
        {"id": order_id, "seen": seen.value, "to": to.value},
    )
    return changed == 1


def step_back_order(conn: Connection, order_id: OrderId, seen: OrderStatus, to: OrderStatus) -> bool:
    """Move an order one status back; False if its status is no longer `seen`.

    An order that is new again loses its promise.
    """
    changed = conn.run(
        "UPDATE orders SET status = :to, ready_at = CASE WHEN :is_new = 1 THEN NULL ELSE ready_at END "
        "WHERE id = :id AND status = :seen",
        {"id": order_id, "seen": seen.value, "to": to.value, "is_new": int(to is OrderStatus.NEW)},
    )
    return changed == 1


def promise_order(conn: Connection, order_id: OrderId, seen: OrderStatus, ready_at: int, tolerance: int) -> bool:
    """Store when an order will be ready; False if its status changed or nearly the same time is stored."""
    changed = conn.run(
        "UPDATE orders SET ready_at = :ready_at WHERE id = :id AND status = :seen "
        "AND (ready_at IS NULL OR ABS(ready_at - :ready_at) >= :tolerance)",
        {"id": order_id, "seen": seen.value, "ready_at": ready_at, "tolerance": tolerance},
    )
    return changed == 1


def _count(conn: Connection, condition: str, params: dict[str, Any]) -> int:
    row = conn.one(f"SELECT COUNT(*) AS orders FROM orders WHERE {condition}", params)
    return 0 if row is None else int(row["orders"])


def _key(order_id: int, customer_id: CustomerId) -> dict[str, Any]:
    return {"id": order_id, "customer": customer_id}


def _limited(customer_id: CustomerId, limit: int) -> dict[str, Any]:
    return {"customer": customer_id, "limit": limit}


def _select(conn: Connection, condition: str, params: dict[str, Any]) -> list[Row]:
    return conn.all(
        f"SELECT {COLUMNS} FROM orders o JOIN customers cu ON cu.id = o.customer_id WHERE {condition}", params
    )


def _first(conn: Connection, rows: list[Row]) -> Order | None:
    return _with_lines(conn, rows[:1])[0] if rows else None


def _with_lines(conn: Connection, rows: list[Row]) -> list[Order]:
    """Build orders, reading the lines of all of them in one query, and the edits of those that have any."""
    if not rows:
        return []
    lines = list_lines(conn, [row["id"] for row in rows])
    edited = [row["id"] for row in rows if row["version"]]
    edits = list_edits(conn, edited) if edited else {}
    return [_order(row, lines.get(row["id"], ()), edits.get(row["id"], ())) for row in rows]


def _order(row: Row, lines: tuple[OrderLine, ...], edits: tuple[OrderEdit, ...]) -> Order:
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
        cancel_reason_id=row["cancel_reason_id"],
        tracking_token=row["tracking_token"],
        created_at=row["created_at"],
        ready_at=row["ready_at"],
        scheduled_for=row["scheduled_for"],
        due_at=row["due_at"],
        refunded=int(row["refunded"] or 0),
        answers=tuple(row["answers"].split(",")) if row["answers"] else (),
        lines=lines,
        version=row["version"],
        balance=row["balance"],
        pickup_percent=row["pickup_percent"],
        promo_percent=row["promo_percent"],
        edits=edits,
        zone=_zone(row),
        pin=Pin.parse(row["pin"]) if row["pin"] else None,
        courier=_courier(row),
        delivery_tax=Tax(**orjson.loads(row["delivery_tax"])) if row["delivery_tax"] else None,
    )


def _courier(row: Row) -> OrderCourier | None:
    if row["courier_id"] is None:
        return None
    state = row["delivery_state"]
    return OrderCourier(StaffId(row["courier_id"]), row["courier_name"], DeliveryState(state) if state else None)


def _zone(row: Row) -> OrderZone | None:
    if row["zone_name"] is None:
        return None
    name = OwnText(row["zone_name"], row["zone_name_en"])
    return OrderZone(ZoneId(row["zone_id"]), name, ZoneSource(row["zone_by"]), row["zone_minutes"])
