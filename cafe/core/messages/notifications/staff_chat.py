"""The staff chat: the configured one, or the one that it has migrated to."""

from cafe.core.kernel.database import Connection, Database
from cafe.core.messages.outbox.chats import current_chat, remember_migration


class StaffChat:
    """The staff chat; `configured` is None if there is none."""

    def __init__(self, database: Database, configured: int | None) -> None:
        self._database = database
        self.configured = configured

    async def is_here(self, chat_id: int) -> bool:
        """Whether `chat_id` is the staff chat."""
        if self.configured is None:
            return False
        return chat_id == await self._database.read(current_chat, self.configured)

    async def current(self) -> int | None:
        """Return the current id of the staff chat; None if there is none."""
        return None if self.configured is None else await self._database.read(current_chat, self.configured)

    async def move(self, chat_id: int, new_chat_id: int) -> None:
        """Store that a group got a new id."""
        await self._database.write(remember_migration, chat_id, new_chat_id)

    def in_transaction(self, conn: Connection) -> int | None:
        """Like `current`, inside a transaction."""
        return None if self.configured is None else current_chat(conn, self.configured)
