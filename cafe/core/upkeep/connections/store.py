"""SQL for typed keys."""

from collections.abc import Iterable, Mapping

from cafe.core.kernel.database import Connection


def list_keys(conn: Connection) -> dict[str, tuple[str, int]]:
    """Return the encrypted keys by name, with the moment of typing in Unix seconds."""
    rows = conn.all("SELECT name, value, typed_at FROM typed_keys ORDER BY name")
    return {row["name"]: (row["value"], row["typed_at"]) for row in rows}


def set_keys(conn: Connection, sealed: Mapping[str, str], now: int) -> None:
    for name, value in sealed.items():
        conn.run(
            "INSERT INTO typed_keys (name, value, typed_at) VALUES (:name, :value, :now) "
            "ON CONFLICT (name) DO UPDATE SET value = :value, typed_at = :now",
            {"name": name, "value": value, "now": now},
        )


def delete_keys(conn: Connection, names: Iterable[str]) -> None:
    for name in names:
        conn.run("DELETE FROM typed_keys WHERE name = :name", {"name": name})
