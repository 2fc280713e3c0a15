"""SQL for the staff."""

from cafe.core.kernel.database import Connection, Row
from cafe.core.kernel.ids import StaffId
from cafe.core.people.staff.model import Role, StaffMember

COLUMNS = "id, name, role, telegram_id, is_active, pin IS NOT NULL AS has_pin, wants_news"


def name_key(name: str) -> str:
    return name.casefold()


def add_member(conn: Connection, name: str, role: Role, telegram_id: int | None, now: int) -> StaffMember:
    row = conn.one(
        "INSERT INTO staff (name, name_key, role, telegram_id, created_at) "
        f"VALUES (:name, :key, :role, :telegram_id, :now) RETURNING {COLUMNS}",
        {"name": name, "key": name_key(name), "role": role.value, "telegram_id": telegram_id, "now": now},
    )
    if row is None:
        raise LookupError(name)
    return member_of(row)


def change_member(conn: Connection, member: StaffMember) -> None:
    conn.run(
        "UPDATE staff SET name = :name, name_key = :key, role = :role, telegram_id = :telegram_id, "
        "is_active = :is_active WHERE id = :id",
        {
            "id": member.id,
            "name": member.name,
            "key": name_key(member.name),
            "role": member.role.value,
            "telegram_id": member.telegram_id,
            "is_active": int(member.is_active),
        },
    )


def set_wants_news(conn: Connection, staff_id: StaffId, *, wants_news: bool) -> None:
    conn.run("UPDATE staff SET wants_news = :wants WHERE id = :id", {"wants": int(wants_news), "id": staff_id})


def find_member(conn: Connection, staff_id: int) -> StaffMember | None:
    return _found(conn.one(f"SELECT {COLUMNS} FROM staff WHERE id = :id", {"id": staff_id}))


def find_by_name(conn: Connection, name: str) -> StaffMember | None:
    return _found(conn.one(f"SELECT {COLUMNS} FROM staff WHERE name_key = :key", {"key": name_key(name)}))


def find_by_telegram(conn: Connection, telegram_id: int) -> StaffMember | None:
    return _found(conn.one(f"SELECT {COLUMNS} FROM staff WHERE telegram_id = :id", {"id": telegram_id}))


def list_members(conn: Connection) -> list[StaffMember]:
    """List everybody, the first added first."""
    return [member_of(row) for row in conn.all(f"SELECT {COLUMNS} FROM staff ORDER BY id")]


def find_first_owner(conn: Connection) -> StaffMember | None:
    """Find the active owner who was added first."""
    return _found(conn.one(f"SELECT {COLUMNS} FROM staff WHERE role = 'owner' AND is_active = 1 ORDER BY id LIMIT 1"))


def has_other_owner(conn: Connection, staff_id: StaffId) -> bool:
    """Whether there is another active owner."""
    row = conn.one("SELECT 1 FROM staff WHERE role = 'owner' AND is_active = 1 AND id <> :id LIMIT 1", {"id": staff_id})
    return row is not None


def member_of(row: Row) -> StaffMember:
    return StaffMember(
        StaffId(row["id"]),
        row["name"],
        Role(row["role"]),
        row["telegram_id"],
        bool(row["is_active"]),
        bool(row["has_pin"]),
        bool(row["wants_news"]),
    )


def _found(row: Row | None) -> StaffMember | None:
    return None if row is None else member_of(row)
