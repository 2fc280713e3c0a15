"""Which chat is the staff's: the configured one, or where the platform has moved it since."""

from cafe.core.ports import Connection, Database
from cafe.core.store.deliveries import current_chat, remember_migration


class StaffChat:
    """The staff's chat; `configured` is None when there is none."""

    def __init__(self, database: Database, configured: int | None) -> None:
        self._database = database
        self.configured = configured

    async def is_here(self, chat_id: int) -> bool:
        """Whether this is the staff's chat."""
        if self.configured is None:
            return False
        return chat_id == await self._database.read(current_chat, self.configured)

    async def current(self) -> int | None:
        """Where the staff's chat is now."""
        return None if self.configured is None else await self._database.read(current_chat, self.configured)

    async def move(self, chat_id: int, new_chat_id: int) -> None:
        """Remember that a group got a new id."""
        await self._database.write(remember_migration, chat_id, new_chat_id)

    def in_transaction(self, conn: Connection) -> int | None:
        """The same as `current`, for whoever reads it together with other things."""
        return None if self.configured is None else current_chat(conn, self.configured)
