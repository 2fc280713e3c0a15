"""SQL for sessions, sign-in links and sign-in codes. Times in Unix seconds."""

from dataclasses import dataclass

from cafe.core.kernel.database import Connection, Row
from cafe.core.kernel.ids import SessionId, StaffId
from cafe.core.people.staff.model import CodeQuestion, LinkPurpose, Role, Session, SessionKind, StaffMember
from cafe.core.people.staff.store import OWN_ROLE, own_role_of

SELECT = (
    "SELECT s.id, s.kind, s.agent, s.created_at, s.seen_at, s.expires_at, s.confirmed_at, "
    f"m.id AS staff_id, m.name, m.role, m.telegram_id, m.is_active, {OWN_ROLE}, "
    "EXISTS (SELECT 1 FROM passkeys p WHERE p.staff_id = m.id) AS has_passkey "
    "FROM staff_sessions s JOIN staff m ON m.id = s.staff_id LEFT JOIN staff_roles r ON r.id = m.role_id"
)

# Sessions.


def add_session(
    conn: Connection, staff_id: StaffId, kind: SessionKind, token_hash: str, agent: str, now: int, expires_at: int
) -> SessionId:
    row = conn.one(
        "INSERT INTO staff_sessions "
        "(staff_id, kind, token_hash, agent, created_at, seen_at, expires_at, confirmed_at) "
        "VALUES (:staff_id, :kind, :hash, :agent, :now, :now, :expires_at, :now) RETURNING id",
        {
            "staff_id": staff_id,
            "kind": kind.value,
            "hash": token_hash,
            "agent": agent,
            "now": now,
            "expires_at": expires_at,
        },
    )
    if row is None:
        raise LookupError(staff_id)
    return SessionId(row["id"])


def find_session(conn: Connection, token_hash: str, kind: SessionKind, now: int) -> Session | None:
    """Find an active person's valid session."""
    row = conn.one(
        f"{SELECT} WHERE s.token_hash = :hash AND s.kind = :kind AND s.expires_at > :now AND m.is_active = 1",
        {"hash": token_hash, "kind": kind.value, "now": now},
    )
    return None if row is None else _session(row)


def get_session(conn: Connection, session_id: SessionId) -> Session:
    row = conn.one(f"{SELECT} WHERE s.id = :id", {"id": session_id})
    if row is None:
        raise LookupError(session_id)
    return _session(row)


def list_sessions(conn: Connection, now: int) -> list[Session]:
    """List the valid sessions, the newest first."""
    return [
        _session(row)
        for row in conn.all(f"{SELECT} WHERE s.expires_at > :now AND m.is_active = 1 ORDER BY s.id DESC", {"now": now})
    ]


def mark_seen(conn: Connection, session_id: SessionId, now: int, expires_at: int) -> None:
    conn.run(
        "UPDATE staff_sessions SET seen_at = :now, expires_at = :expires_at WHERE id = :id AND seen_at < :now",
        {"id": session_id, "now": now, "expires_at": expires_at},
    )


def mark_confirmed(conn: Connection, session_id: SessionId, now: int) -> None:
    conn.run("UPDATE staff_sessions SET confirmed_at = :now WHERE id = :id", {"id": session_id, "now": now})


def delete_session(conn: Connection, session_id: int, of: StaffId | None) -> bool:
    """Delete a session, with `of` only if it is that person's; False if there is none."""
    rule = "" if of is None else " AND staff_id = :of"
    params = {"id": session_id} if of is None else {"id": session_id, "of": of}
    return conn.run(f"DELETE FROM staff_sessions WHERE id = :id{rule}", params) == 1


def delete_access(conn: Connection, staff_id: StaffId, kept: SessionId | None = None) -> None:
    """Delete all sessions, links and codes of a person except one session."""
    for table in ("staff_codes", "staff_links"):
        conn.run(f"DELETE FROM {table} WHERE staff_id = :id", {"id": staff_id})
    conn.run("DELETE FROM staff_sessions WHERE staff_id = :id AND id <> :kept", {"id": staff_id, "kept": kept or 0})


def delete_expired(conn: Connection, now: int) -> None:
    for table in ("staff_codes", "staff_links", "staff_sessions"):
        conn.run(f"DELETE FROM {table} WHERE expires_at <= :now", {"now": now})


def _session(row: Row) -> Session:
    return Session(
        SessionId(row["id"]),
        StaffMember(
            StaffId(row["staff_id"]),
            row["name"],
            Role(row["role"]),
            row["telegram_id"],
            bool(row["is_active"]),
            own_role=own_role_of(row),
        ),
        SessionKind(row["kind"]),
        row["agent"],
        row["created_at"],
        row["seen_at"],
        row["expires_at"],
        row["confirmed_at"],
        bool(row["has_passkey"]),
    )


# Links.


@dataclass(frozen=True, slots=True)
class StoredLink:
    """The person of a link (None: the first owner), and the session that created it, if any."""

    staff_id: StaffId | None
    session_id: SessionId | None


def add_link(
    conn: Connection,
    token_hash: str,
    purpose: LinkPurpose,
    staff_id: StaffId | None,
    session_id: SessionId | None,
    expires_at: int,
) -> None:
    conn.run(
        "INSERT INTO staff_links (token_hash, purpose, staff_id, session_id, expires_at) "
        "VALUES (:hash, :purpose, :staff_id, :session_id, :expires_at)",
        {
            "hash": token_hash,
            "purpose": purpose.value,
            "staff_id": staff_id,
            "session_id": session_id,
            "expires_at": expires_at,
        },
    )


def find_link(conn: Connection, token_hash: str, purpose: LinkPurpose, now: int) -> StoredLink | None:
    row = conn.one(
        "SELECT staff_id, session_id FROM staff_links "
        "WHERE token_hash = :hash AND purpose = :purpose AND expires_at > :now",
        {"hash": token_hash, "purpose": purpose.value, "now": now},
    )
    return None if row is None else StoredLink(row["staff_id"], row["session_id"])


def take_link(conn: Connection, token_hash: str, purpose: LinkPurpose, now: int) -> StoredLink | None:
    """Use a link up; None if there is no such link."""
    row = conn.one(
        "DELETE FROM staff_links WHERE token_hash = :hash AND purpose = :purpose AND expires_at > :now "
        "RETURNING staff_id, session_id",
        {"hash": token_hash, "purpose": purpose.value, "now": now},
    )
    return None if row is None else StoredLink(row["staff_id"], row["session_id"])


def delete_first_links(conn: Connection) -> None:
    """Delete the links for the first owner, who exists now."""
    conn.run("DELETE FROM staff_links WHERE staff_id IS NULL")


# Codes.


@dataclass(frozen=True, slots=True)
class StoredCode:
    """A code's state; `is_granted` is None until somebody has answered."""

    id: int
    session_id: SessionId | None
    staff_id: StaffId | None
    is_granted: bool | None
    agent: str


def add_code(
    conn: Connection, code_hash: str, secret_hash: str, session_id: SessionId | None, agent: str, expires_at: int
) -> None:
    """Add a code; should the same one be generated again, the page with the older one has to start over."""
    conn.run("DELETE FROM staff_codes WHERE code_hash = :hash", {"hash": code_hash})
    conn.run(
        "INSERT INTO staff_codes (code_hash, secret_hash, session_id, agent, expires_at) "
        "VALUES (:code, :secret, :session_id, :agent, :expires_at)",
        {"code": code_hash, "secret": secret_hash, "session_id": session_id, "agent": agent, "expires_at": expires_at},
    )


def keep_newest_codes(conn: Connection, session_id: SessionId | None, count: int) -> None:
    """Delete the oldest codes of a session, or of strangers, beyond `count`, but none already typed."""
    of_whom = "staff_id IS NULL AND session_id " + ("IS NULL" if session_id is None else "= :session_id")
    conn.run(
        f"DELETE FROM staff_codes WHERE {of_whom} AND id <= "
        f"(SELECT id FROM staff_codes WHERE {of_whom} ORDER BY id DESC LIMIT 1 OFFSET {count:d})",
        {} if session_id is None else {"session_id": session_id},
    )


def assign_code(
    conn: Connection, code_hash: str, staff_id: StaffId, now: int, *, only_confirms: bool
) -> CodeQuestion | None:
    """Store who typed a code, and return the question for them; None if another person must answer, or none exists."""
    signs_in = "" if only_confirms else "session_id IS NULL OR "
    row = conn.one(
        "UPDATE staff_codes SET staff_id = :staff_id WHERE code_hash = :hash AND expires_at > :now "
        "AND is_granted IS NULL AND (staff_id IS NULL OR staff_id = :staff_id) "
        f"AND ({signs_in}session_id IN (SELECT id FROM staff_sessions WHERE staff_id = :staff_id)) "
        "RETURNING id, agent, session_id",
        {"hash": code_hash, "staff_id": staff_id, "now": now},
    )
    return None if row is None else CodeQuestion(row["id"], row["agent"], row["session_id"] is not None)


def answer_code(conn: Connection, code_id: int, staff_id: StaffId, now: int, *, is_granted: bool) -> bool:
    """Store the answer of the person who typed the code; False if it comes too late."""
    changed = conn.run(
        "UPDATE staff_codes SET is_granted = :is_granted WHERE id = :id AND staff_id = :staff_id "
        "AND is_granted IS NULL AND expires_at > :now",
        {"id": code_id, "staff_id": staff_id, "is_granted": int(is_granted), "now": now},
    )
    return changed == 1


def find_code(conn: Connection, secret_hash: str, now: int) -> StoredCode | None:
    row = conn.one(
        "SELECT id, session_id, staff_id, is_granted, agent FROM staff_codes "
        "WHERE secret_hash = :hash AND expires_at > :now",
        {"hash": secret_hash, "now": now},
    )
    if row is None:
        return None
    is_granted = None if row["is_granted"] is None else bool(row["is_granted"])
    return StoredCode(row["id"], row["session_id"], row["staff_id"], is_granted, row["agent"])


def delete_code(conn: Connection, code_id: int) -> bool:
    """Use a code up; False if another request just did."""
    return conn.run("DELETE FROM staff_codes WHERE id = :id", {"id": code_id}) == 1


def count_guesses(conn: Connection, staff_id: StaffId, since: int) -> int:
    """Count a person's wrong codes since a time; all older ones are deleted."""
    conn.run("DELETE FROM staff_guesses WHERE guessed_at < :since", {"since": since})
    row = conn.one("SELECT COUNT(*) AS guesses FROM staff_guesses WHERE staff_id = :id", {"id": staff_id})
    return 0 if row is None else int(row["guesses"])


def add_guess(conn: Connection, staff_id: StaffId, now: int) -> None:
    conn.run("INSERT INTO staff_guesses (staff_id, guessed_at) VALUES (:id, :now)", {"id": staff_id, "now": now})
