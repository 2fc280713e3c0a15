"""SQL for uploaded pictures."""

import re

from cafe.core.catalogue.pictures.model import Picture
from cafe.core.kernel.database import Connection
from cafe.core.kernel.urls import UPLOADS

NAMED = re.compile(rf"{UPLOADS}([0-9a-f]{{64}})-")
"""The picture in an address, or in a text with addresses."""


def save_picture(conn: Connection, picture: Picture, now: int) -> None:
    """Add a picture; an existing one counts as uploaded now (Unix seconds)."""
    conn.run(
        "INSERT INTO pictures (sha256, width, height, uploaded_at) VALUES (:sha256, :width, :height, :now) "
        "ON CONFLICT (sha256) DO UPDATE SET uploaded_at = excluded.uploaded_at",
        {"sha256": picture.sha256, "width": picture.width, "height": picture.height, "now": now},
    )


def list_hashes(conn: Connection) -> set[str]:
    """List the SHA-256 of all pictures."""
    return {row["sha256"] for row in conn.all("SELECT sha256 FROM pictures")}


def delete_unused(conn: Connection, uploaded_before: int, changed_since: int) -> int:
    """Delete pictures that were uploaded before a moment, are unused, and cannot return by an undo; return how many.

    Both moments in Unix seconds; only changes from `changed_since` on are considered.
    """
    rows = conn.all("SELECT id, sha256 FROM pictures WHERE uploaded_at < :before", {"before": uploaded_before})
    needed = _list_needed(conn, changed_since) if rows else set()
    unused = [{"id": row["id"], "before": uploaded_before} for row in rows if row["sha256"] not in needed]
    if unused:
        conn.run_many("DELETE FROM pictures WHERE id = :id AND uploaded_at < :before", unused)
    return len(unused)


def _list_needed(conn: Connection, changed_since: int) -> set[str]:
    """List the pictures in use by catalogue and settings, or after an undo of a recent change."""
    like = {"like": f"%{UPLOADS}%"}
    shown = conn.all(
        "SELECT image_url AS text FROM products WHERE image_url LIKE :like "
        "UNION ALL SELECT value FROM settings WHERE value LIKE :like",
        like,
    )
    changed = conn.all(
        "SELECT i.before, i.after FROM changed_items i JOIN changes c ON c.id = i.change_id "
        "WHERE c.at >= :since AND (i.before LIKE :like OR i.after LIKE :like)",
        {**like, "since": changed_since},
    )
    texts = [row["text"] for row in shown] + [row[side] or "" for row in changed for side in ("before", "after")]
    return {name for text in texts for name in NAMED.findall(text)}
