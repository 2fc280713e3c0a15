"""SQL for browsers that subscribe to orders."""

from cafe.core.kernel.database import Connection, Row
from cafe.core.kernel.ids import OrderId
from cafe.core.kernel.locale import Locale
from cafe.core.messages.subscriptions.push import Browser, Subscription

COLUMNS = "id, order_id, endpoint, p256dh, auth, locale"


def list_subscriptions(conn: Connection, order_id: OrderId) -> list[Subscription]:
    rows = conn.all(
        f"SELECT {COLUMNS} FROM push_subscriptions WHERE order_id = :order ORDER BY id", {"order": order_id}
    )
    return [_subscription(row) for row in rows]


def find_subscription(conn: Connection, subscription_id: int) -> Subscription | None:
    row = conn.one(f"SELECT {COLUMNS} FROM push_subscriptions WHERE id = :id", {"id": subscription_id})
    return None if row is None else _subscription(row)


def is_subscribed(conn: Connection, order_id: OrderId) -> bool:
    row = conn.one("SELECT 1 FROM push_subscriptions WHERE order_id = :order LIMIT 1", {"order": order_id})
    return row is not None


def save_subscription(
    conn: Connection, order_id: OrderId, browser: Browser, locale: Locale, most: int, now: int
) -> None:
    """Subscribe a browser to an order, or change its keys and language; only the `most` newest are kept."""
    params = {
        "order": order_id,
        "endpoint": browser.endpoint,
        "p256dh": browser.p256dh,
        "auth": browser.auth,
        "locale": locale,
        "now": now,
    }
    conn.run(
        "INSERT INTO push_subscriptions (order_id, endpoint, p256dh, auth, locale, created_at) "
        "VALUES (:order, :endpoint, :p256dh, :auth, :locale, :now) ON CONFLICT (order_id, endpoint) DO UPDATE SET "
        "p256dh = excluded.p256dh, auth = excluded.auth, locale = excluded.locale",
        params,
    )
    conn.run(
        "DELETE FROM push_subscriptions WHERE order_id = :order AND id NOT IN "
        "(SELECT id FROM push_subscriptions WHERE order_id = :order ORDER BY id DESC LIMIT :most)",
        {"order": order_id, "most": most},
    )


def delete_subscriptions_of(conn: Connection, order_id: OrderId) -> bool:
    """Unsubscribe all browsers from an order; whether there was one."""
    return conn.run("DELETE FROM push_subscriptions WHERE order_id = :order", {"order": order_id}) > 0


def delete_subscription(conn: Connection, subscription_id: int) -> None:
    conn.run("DELETE FROM push_subscriptions WHERE id = :id", {"id": subscription_id})


def delete_old_subscriptions(conn: Connection, before: int, limit: int) -> int:
    """Delete subscriptions from before a time (Unix seconds), and those to orders of forgotten customers."""
    return conn.run(
        "DELETE FROM push_subscriptions WHERE id IN (SELECT s.id FROM push_subscriptions s "
        "JOIN orders o ON o.id = s.order_id WHERE s.created_at < :before OR o.customer_id = 0 LIMIT :limit)",
        {"before": before, "limit": limit},
    )


def _subscription(row: Row) -> Subscription:
    browser = Browser(row["endpoint"], row["p256dh"], row["auth"])
    return Subscription(row["id"], OrderId(row["order_id"]), browser, Locale(row["locale"]))
