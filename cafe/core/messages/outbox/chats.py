"""Migrated chats: a group can get a new id."""

from cafe.core.kernel.database import Connection


def current_chat(conn: Connection, chat_id: int) -> int:
    """Return the current id of a chat, which differs after a migration."""
    row = conn.one("SELECT new_chat_id FROM migrated_chats WHERE chat_id = :id", {"id": chat_id})
    return chat_id if row is None else int(row["new_chat_id"])


def remember_migration(conn: Connection, chat_id: int, new_chat_id: int) -> None:
    """Store a group's new id."""
    conn.run(
        "INSERT INTO migrated_chats (chat_id, new_chat_id) VALUES (:old, :new) "
        "ON CONFLICT (chat_id) DO UPDATE SET new_chat_id = excluded.new_chat_id",
        {"old": chat_id, "new": new_chat_id},
    )
    conn.run(
        "UPDATE migrated_chats SET new_chat_id = :new WHERE new_chat_id = :old", {"old": chat_id, "new": new_chat_id}
    )
