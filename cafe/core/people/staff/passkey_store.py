"""SQL for passkeys, their challenges and recovery codes. Times in Unix seconds."""

from cafe.core.kernel.database import Connection, Row
from cafe.core.kernel.ids import SessionId, StaffId
from cafe.core.people.staff.model import Passkey
from cafe.core.people.staff.port import NewPasskey


def add_challenge(conn: Connection, challenge_hash: str, session_id: SessionId | None, expires_at: int) -> None:
    conn.run(
        "INSERT INTO passkey_challenges (challenge_hash, session_id, expires_at) VALUES (:hash, :session_id, :expires)",
        {"hash": challenge_hash, "session_id": session_id, "expires": expires_at},
    )


def delete_challenges(conn: Connection, now: int, most: int) -> None:
    """Delete expired challenges, and the oldest of more than `most`."""
    conn.run("DELETE FROM passkey_challenges WHERE expires_at <= :now", {"now": now})
    newest = "SELECT challenge_hash FROM passkey_challenges ORDER BY expires_at DESC, challenge_hash LIMIT :most"
    conn.run(f"DELETE FROM passkey_challenges WHERE challenge_hash NOT IN ({newest})", {"most": most})


def take_challenge(conn: Connection, challenge_hash: str, session_id: SessionId | None, now: int) -> bool:
    """Use a challenge up; False if there is no such one, for this session or for a sign-in."""
    whose = "session_id IS NULL" if session_id is None else "session_id = :session_id"
    params = {"hash": challenge_hash, "now": now} | ({} if session_id is None else {"session_id": session_id})
    taken = conn.run(
        f"DELETE FROM passkey_challenges WHERE challenge_hash = :hash AND expires_at > :now AND {whose}", params
    )
    return taken == 1


def add_passkey(conn: Connection, staff_id: StaffId, passkey: NewPasskey, agent: str, now: int) -> bool:
    """Store a passkey; False if it is known already."""
    added = conn.run(
        "INSERT INTO passkeys (id, staff_id, public_key, sign_count, agent, created_at) "
        "VALUES (:id, :staff_id, :public_key, :sign_count, :agent, :now) ON CONFLICT (id) DO NOTHING",
        {
            "id": passkey.id,
            "staff_id": staff_id,
            "public_key": passkey.public_key,
            "sign_count": passkey.sign_count,
            "agent": agent,
            "now": now,
        },
    )
    return added == 1


def find_passkey(conn: Connection, passkey_id: str) -> Passkey | None:
    row = conn.one("SELECT * FROM passkeys WHERE id = :id", {"id": passkey_id})
    return None if row is None else _passkey(row)


def list_passkeys(conn: Connection, staff_id: StaffId) -> list[Passkey]:
    """List a person's passkeys, oldest first."""
    rows = conn.all("SELECT * FROM passkeys WHERE staff_id = :id ORDER BY created_at, id", {"id": staff_id})
    return [_passkey(row) for row in rows]


def mark_used(conn: Connection, passkey: Passkey, sign_count: int, now: int) -> bool:
    """Store a use; False if the passkey was deleted, or used by somebody else meanwhile."""
    return (
        conn.run(
            "UPDATE passkeys SET sign_count = :count, used_at = :now WHERE id = :id AND sign_count = :seen",
            {"id": passkey.id, "count": sign_count, "seen": passkey.sign_count, "now": now},
        )
        == 1
    )


def delete_passkey(conn: Connection, passkey_id: str) -> None:
    conn.run("DELETE FROM passkeys WHERE id = :id", {"id": passkey_id})


def set_recovery_code(conn: Connection, staff_id: StaffId, code_hash: str, now: int) -> None:
    """Store a person's recovery code instead of the former one."""
    conn.run(
        "INSERT INTO recovery_codes (staff_id, code_hash, created_at) VALUES (:id, :hash, :now) "
        "ON CONFLICT (staff_id) DO UPDATE SET code_hash = :hash, created_at = :now",
        {"id": staff_id, "hash": code_hash, "now": now},
    )


def take_recovery_code(conn: Connection, code_hash: str) -> StaffId | None:
    """Use a recovery code up; return its person."""
    row = conn.one("DELETE FROM recovery_codes WHERE code_hash = :hash RETURNING staff_id", {"hash": code_hash})
    return None if row is None else StaffId(row["staff_id"])


def _passkey(row: Row) -> Passkey:
    return Passkey(
        row["id"],
        StaffId(row["staff_id"]),
        row["public_key"],
        row["sign_count"],
        row["agent"],
        row["created_at"],
        row["used_at"],
    )
