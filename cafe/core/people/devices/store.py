"""SQL for devices, pairing codes and wrong guesses."""

from dataclasses import replace

from cafe.core.catalogue.changes.actor import Actor, Way
from cafe.core.catalogue.changes.model import ChangedItem, Fields
from cafe.core.catalogue.changes.store import add_change
from cafe.core.kernel.database import Connection, Row
from cafe.core.kernel.ids import DeviceId, StaffId
from cafe.core.people.devices.model import Device

COLUMNS = "id, name, paired_at, seen_at"


def add_code(conn: Connection, code_hash: str, link_hash: str, name: str, actor: Actor, expires_at: int) -> None:
    """Add a code issued by `actor`; should the same code be generated again, the newer one replaces it."""
    conn.run(
        "INSERT INTO pairing_codes (code_hash, link_hash, name, way, actor, staff_id, expires_at) "
        "VALUES (:hash, :link_hash, :name, :way, :actor, :staff_id, :expires_at) ON CONFLICT (code_hash) DO UPDATE SET "
        "link_hash = excluded.link_hash, name = excluded.name, way = excluded.way, actor = excluded.actor, "
        "staff_id = excluded.staff_id, expires_at = excluded.expires_at",
        {
            "hash": code_hash,
            "link_hash": link_hash,
            "name": name,
            "way": actor.way.value,
            "actor": actor.name,
            "staff_id": actor.staff_id,
            "expires_at": expires_at,
        },
    )


def delete_expired_codes(conn: Connection, now: int) -> None:
    conn.run("DELETE FROM pairing_codes WHERE expires_at <= :now", {"now": now})


def has_codes(conn: Connection) -> bool:
    return conn.one("SELECT 1 FROM pairing_codes LIMIT 1") is not None


def take_code(conn: Connection, code_hash: str) -> tuple[str, Actor] | None:
    """Use a code up; return its device's name and its issuer, None if there is no such code."""
    return _take(conn, "code_hash", code_hash)


def take_link(conn: Connection, link_hash: str) -> tuple[str, Actor] | None:
    """Use a code up by its link; return the same."""
    return _take(conn, "link_hash", link_hash)


def _take(conn: Connection, column: str, found: str) -> tuple[str, Actor] | None:
    row = conn.one(
        f"DELETE FROM pairing_codes WHERE {column} = :hash RETURNING name, way, actor, staff_id", {"hash": found}
    )
    if row is None:
        return None
    staff_id = None if row["staff_id"] is None else StaffId(row["staff_id"])
    return str(row["name"]), Actor(row["actor"], staff_id, Way(row["way"]))


def count_guesses(conn: Connection, since: int) -> int:
    """Count the wrong codes since a time (Unix seconds); those before it are deleted."""
    conn.run("DELETE FROM pairing_guesses WHERE guessed_at < :since", {"since": since})
    row = conn.one("SELECT COUNT(*) AS guesses FROM pairing_guesses")
    return 0 if row is None else int(row["guesses"])


def add_guess(conn: Connection, now: int) -> None:
    conn.run("INSERT INTO pairing_guesses (guessed_at) VALUES (:now)", {"now": now})


def add_device(conn: Connection, name: str, token_hash: str, now: int) -> Device:
    row = conn.one(
        "INSERT INTO devices (name, token_hash, paired_at, seen_at) VALUES (:name, :hash, :now, :now) "
        f"RETURNING {COLUMNS}",
        {"name": name, "hash": token_hash, "now": now},
    )
    assert row is not None  # noqa: S101 - for the type checker
    return _device(row)


def find_device(conn: Connection, token_hash: str, now: int) -> Device | None:
    """Find a device with who works at it now: somebody who is still one of the staff and has a PIN."""
    row = conn.one(
        "SELECT d.id, d.name, d.paired_at, d.seen_at, m.name AS person FROM devices d LEFT JOIN staff m "
        "ON m.id = d.staff_id AND m.is_active = 1 AND m.pin IS NOT NULL AND d.staff_until > :now "
        "WHERE d.token_hash = :hash",
        {"hash": token_hash, "now": now},
    )
    return None if row is None else replace(_device(row), person=row["person"])


def set_person(conn: Connection, device_id: DeviceId, staff_id: StaffId | None, until: int) -> None:
    conn.run(
        "UPDATE devices SET staff_id = :staff_id, staff_until = :until WHERE id = :id",
        {"id": device_id, "staff_id": staff_id, "until": until},
    )


def list_devices(conn: Connection) -> list[Device]:
    """List the devices, the oldest pairing first."""
    return [_device(row) for row in conn.all(f"SELECT {COLUMNS} FROM devices ORDER BY id")]


def mark_seen(conn: Connection, device_id: DeviceId, now: int) -> None:
    conn.run("UPDATE devices SET seen_at = :now WHERE id = :id AND seen_at < :now", {"id": device_id, "now": now})


def delete_device(conn: Connection, device_id: int) -> Device | None:
    """Delete a device and return it; None if there is no such device."""
    row = conn.one(f"DELETE FROM devices WHERE id = :id RETURNING {COLUMNS}", {"id": device_id})
    return None if row is None else _device(row)


def _device(row: Row) -> Device:
    return Device(DeviceId(row["id"]), row["name"], row["paired_at"], row["seen_at"])


ENTITY = "devices"
"""The entity in the history of changes, where pairings are listed but cannot be undone."""


def record_paired(conn: Connection, actor: Actor, device: Device, now: int) -> None:
    """Record a new device under the issuer of its code."""
    add_change(conn, actor, [ChangedItem(ENTITY, str(device.id), device.name, None, _fields(device))], now)


def record_revoked(conn: Connection, actor: Actor, device: Device, now: int) -> None:
    add_change(conn, actor, [ChangedItem(ENTITY, str(device.id), device.name, _fields(device), None)], now)


def _fields(device: Device) -> Fields:
    return {"name": device.name}
