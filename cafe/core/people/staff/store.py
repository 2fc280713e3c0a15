"""SQL for the staff."""

from dataclasses import replace

from cafe.core.kernel.database import Connection, Row
from cafe.core.kernel.ids import StaffId
from cafe.core.people.staff.model import OwnRole, Right, Role, StaffMember

OWN_ROLE = "r.id AS own_role_id, r.name AS own_role_name, r.rights AS own_role_rights"
SELECT = (
    "SELECT m.id, m.name, m.role, m.telegram_id, m.is_active, m.pin IS NOT NULL AS has_pin, m.wants_news, "
    f"{OWN_ROLE} FROM staff m LEFT JOIN staff_roles r ON r.id = m.role_id"
)


def name_key(name: str) -> str:
    return name.casefold()


def add_member(conn: Connection, member: StaffMember, now: int) -> StaffMember:
    """Store a new person; return them with their id."""
    row = conn.one(
        "INSERT INTO staff (name, name_key, role, role_id, telegram_id, created_at) "
        "VALUES (:name, :key, :role, :role_id, :telegram_id, :now) RETURNING id",
        {
            "name": member.name,
            "key": name_key(member.name),
            "role": member.role.value,
            "role_id": member.own_role and member.own_role.id,
            "telegram_id": member.telegram_id,
            "now": now,
        },
    )
    if row is None:
        raise LookupError(member.name)
    return replace(member, id=StaffId(row["id"]))


def change_member(conn: Connection, member: StaffMember) -> None:
    conn.run(
        "UPDATE staff SET name = :name, name_key = :key, role = :role, role_id = :role_id, "
        "telegram_id = :telegram_id, is_active = :is_active WHERE id = :id",
        {
            "id": member.id,
            "name": member.name,
            "key": name_key(member.name),
            "role": member.role.value,
            "role_id": member.own_role and member.own_role.id,
            "telegram_id": member.telegram_id,
            "is_active": int(member.is_active),
        },
    )


def set_wants_news(conn: Connection, staff_id: StaffId, *, wants_news: bool) -> None:
    conn.run("UPDATE staff SET wants_news = :wants WHERE id = :id", {"wants": int(wants_news), "id": staff_id})


def find_member(conn: Connection, staff_id: int) -> StaffMember | None:
    return _found(conn.one(f"{SELECT} WHERE m.id = :id", {"id": staff_id}))


def find_by_name(conn: Connection, name: str) -> StaffMember | None:
    return _found(conn.one(f"{SELECT} WHERE m.name_key = :key", {"key": name_key(name)}))


def find_by_telegram(conn: Connection, telegram_id: int) -> StaffMember | None:
    return _found(conn.one(f"{SELECT} WHERE m.telegram_id = :id", {"id": telegram_id}))


def list_members(conn: Connection) -> list[StaffMember]:
    """List everybody, the first added first."""
    return [member_of(row) for row in conn.all(f"{SELECT} ORDER BY m.id")]


def find_first_owner(conn: Connection) -> StaffMember | None:
    """Find the active owner who was added first."""
    return _found(conn.one(f"{SELECT} WHERE m.role = 'owner' AND m.is_active = 1 ORDER BY m.id LIMIT 1"))


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
        own_role_of(row),
    )


def own_role_of(row: Row) -> OwnRole | None:
    """Return the own role of a row with `OWN_ROLE`."""
    if row["own_role_id"] is None:
        return None
    return OwnRole(row["own_role_id"], row["own_role_name"], _rights(row["own_role_rights"]))


def list_roles(conn: Connection) -> list[OwnRole]:
    """List the cafe's own roles by name."""
    rows = conn.all("SELECT id, name, rights FROM staff_roles ORDER BY name_key")
    return [OwnRole(row["id"], row["name"], _rights(row["rights"])) for row in rows]


def add_role(conn: Connection, name: str, rights: frozenset[Right]) -> OwnRole:
    row = conn.one(
        "INSERT INTO staff_roles (name, name_key, rights) VALUES (:name, :key, :rights) RETURNING id",
        {"name": name, "key": name_key(name), "rights": ",".join(sorted(rights))},
    )
    if row is None:
        raise LookupError(name)
    return OwnRole(row["id"], name, rights)


def change_role(conn: Connection, role: OwnRole) -> None:
    conn.run(
        "UPDATE staff_roles SET name = :name, name_key = :key, rights = :rights WHERE id = :id",
        {"id": role.id, "name": role.name, "key": name_key(role.name), "rights": ",".join(sorted(role.rights))},
    )


def delete_role(conn: Connection, role_id: int) -> None:
    conn.run("DELETE FROM staff_roles WHERE id = :id", {"id": role_id})


def _rights(stored: str) -> frozenset[Right]:
    return frozenset(Right(each) for each in stored.split(",") if each in list(Right))


def _found(row: Row | None) -> StaffMember | None:
    return None if row is None else member_of(row)
