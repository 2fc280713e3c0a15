"""SQL for the cafe's settings."""

from collections.abc import Mapping
from typing import Any

import orjson

from cafe.core.catalogue.hours.store import get_calendar
from cafe.core.catalogue.settings.busy import Busy, BusyState
from cafe.core.catalogue.settings.model import READERS, Settings
from cafe.core.kernel.database import Connection
from cafe.core.kernel.meta import bump_catalogue_version, get_meta, set_meta

BUSY = "busy"
PAUSED = "paused_until"


def get_settings(conn: Connection) -> Settings:
    """Return the cafe's settings with its opening hours; missing ones have their defaults."""
    stored = {row["key"]: orjson.loads(row["value"]) for row in conn.all("SELECT key, value FROM settings")}
    return Settings(**{key: value for key, value in stored.items() if key in READERS}, calendar=get_calendar(conn))


def set_settings(conn: Connection, values: Mapping[str, Any]) -> None:
    """Store validated settings; values already in effect, stored or by default, are skipped."""
    current = get_settings(conn)
    for key, value in values.items():
        if getattr(current, key) != value:
            set_setting(conn, key, value)


def set_setting(conn: Connection, key: str, value: Any) -> None:
    """Store one validated setting."""
    conn.run(
        "INSERT INTO settings (key, value) VALUES (:key, :value) "
        "ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        {"key": key, "value": orjson.dumps(value).decode()},
    )


def list_pauses(conn: Connection) -> dict[str, int]:
    """Return the end of each pause in Unix seconds, by order type or `ALL_ORDERS`."""
    rows = conn.all("SELECT key, value FROM meta WHERE key LIKE :keys ORDER BY key", {"keys": f"{PAUSED}%"})
    return {row["key"].removeprefix(PAUSED).removeprefix("_"): int(row["value"]) for row in rows}


def set_paused_until(conn: Connection, order_type: str, until: int) -> None:
    """Pause orders of a type, or of all (`ALL_ORDERS`), until a moment in Unix seconds; 0 resumes them."""
    set_meta(conn, _pause_key(order_type), str(until))


def claim_ended_pause(conn: Connection, order_type: str, now: int) -> int | None:
    """Clear an ended pause and return when it ended; None if there is none, or another caller cleared it first."""
    until = list_pauses(conn).get(order_type, 0)
    if not 0 < until <= now:
        return None
    cleared = conn.run(
        "UPDATE meta SET value = '0' WHERE key = :key AND value = :until",
        {"key": _pause_key(order_type), "until": str(until)},
    )
    return until if cleared == 1 else None


def _pause_key(order_type: str) -> str:
    return f"{PAUSED}_{order_type}" if order_type else PAUSED


def get_busy(conn: Connection) -> BusyState:
    """Return busy mode as last set."""
    return BusyState.read(get_meta(conn, BUSY))


def set_busy(conn: Connection, busy: Busy | None, mark: int | None) -> bool:
    """Begin or end busy mode; False if a `mark` is given and is not the current one."""
    bump_catalogue_version(conn)
    state = get_busy(conn)
    if mark is not None and mark != state.mark:
        return False
    set_meta(conn, BUSY, state.followed_by(busy).stored)
    return True
