"""Does the database keep what was promised, and does it add up? Orders, stock, promo codes, histories."""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.chaos.ledger import Accepted, Door, Ledger, Wish

WALK_IN = -1
"""The customer of what is sold at the counter."""
STEPS: Mapping[str, tuple[str, ...]] = {
    "pickup": ("new", "confirmed", "cooking", "ready", "completed"),
    "dine_in": ("new", "confirmed", "cooking", "ready", "completed"),
    "delivery": ("new", "confirmed", "cooking", "ready", "courier", "completed"),
}


ORDERS = """
SELECT *, COALESCE((SELECT total_before FROM order_edits WHERE order_id = orders.id AND state = 'applied'
  ORDER BY number LIMIT 1), total) AS placed_total FROM orders"""
"""Orders, each with what it cost when it was placed."""


@dataclass(slots=True)
class Findings:
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    unexplained: list[str] = field(default_factory=list)
    duplicates: int = 0
    """Messages that came more than once: allowed, and only counted."""
    orders: int = 0

    @property
    def is_clean(self) -> bool:
        return not (self.lost or self.doubled or self.unexplained)

    def add(self, other: "Findings") -> None:
        self.lost += other.lost
        self.doubled += other.doubled
        self.unexplained += other.unexplained
        self.duplicates += other.duplicates
        self.orders += other.orders


@contextmanager
def opened(file: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True, timeout=10)) as connection:
        connection.row_factory = sqlite3.Row
        yield connection


def audit_orders(findings: Findings, connection: sqlite3.Connection, ledger: Ledger) -> None:
    """Compare the orders with what was asked for and answered."""
    orders = {row["id"]: row for row in connection.execute(ORDERS)}
    findings.doubled += ledger.doubled
    findings.unexplained += ledger.unexplained
    findings.lost += [f"former order {order_id}" for order_id in sorted(ledger.former - orders.keys())]
    by_wish = _orders_by_wish(connection)
    explained = set(ledger.former)
    for wish in ledger.wishes.values():
        found = by_wish.get(_key(wish), [])
        explained.update(found)
        if len(found) > 1:
            findings.doubled.append(f"{wish.name} ({wish.door}) has the orders {found}")
        if wish.is_told and not found:
            findings.lost.append(f"{wish.name} ({wish.door}) was told that the order is taken")
        if wish.accepted is not None:
            _check_accepted(findings, orders, wish.accepted, wish.name)
    findings.orders = len(explained) - len(ledger.former)
    findings.unexplained += [f"nobody ordered order {order_id}" for order_id in sorted(orders.keys() - explained)]


def audit_sums(findings: Findings, connection: sqlite3.Connection, stock: Mapping[str, int]) -> None:
    """Check what a database must agree on with itself; `stock` is what there was before the first order."""
    for (problem,) in connection.execute("PRAGMA integrity_check"):
        if problem != "ok":
            findings.unexplained.append(f"the file is damaged: {problem}")
    for row in connection.execute("PRAGMA foreign_key_check"):
        findings.unexplained.append(f"a row of {row[0]} points nowhere")
    _check_totals(findings, connection)
    _check_stock(findings, connection, stock)
    _check_promos(findings, connection)
    _check_histories(findings, connection)
    _check_settings(findings, connection)


def audit_copy(findings: Findings, copy: Path, promised: Iterable[Accepted], stock: Mapping[str, int]) -> None:
    """Check a copy that `backup` made: it adds up, and holds what was promised before it was begun."""
    with opened(copy) as connection:
        orders = {row["id"]: row for row in connection.execute(ORDERS)}
        for accepted in promised:
            _check_accepted(findings, orders, accepted, "a copy")
        audit_sums(findings, connection, stock)


def _check_accepted(findings: Findings, orders: Mapping[int, sqlite3.Row], accepted: Accepted, whose: str) -> None:
    order = orders.get(accepted.order_id)
    if order is None:
        findings.lost.append(f"{whose}: order {accepted.order_id} ({accepted.number})")
        return
    kept = Accepted(order["id"], f"№{order['sequence_number']}", order["placed_total"], order["tracking_token"])
    if kept != accepted:
        findings.unexplained.append(f"{whose}: answered {accepted}, but there is {kept}")


def _key(wish: Wish) -> tuple[Door, object]:
    return wish.door, wish.customer_id if wish.door is Door.CHAT else wish.name


def _orders_by_wish(connection: sqlite3.Connection) -> dict[tuple[Door, object], list[int]]:
    """Each order under everything that a wish may know it by."""
    found: dict[tuple[Door, object], list[int]] = {}
    for row in connection.execute("SELECT id, customer_id, name FROM orders ORDER BY id"):
        if row["customer_id"] != -1:
            found.setdefault((Door.WEB, row["name"]), []).append(row["id"])
            found.setdefault((Door.CHAT, row["customer_id"]), []).append(row["id"])
    walk_ins = (
        "SELECT DISTINCT order_id, actor FROM order_events JOIN orders ON orders.id = order_id "
        "WHERE customer_id = -1 AND kind = 'paid' ORDER BY order_id"
    )
    for row in connection.execute(walk_ins):
        found.setdefault((Door.COUNTER, row["actor"]), []).append(row["order_id"])
    return found


def _check_totals(findings: Findings, connection: sqlite3.Connection) -> None:
    lines = dict(
        connection.execute("SELECT order_id, SUM(price * quantity) FROM order_lines GROUP BY order_id").fetchall()
    )
    for order in connection.execute("SELECT * FROM orders"):
        if lines.get(order["id"], 0) != order["items_total"]:
            findings.unexplained.append(f"order {order['id']}: lines of {lines.get(order['id'])}, not {tuple(order)}")
        off = order["discount_amount"] + order["promo_discount_amount"]
        if max(0, order["items_total"] - off) + order["delivery_fee"] != order["total"]:
            findings.unexplained.append(f"order {order['id']}: the total {order['total']} is not the sum of its parts")


def _check_stock(findings: Findings, connection: sqlite3.Connection, stock: Mapping[str, int]) -> None:
    """What is gone is what the orders that stand have taken, by their lines and the recipes."""
    needed: dict[int, Counter[int]] = {}
    recipes = (
        "SELECT order_id, ingredient_id, amount * quantity FROM order_lines JOIN recipes USING (product_id) "
        "UNION ALL SELECT order_id, ingredient_id, amount * quantity * json_extract(chosen.value, '$.quantity') "
        "FROM order_lines, json_each(order_lines.choice, '$.options') AS chosen "
        "JOIN option_recipes ON option_id = json_extract(chosen.value, '$.id')"
    )
    for order_id, ingredient_id, amount in connection.execute(recipes):
        needed.setdefault(order_id, Counter())[ingredient_id] += amount
    gone: Counter[int] = Counter()
    for order in connection.execute("SELECT id, status, stock_taken FROM orders"):
        wanted = Counter() if order["status"] == "cancelled" else needed.get(order["id"], Counter[int]())
        gone.update(wanted)
        taken = Counter({int(key): amount for key, amount in json.loads(order["stock_taken"] or "{}").items()})
        if taken != wanted:
            findings.unexplained.append(f"order {order['id']} ({order['status']}) holds {taken}, not {wanted}")
    for row in connection.execute("SELECT id, code, stock FROM ingredients"):
        expected = stock[row["code"]] - gone[row["id"]]
        if row["stock"] < expected:
            findings.doubled.append(f"{row['code']}: {row['stock']} are left, not {expected}: taken twice")
        elif row["stock"] > expected:
            findings.unexplained.append(f"{row['code']}: {row['stock']} are left, not {expected}")


def _check_promos(findings: Findings, connection: sqlite3.Connection) -> None:
    used = Counter(row[0] for row in connection.execute("SELECT promo_code FROM orders WHERE promo_code IS NOT NULL"))
    for promo in connection.execute("SELECT code, used_count, max_uses FROM promo_codes"):
        code, count = promo["code"], used.pop(promo["code"], 0)
        if promo["max_uses"] is not None and count > promo["max_uses"]:
            findings.doubled.append(f"promo {code}: {count} orders of at most {promo['max_uses']}")
        if promo["used_count"] != count:
            kind = findings.doubled if promo["used_count"] > count else findings.unexplained
            kind.append(f"promo {code}: counted {promo['used_count']}, in {count} orders")
    findings.unexplained += [f"promo {code} of {count} orders does not exist" for code, count in used.items()]


def _check_histories(findings: Findings, connection: sqlite3.Connection) -> None:
    """The events lead from `new` to the status that the order has, one legal step after the other."""
    events: dict[int, list[sqlite3.Row]] = {}
    for event in connection.execute("SELECT order_id, kind, detail FROM order_events ORDER BY id"):
        events.setdefault(event["order_id"], []).append(event)
    for order in connection.execute("SELECT id, order_type, status, customer_id FROM orders"):
        told = told_status(
            order["order_type"],
            [(each["kind"], each["detail"]) for each in events.get(order["id"], [])],
            is_walk_in=order["customer_id"] == WALK_IN,
        )
        if told != order["status"]:
            findings.unexplained.append(f"order {order['id']} is {order['status']}, but its history says {told}")


def told_status(order_type: str, events: list[tuple[str, str]], *, is_walk_in: bool = False) -> str:
    """Where a history leads; else a sentence that says why it leads nowhere.

    What is sold at the counter may be handed over at once.
    """
    if [kind for kind, _ in events].count("created") != 1 or events[0][0] != "created":
        return f"it was not created once: {events}"
    status = "new"
    steps = STEPS[order_type]
    for kind, detail in events:
        if kind == "cancelled":
            if status in {"completed", "cancelled"}:
                return f"cancelled when it was {status}"
            status = "cancelled"
        elif kind == "status":
            at = steps.index(status) if status in steps else len(steps)
            is_at_once = is_walk_in and (status, detail) == ("new", "completed")
            if not is_at_once and (at + 1 >= len(steps) or steps[at + 1] != detail):
                return f"from {status} to {detail}"
            status = detail
        elif kind == "back":
            if status not in steps or steps.index(status) == 0 or steps[steps.index(status) - 1] != detail:
                return f"back from {status} to {detail}"
            status = detail
    return status


def _check_settings(findings: Findings, connection: sqlite3.Connection) -> None:
    """What one file changed together changed together."""
    rows = connection.execute("SELECT key, value FROM settings WHERE key IN ('announcement_message', 'address')")
    changed = [value for _, value in rows.fetchall() if "Зміна" in json.loads(value)]
    if changed and (len(changed) != 2 or changed[0] != changed[1]):
        findings.unexplained.append(f"a load was half done: {changed}")
