"""Who reads the news of the cafe."""

from dataclasses import dataclass

from cafe.core.kernel.database import Connection
from cafe.core.kernel.ids import CustomerId, StaffId
from cafe.core.kernel.locale import Locale


@dataclass(frozen=True, slots=True)
class Reader:
    """Somebody who wants the news; `chat_id` is their own chat with the bot."""

    id: StaffId
    chat_id: CustomerId
    locale: Locale


def list_readers(conn: Connection) -> list[Reader]:
    """List those who want news, may see reports, and have a chat with the bot."""
    rows = conn.all(
        "SELECT s.id, c.id AS chat, c.locale FROM staff s JOIN customers c ON c.id = s.telegram_id "
        "LEFT JOIN staff_roles r ON r.id = s.role_id WHERE s.wants_news = 1 AND s.is_active = 1 "
        "AND (s.role IN ('owner', 'manager') OR r.rights LIKE '%reports%') ORDER BY s.id"
    )
    return [Reader(StaffId(row["id"]), CustomerId(row["chat"]), Locale(row["locale"])) for row in rows]
