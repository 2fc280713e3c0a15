"""SQL for photos that the messenger has."""

from cafe.core.kernel.database import Connection


def find_photo(conn: Connection, picture: str) -> str | None:
    row = conn.one("SELECT file_id FROM sent_photos WHERE picture = :picture", {"picture": picture})
    return None if row is None else str(row["file_id"])


def save_photo(conn: Connection, picture: str, file_id: str) -> None:
    conn.run(
        "INSERT INTO sent_photos (picture, file_id) VALUES (:picture, :file_id) "
        "ON CONFLICT (picture) DO UPDATE SET file_id = excluded.file_id",
        {"picture": picture, "file_id": file_id},
    )


def delete_photo(conn: Connection, picture: str) -> bool:
    return conn.run("DELETE FROM sent_photos WHERE picture = :picture", {"picture": picture}) > 0
