"""SQL for PINs and the tries to guess them. Times in Unix seconds."""

from cafe.core.kernel.database import Connection
from cafe.core.kernel.ids import DeviceId, StaffId


def find_pin(conn: Connection, staff_id: int) -> str | None:
    """Find the hash of a person's PIN."""
    row = conn.one("SELECT pin FROM staff WHERE id = :id", {"id": staff_id})
    return None if row is None else row["pin"]


def set_pin(conn: Connection, staff_id: StaffId, stored: str | None) -> None:
    conn.run("UPDATE staff SET pin = :pin WHERE id = :id", {"id": staff_id, "pin": stored})


def count_try(conn: Connection, device_id: DeviceId, now: int) -> int | None:
    """Count a try at a tablet and return how many there were; None while it is locked."""
    row = conn.one(
        "INSERT INTO pin_tries (device_id, tries, locked_until) VALUES (:id, 1, 0) ON CONFLICT (device_id) "
        "DO UPDATE SET tries = pin_tries.tries + 1 WHERE pin_tries.locked_until <= :now RETURNING tries",
        {"id": device_id, "now": now},
    )
    return None if row is None else int(row["tries"])


def lock(conn: Connection, device_id: DeviceId, until: int) -> None:
    conn.run("UPDATE pin_tries SET locked_until = :until WHERE device_id = :id", {"id": device_id, "until": until})


def get_locked_until(conn: Connection, device_id: DeviceId) -> int:
    row = conn.one("SELECT locked_until FROM pin_tries WHERE device_id = :id", {"id": device_id})
    return 0 if row is None else int(row["locked_until"])


def forget_tries(conn: Connection, device_id: DeviceId) -> None:
    conn.run("DELETE FROM pin_tries WHERE device_id = :id", {"id": device_id})
