"""SQL for sums over many orders."""

from dataclasses import dataclass

from cafe.core.kernel.database import Connection, Row
from cafe.core.kernel.locale import OwnText
from cafe.core.money.payments.ledger import REFUNDED, SALE
from cafe.core.money.payments.model import Money, PaymentKind
from cafe.core.money.payments.returns_store import TO_RETURN
from cafe.core.ordering.orders.model import OrderStatus, OrderType, PaymentStatus

QUARTER = 900
"""Seconds: a quarter of an hour lies within one hour in every timezone."""
KEPT = "o.created_at >= :since AND o.created_at < :until AND o.status <> 'cancelled'"
"""The orders of a period without the cancelled ones."""


@dataclass(frozen=True, slots=True)
class OrderSum:
    """How many orders of one kind there were, and their total in whole UAH."""

    order_type: OrderType
    status: OrderStatus
    payment_status: PaymentStatus
    kind: PaymentKind | None
    """How it was paid; None if it was not, or did not have to be."""
    is_taken_back: bool
    """Whether all of that was refunded."""
    orders: int
    revenue: int


@dataclass(frozen=True, slots=True)
class SpanSum:
    """The orders of a time span from `begins` (Unix seconds), and their total in whole UAH."""

    begins: int
    orders: int
    revenue: int


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of the totals of orders, in whole UAH: goods and delivery, less both discounts."""

    goods: int
    delivery: int
    discounts: int
    promo_discounts: int


@dataclass(frozen=True, slots=True)
class DeliverySum:
    """The deliveries of one zone by one courier, or without. Money in whole UAH, times in seconds."""

    zone: OwnText | None
    courier_id: int | None
    courier: OwnText | None
    orders: int
    revenue: int
    delivered: int
    late: int
    timed: int
    """How many of the delivered ones were wanted at once; `promised` and `taken` are their sums."""
    promised: int
    taken: int
    collected: int


def sum_deliveries(conn: Connection, since: int, until: int, way_minutes: int) -> list[DeliverySum]:
    """Sum a period's deliveries by zone and courier, without the cancelled ones.

    `way_minutes`: from an order being ready until it is at the door, without its zone's minutes.
    """
    rows = conn.all(
        "SELECT zone, MAX(zone_en) AS zone_en, courier_id, MAX(courier) AS courier, COUNT(*) AS orders, "
        "SUM(total) AS revenue, COUNT(ended_at) AS delivered, "
        "SUM(CASE WHEN ended_at > promised_at THEN 1 ELSE 0 END) AS late, "
        "SUM(is_timed) AS timed, SUM(is_timed * (promised_at - created_at)) AS promised, "
        "SUM(is_timed * (ended_at - created_at)) AS taken, SUM(collected) AS collected FROM ("
        "SELECT placed.*, CASE WHEN ended_at IS NULL OR promised_at IS NULL OR scheduled_for IS NOT NULL "
        "THEN 0 ELSE 1 END AS is_timed FROM ("
        "SELECT o.zone_name AS zone, o.zone_name_en AS zone_en, o.courier_id, s.name AS courier, o.total, "
        "o.created_at, o.scheduled_for, COALESCE(o.ready_at, o.due_at) + 60 * (:way + o.zone_minutes) AS promised_at, "
        "CASE WHEN o.status = 'completed' THEN (SELECT MAX(e.created_at) FROM order_events e WHERE e.order_id = o.id "
        "AND e.kind = 'status' AND e.detail = 'completed') END AS ended_at, "
        "(SELECT SUM(p.amount) / 100 FROM payments p WHERE p.order_id = o.id AND p.kind = 'cash') AS collected "
        f"FROM orders o LEFT JOIN staff s ON s.id = o.courier_id WHERE {KEPT} AND o.order_type = 'delivery'"
        ") AS placed) AS timed GROUP BY zone, courier_id",
        {"since": since, "until": until, "way": way_minutes},
    )
    return [
        DeliverySum(
            None if row["zone"] is None else OwnText(row["zone"], row["zone_en"] or ""),
            row["courier_id"],
            None if row["courier"] is None else OwnText(row["courier"], ""),
            *(int(row[name] or 0) for name in DELIVERY_FIGURES),
        )
        for row in rows
    ]


@dataclass(frozen=True, slots=True)
class HandInSum:
    """What a courier handed in during a period; `difference`: what that was short of (below 0) or over for good."""

    courier_id: int
    name: str
    counted: int
    difference: int


def sum_hand_ins(conn: Connection, since: int, until: int) -> list[HandInSum]:
    """Sum what couriers handed in; a difference that the courier owes after all counts as none."""
    rows = conn.all(
        "SELECT h.staff_id, s.name, SUM(h.counted) AS counted, "
        "SUM(CASE WHEN h.decision = 'owed' THEN 0 ELSE h.counted - h.expected END) AS difference "
        "FROM courier_hand_ins h JOIN staff s ON s.id = h.staff_id "
        "WHERE h.at >= :since AND h.at < :until GROUP BY h.staff_id, s.name ORDER BY s.name",
        {"since": since, "until": until},
    )
    return [HandInSum(row["staff_id"], row["name"], int(row["counted"]), int(row["difference"])) for row in rows]


DELIVERY_FIGURES = ("orders", "revenue", "delivered", "late", "timed", "promised", "taken", "collected")


def sum_orders(conn: Connection, since: int, until: int) -> list[OrderSum]:
    """Sum the orders placed from `since` and before `until` (Unix seconds)."""
    rows = conn.all(
        "SELECT order_type, status, payment_status, kind, is_taken_back, COUNT(*) AS orders, SUM(total) AS revenue "
        "FROM (SELECT o.order_type, o.status, o.payment_status, o.total, p.kind, "
        f"CASE WHEN {REFUNDED} >= p.amount THEN 1 ELSE 0 END AS is_taken_back FROM orders o "
        f"LEFT JOIN payments p ON p.id = {SALE} WHERE o.created_at >= :since AND o.created_at < :until) AS placed "
        "GROUP BY order_type, status, payment_status, kind, is_taken_back",
        {"since": since, "until": until},
    )
    return [
        OrderSum(
            OrderType(row["order_type"]),
            OrderStatus(row["status"]),
            PaymentStatus(row["payment_status"]),
            None if row["kind"] is None else PaymentKind(row["kind"]),
            bool(row["is_taken_back"]),
            int(row["orders"]),
            int(row["revenue"]),
        )
        for row in rows
    ]


def sum_spans(conn: Connection, since: int, until: int, seconds: int) -> list[SpanSum]:
    """Sum the orders of a period by spans of so many seconds, aligned to the Unix epoch, without the cancelled ones."""
    span = f"created_at / {int(seconds)}"
    rows = conn.all(
        f"SELECT {span} AS span, COUNT(*) AS orders, SUM(total) AS revenue FROM orders "
        f"WHERE created_at >= :since AND created_at < :until AND status <> 'cancelled' GROUP BY {span}",
        {"since": since, "until": until},
    )
    return [SpanSum(row["span"] * seconds, int(row["orders"]), int(row["revenue"])) for row in rows]


def sum_parts(conn: Connection, since: int, until: int) -> Parts:
    """Sum the parts of the totals in a period, without the cancelled orders."""
    [row] = conn.all(
        "SELECT SUM(items_total) AS goods, SUM(delivery_fee) AS delivery, SUM(discount_amount) AS discounts, "
        f"SUM(promo_discount_amount) AS promo_discounts FROM orders o WHERE {KEPT}",
        {"since": since, "until": until},
    )
    return Parts(*(int(row[name] or 0) for name in ("goods", "delivery", "discounts", "promo_discounts")))


def sum_to_return(conn: Connection, since: int, until: int) -> list[Money]:
    """Sum what must still be returned for the orders of a period, by currency."""
    rows = conn.all(
        f"SELECT m.currency, SUM({TO_RETURN}) AS amount "
        "FROM money_to_return m CROSS JOIN orders o "  # in this order: SQLite would read all orders of the period
        "WHERE o.id = m.order_id AND o.created_at >= :since AND o.created_at < :until AND m.returned_at IS NULL "
        "GROUP BY m.currency ORDER BY m.currency",
        {"since": since, "until": until},
    )
    return [Money(int(row["amount"]), str(row["currency"])) for row in rows if row["amount"]]


def sum_returned(conn: Connection, since: int, until: int) -> list[Money]:
    """Sum the refunds of a period's orders, however they were made, by currency."""
    rows = conn.all(
        "SELECT r.currency, SUM(r.amount) AS amount FROM refunds r JOIN orders o ON o.id = r.order_id "
        "WHERE o.created_at >= :since AND o.created_at < :until AND r.state = 'done' "
        "GROUP BY r.currency ORDER BY r.currency",
        {"since": since, "until": until},
    )
    return [Money(int(row["amount"]), str(row["currency"])) for row in rows]


def sum_paid(conn: Connection, since: int, until: int) -> list[Money]:
    """Sum all payments for the orders of a period, cancelled ones included, by currency."""
    rows = conn.all(
        "SELECT p.currency, SUM(p.amount) AS amount FROM payments p JOIN orders o ON o.id = p.order_id "
        "WHERE o.created_at >= :since AND o.created_at < :until GROUP BY p.currency ORDER BY p.currency",
        {"since": since, "until": until},
    )
    return [Money(int(row["amount"]), str(row["currency"])) for row in rows]


def count_sold(conn: Connection, since: int, until: int, most: int) -> list[tuple[str, int]]:
    """Return the best sellers of a period: names, whatever options were chosen, and pieces."""
    rows = conn.all(
        "SELECT l.name, SUM(l.quantity) AS pieces FROM order_lines l JOIN orders o ON o.id = l.order_id "
        "WHERE o.created_at >= :since AND o.created_at < :until AND o.status <> 'cancelled' "
        "GROUP BY l.name ORDER BY pieces DESC, l.name LIMIT :most",
        {"since": since, "until": until, "most": most},
    )
    return [(str(row["name"]), int(row["pieces"])) for row in rows]


def sum_dishes(conn: Connection, since: int, until: int) -> list[Row]:
    """Sum the sales of a period by the dish's name when ordered and its choice, the newest last.

    The columns are `name`, `name_en`, `choice` (as stored, None: the dish's defaults), `pieces`, `revenue`, and
    `costed`: the pieces with a known cost, with their `cost` in kopiykas.
    """
    return conn.all(
        "SELECT l.name, MAX(l.name_en) AS name_en, l.choice, SUM(l.quantity) AS pieces, "
        "SUM(l.quantity * l.price) AS revenue, SUM(CASE WHEN l.cost IS NULL THEN 0 ELSE l.quantity END) AS costed, "
        "COALESCE(SUM(l.quantity * l.cost), 0) AS cost FROM orders o JOIN order_lines l ON l.order_id = o.id "
        f"WHERE {KEPT} GROUP BY l.name, l.choice ORDER BY MAX(l.id)",
        {"since": since, "until": until},
    )


def sum_promos(conn: Connection, since: int, until: int) -> list[Row]:
    """Sum the orders of a period by promo code: `code`, `orders`, `discount`, `revenue`."""
    return conn.all(
        "SELECT o.promo_code AS code, COUNT(*) AS orders, SUM(o.promo_discount_amount) AS discount, "
        f"SUM(o.total) AS revenue FROM orders o WHERE {KEPT} AND o.promo_code IS NOT NULL "
        "GROUP BY o.promo_code ORDER BY revenue DESC, o.promo_code",
        {"since": since, "until": until},
    )


def list_stock_taken(conn: Connection, since: int, until: int) -> list[str]:
    """List the stock used by each order of a period, as stored."""
    rows = conn.all(
        f"SELECT o.stock_taken FROM orders o WHERE {KEPT} AND o.stock_taken IS NOT NULL",
        {"since": since, "until": until},
    )
    return [row["stock_taken"] for row in rows]


def list_option_groups(conn: Connection) -> dict[int, tuple[str, str]]:
    """Return the name of each option's group in both languages, by the option's id."""
    rows = conn.all("SELECT o.id, g.name, g.name_en FROM options o JOIN option_groups g ON g.id = o.group_id")
    return {int(row["id"]): (str(row["name"]), str(row["name_en"])) for row in rows}
