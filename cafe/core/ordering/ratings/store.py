"""SQL for ratings."""

from cafe.core.kernel.database import Connection, Row
from cafe.core.kernel.ids import CustomerId, OrderId
from cafe.core.ordering.orders.model import order_number
from cafe.core.ordering.ratings.model import Rating

RATED = (
    "SELECT r.is_good, r.words, r.rated_at, o.id, o.sequence_number FROM ratings r JOIN orders o ON o.id = r.order_id"
)


def list_due(conn: Connection, since: int, until: int, asked_since: int, limit: int) -> list[OrderId]:
    """List the orders of Telegram users that ended within a time, if nothing was asked of them since another.

    Times in Unix seconds.
    """
    rows = conn.all(
        "SELECT DISTINCT o.id FROM order_events e JOIN orders o ON o.id = e.order_id "
        "WHERE e.created_at >= :since AND e.created_at <= :until AND e.kind = 'status' AND e.detail = 'completed' "
        "AND o.status = 'completed' AND o.customer_id > 0 AND NOT EXISTS (SELECT 1 FROM ratings r "
        "JOIN orders other ON other.id = r.order_id "
        "WHERE other.customer_id = o.customer_id AND r.asked_at > :asked_since) ORDER BY o.id LIMIT :limit",
        {"since": since, "until": until, "asked_since": asked_since, "limit": limit},
    )
    return [OrderId(row["id"]) for row in rows]


def was_asked(conn: Connection, customer_id: CustomerId, since: int) -> bool:
    """Whether a customer was asked since a time (Unix seconds)."""
    row = conn.one(
        "SELECT 1 FROM ratings r JOIN orders o ON o.id = r.order_id "
        "WHERE o.customer_id = :customer AND r.asked_at > :since LIMIT 1",
        {"customer": customer_id, "since": since},
    )
    return row is not None


def add_question(conn: Connection, order_id: OrderId, now: int) -> bool:
    """Store that a guest is asked; False if it was stored before."""
    added = conn.run(
        "INSERT INTO ratings (order_id, asked_at) VALUES (:order, :now) ON CONFLICT (order_id) DO NOTHING",
        {"order": order_id, "now": now},
    )
    return added == 1


def set_rating(conn: Connection, order_id: OrderId, now: int, *, is_good: bool) -> bool:
    """Store a rating; False if the guest was not asked, or has said so before."""
    changed = conn.run(
        "UPDATE ratings SET is_good = :is_good, rated_at = COALESCE(rated_at, :now) "
        "WHERE order_id = :order AND (is_good IS NULL OR is_good <> :is_good)",
        {"order": order_id, "is_good": int(is_good), "now": now},
    )
    return changed == 1


def set_words(conn: Connection, order_id: OrderId, words: str) -> Rating | None:
    """Store what a guest wrote about a rated order; return the rating, None if there is none."""
    conn.run(
        "UPDATE ratings SET words = :words WHERE order_id = :order AND rated_at IS NOT NULL",
        {"order": order_id, "words": words},
    )
    return find_rating(conn, order_id)


def find_rating(conn: Connection, order_id: OrderId) -> Rating | None:
    """Return an order's rating."""
    row = conn.one(f"{RATED} WHERE r.order_id = :order AND r.rated_at IS NOT NULL", {"order": order_id})
    return None if row is None else _rating(row)


def list_ratings(conn: Connection, since: int, until: int) -> list[Rating]:
    """List the ratings given from one time to before another (Unix seconds), the bad ones first, then the newest."""
    rows = conn.all(
        f"{RATED} WHERE r.rated_at >= :since AND r.rated_at < :until ORDER BY r.is_good, r.rated_at DESC",
        {"since": since, "until": until},
    )
    return [_rating(row) for row in rows]


def _rating(row: Row) -> Rating:
    return Rating(order_number(row["id"], row["sequence_number"]), bool(row["is_good"]), row["words"], row["rated_at"])
