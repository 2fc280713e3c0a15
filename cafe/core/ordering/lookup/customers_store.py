"""SQL over the orders of each phone."""

from collections.abc import Sequence
from typing import Any

from cafe.core.kernel.database import Connection, Row
from cafe.core.kernel.ids import OrderId
from cafe.core.ordering.lookup.customer_model import CustomerCursor, CustomerEntry
from cafe.core.ordering.lookup.store import like
from cafe.core.ordering.lookup.text import SearchTerms
from cafe.core.ordering.orders.model import order_number

LATEST = (
    "o.phone_key <> '' AND NOT EXISTS (SELECT 1 FROM orders n WHERE n.phone_key = o.phone_key "
    "AND (n.created_at, n.id) > (o.created_at, o.id))"
)
"""The condition of each phone's latest order."""


def list_latest(
    conn: Connection, wanted: SearchTerms, username: str, before: CustomerCursor | None, limit: int
) -> list[OrderId]:
    """List the latest orders of the matching customers, the newest first."""
    condition, params = _condition(wanted, username)
    if before is not None:
        condition += " AND (o.created_at, o.id) < (:at, :id)"
        params |= {"at": before.last_visit, "id": before.last_order}
    rows = conn.all(
        f"SELECT o.id FROM orders o WHERE {LATEST} AND {condition} "
        f"ORDER BY o.created_at DESC, o.id DESC LIMIT {limit:d}",
        params,
    )
    return [OrderId(row["id"]) for row in rows]


def count_customers(conn: Connection, wanted: SearchTerms, username: str) -> int:
    """Count the matching customers."""
    condition, params = _condition(wanted, username)
    row = conn.one(
        f"SELECT COUNT(DISTINCT o.phone_key) AS customers FROM orders o WHERE o.phone_key <> '' AND {condition}", params
    )
    return 0 if row is None else int(row["customers"])


def find_latest(conn: Connection, order_id: int) -> OrderId | None:
    """Find the latest order with the phone of an order; None if it has no phone."""
    row = conn.one(
        f"SELECT o.id FROM orders o WHERE {LATEST} "
        "AND o.phone_key = (SELECT p.phone_key FROM orders p WHERE p.id = :id)",
        {"id": order_id},
    )
    return None if row is None else OrderId(row["id"])


def list_entries(conn: Connection, latest: Sequence[OrderId]) -> list[CustomerEntry]:
    """List the customers with these latest orders, in their order."""
    if not latest:
        return []
    params = {f"id{at}": order_id for at, order_id in enumerate(latest)}
    ids = f"({', '.join(':' + name for name in params)})"
    phones = f"(SELECT p.phone_key FROM orders p WHERE p.id IN {ids})"
    sums = conn.all(
        "SELECT o.phone_key, MIN(o.id) AS first_order, COUNT(*) AS orders, "
        "COUNT(CASE WHEN o.status = 'completed' THEN 1 END) AS completed, "
        "COUNT(CASE WHEN o.status = 'cancelled' THEN 1 END) AS cancelled, "
        "COALESCE(SUM(CASE WHEN o.status = 'completed' THEN o.total END), 0) AS spent, "
        f"MIN(o.created_at) AS first_visit FROM orders o WHERE o.phone_key IN {phones} GROUP BY o.phone_key",
        params,
    )
    names = conn.all(
        "SELECT DISTINCT o.phone_key, cu.username FROM orders o JOIN customers cu ON cu.id = o.customer_id "
        f"WHERE o.phone_key IN {phones} AND cu.id > 0 AND cu.username IS NOT NULL ORDER BY cu.username",
        params,
    )
    rows = conn.all(
        f"SELECT id, sequence_number, name, phone, phone_key, created_at FROM orders WHERE id IN {ids}", params
    )
    by_phone = {row["phone_key"]: row for row in sums}
    usernames: dict[str, list[str]] = {}
    for row in names:
        usernames.setdefault(row["phone_key"], []).append(row["username"])
    entries = {row["id"]: _entry(row, by_phone[row["phone_key"]], usernames) for row in rows}
    return [entries[order_id] for order_id in latest]


def _entry(latest: Row, sums: Row, usernames: dict[str, list[str]]) -> CustomerEntry:
    return CustomerEntry(
        id=OrderId(sums["first_order"]),
        name=latest["name"],
        phone=latest["phone"],
        usernames=usernames.get(latest["phone_key"], ()),
        orders=int(sums["orders"]),
        completed=int(sums["completed"]),
        cancelled=int(sums["cancelled"]),
        spent=int(sums["spent"]),
        first_visit=sums["first_visit"],
        last_visit=latest["created_at"],
        last_order=OrderId(latest["id"]),
        last_number=order_number(OrderId(latest["id"]), latest["sequence_number"]),
    )


def _condition(wanted: SearchTerms, username: str) -> tuple[str, dict[str, Any]]:
    """Return the condition on any order of a phone: by phone, name, or Telegram user."""
    if wanted.phone is not None:
        return "o.phone_key = :phone", {"phone": wanted.phone}
    params: dict[str, Any] = {f"word{at}": like(word) for at, word in enumerate(wanted.words)}
    found = []
    if params:
        words = " AND ".join(f"p.search_key LIKE :{name} ESCAPE '!'" for name in params)
        found.append(f"o.phone_key IN (SELECT p.phone_key FROM orders p WHERE p.phone_key <> '' AND {words})")
    if username:
        params["username"] = like(username)
        found.append(
            "o.phone_key IN (SELECT p.phone_key FROM orders p JOIN customers cu ON cu.id = p.customer_id "
            "WHERE cu.id > 0 AND lower(cu.username) LIKE :username ESCAPE '!')"
        )
    return f"({' OR '.join(found)})" if found else "1 = 1", params
