"""SQL for the checklist."""

from collections.abc import Collection

from cafe.core.kernel.database import Connection
from cafe.core.kernel.meta import get_meta, set_meta
from cafe.core.upkeep.setup_checklist.model import Step

SKIPPED, HIDDEN = "first_steps_skipped", "first_steps_hidden"


def count_dishes(conn: Connection) -> int:
    """Count the active dishes."""
    row = conn.one("SELECT COUNT(*) AS dishes FROM products WHERE is_active = 1")
    return 0 if row is None else int(row["dishes"])


def list_dishes(conn: Connection, slugs: Collection[str]) -> dict[str, tuple[str, int]]:
    """Return name and price of those active dishes that have one of these slugs, by slug."""
    names = {f"slug{index}": slug for index, slug in enumerate(slugs)}
    of_these = ", ".join(f":{name}" for name in names)
    rows = conn.all(f"SELECT slug, name, price FROM products WHERE is_active = 1 AND slug IN ({of_these})", names)
    return {row["slug"]: (row["name"], row["price"]) for row in rows}


def has_own_hours(conn: Connection) -> bool:
    """Whether opening hours were set; those equal to the defaults are not stored."""
    return _exists(conn, "SELECT 1 FROM week_hours LIMIT 1") or _exists(
        conn, "SELECT 1 FROM settings WHERE key IN ('work_hours_from', 'work_hours_to') LIMIT 1"
    )


def has_sent_message(conn: Connection) -> bool:
    """Whether the bot has sent any message that is still stored."""
    return _exists(conn, "SELECT 1 FROM outbox WHERE state = 'sent' AND via <> 'push' LIMIT 1") or has_reached_staff(
        conn
    )


def has_reached_staff(conn: Connection) -> bool:
    """Whether a message is, or was, in the staff chat."""
    return _exists(conn, "SELECT 1 FROM staff_cards LIMIT 1") or _exists(
        conn, "SELECT 1 FROM outbox WHERE state = 'sent' AND recipient = 'staff' LIMIT 1"
    )


def has_order(conn: Connection) -> bool:
    return _exists(conn, "SELECT 1 FROM orders LIMIT 1")


def has_seen_order(conn: Connection) -> bool:
    """Whether the staff have moved any order, or promised a time for one."""
    return _exists(conn, "SELECT 1 FROM order_events WHERE kind IN ('status', 'promised') LIMIT 1")


def list_skipped(conn: Connection) -> set[str]:
    return set((get_meta(conn, SKIPPED) or "").split())


def set_skipped(conn: Connection, step: Step, *, is_skipped: bool) -> None:
    kept = list_skipped(conn) - {step.value} | ({step.value} if is_skipped else set())
    set_meta(conn, SKIPPED, " ".join(sorted(kept)))


def is_hidden(conn: Connection) -> bool:
    return get_meta(conn, HIDDEN) == "1"


def set_hidden(conn: Connection, *, is_hidden: bool) -> None:
    set_meta(conn, HIDDEN, "1" if is_hidden else "0")


def _exists(conn: Connection, sql: str) -> bool:
    return conn.one(sql) is not None
