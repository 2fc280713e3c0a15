"""SQL for what the readers of news were told."""

from collections.abc import Collection

from cafe.core.kernel.database import Connection
from cafe.core.kernel.ids import StaffId


def claim(conn: Connection, staff_id: StaffId, subject: str, told: str) -> bool:
    """Store what a person is told of a subject; False if they were told that before, or of a later day."""
    changed = conn.run(
        "INSERT INTO staff_news (staff_id, subject, told) VALUES (:id, :subject, :told) "
        "ON CONFLICT (staff_id, subject) DO UPDATE SET told = excluded.told WHERE staff_news.told < excluded.told",
        {"id": staff_id, "subject": subject, "told": told},
    )
    return changed == 1


def list_told(conn: Connection, subject: str, told: str) -> set[StaffId]:
    """List who was told this of a subject already, or of a later day."""
    rows = conn.all(
        "SELECT staff_id FROM staff_news WHERE subject = :subject AND told >= :told", {"subject": subject, "told": told}
    )
    return {StaffId(row["staff_id"]) for row in rows}


def list_subjects(conn: Connection) -> set[str]:
    return {row["subject"] for row in conn.all("SELECT DISTINCT subject FROM staff_news")}


def forget(conn: Connection, subjects: Collection[str]) -> None:
    """Forget what was told of these subjects, so that it is told anew."""
    for subject in subjects:
        conn.run("DELETE FROM staff_news WHERE subject = :subject", {"subject": subject})


def count_scheduled(conn: Connection, since: int, until: int) -> int:
    """Count the open orders for a time of their guests' choice between two moments (Unix seconds)."""
    row = conn.one(
        "SELECT COUNT(*) AS n FROM orders WHERE status IN ('new', 'confirmed') AND scheduled_for >= :since "
        "AND scheduled_for < :until",
        {"since": since, "until": until},
    )
    return 0 if row is None else int(row["n"])
