"""Database metadata and counters: tables meta and sequences."""

from cafe.core.kernel.database import Connection, Row

MOVED = "moved_to"
"""The key that marks a database whose cafe was moved to another one."""

CATALOGUE_VERSION = "(SELECT value FROM meta WHERE key = 'catalogue_version')"
"""SQL for the version of the catalogue and settings, as text, inside of another statement."""


def get_meta(conn: Connection, key: str) -> str | None:
    row = conn.one("SELECT value FROM meta WHERE key = :key", {"key": key})
    return None if row is None else str(row["value"])


def set_meta(conn: Connection, key: str, value: str) -> None:
    conn.run(
        "INSERT INTO meta (key, value) VALUES (:key, :value) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        {"key": key, "value": value},
    )


def take_turn(conn: Connection, work: str) -> None:
    """Make other transactions with the same work wait until this one ends; later reads are current.

    It is needed since two processes may believe to lead for a moment.
    """
    set_meta(conn, f"turn_{work}", "")


def get_instance_id(conn: Connection) -> str:
    """Return the database's random id."""
    return get_meta(conn, "instance_id") or ""


def get_catalogue_version(conn: Connection) -> int:
    """Return the version of the catalogue and settings."""
    return int(get_meta(conn, "catalogue_version") or 0)


def bump_catalogue_version(conn: Connection) -> None:
    """Mark the catalogue or settings as changed, so that every process reads them again.

    A change of them does this first: until its transaction ends, other changes wait here.
    """
    conn.run("UPDATE meta SET value = CAST(CAST(value AS BIGINT) + 1 AS TEXT) WHERE key = 'catalogue_version'")


def reserve_values(conn: Connection, sequence: str, count: int) -> int:
    """Reserve the next `count` values of a sequence and return the last of them."""
    row = conn.one(
        "UPDATE sequences SET value = value + :count WHERE name = :name RETURNING value",
        {"name": sequence, "count": count},
    )
    return _value(row, sequence)


def last_value(conn: Connection, sequence: str) -> int:
    """Return the last reserved value of a sequence."""
    return _value(conn.one("SELECT value FROM sequences WHERE name = :name", {"name": sequence}), sequence)


def _value(row: Row | None, sequence: str) -> int:
    if row is None:
        raise LookupError(sequence)
    return int(row["value"])
