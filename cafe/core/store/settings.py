"""Settings, counters and marks of the database itself: tables settings, meta and sequences."""

from typing import Any

import orjson

from cafe.core.ports import Connection
from cafe.core.settings import READERS, Settings


def get_settings(conn: Connection) -> Settings:
    """The cafe's settings; what is not stored has its default."""
    stored = {row["key"]: orjson.loads(row["value"]) for row in conn.all("SELECT key, value FROM settings")}
    return Settings(**{key: value for key, value in stored.items() if key in READERS})


def set_setting(conn: Connection, key: str, value: Any) -> None:
    """Store one setting that was checked before."""
    conn.run(
        "INSERT INTO settings (key, value) VALUES (:key, :value) "
        "ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        {"key": key, "value": orjson.dumps(value).decode()},
    )


def get_meta(conn: Connection, key: str) -> str | None:
    """A mark of the database itself."""
    row = conn.one("SELECT value FROM meta WHERE key = :key", {"key": key})
    return None if row is None else str(row["value"])


def set_meta(conn: Connection, key: str, value: str) -> None:
    """Set a mark."""
    conn.run(
        "INSERT INTO meta (key, value) VALUES (:key, :value) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        {"key": key, "value": value},
    )


def get_instance_id(conn: Connection) -> str:
    """What tells this database from any other."""
    return get_meta(conn, "instance_id") or ""


def get_catalogue_version(conn: Connection) -> int:
    """Which state of catalogue and settings this is."""
    return int(get_meta(conn, "catalogue_version") or 0)


def bump_catalogue_version(conn: Connection) -> None:
    """Say that the catalogue or the settings changed, so that every process reads them again."""
    conn.run("UPDATE meta SET value = CAST(CAST(value AS BIGINT) + 1 AS TEXT) WHERE key = 'catalogue_version'")


def get_paused_until(conn: Connection) -> int:
    """Until when the staff stopped taking orders, Unix seconds; 0 when they did not."""
    return int(get_meta(conn, "paused_until") or 0)


def next_value(conn: Connection, sequence: str) -> int:
    """Count a sequence on and return its new value; no two transactions get the same."""
    row = conn.one("UPDATE sequences SET value = value + 1 WHERE name = :name RETURNING value", {"name": sequence})
    if row is None:
        raise LookupError(sequence)
    return int(row["value"])
