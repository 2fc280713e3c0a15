"""Photos that the messenger has already: each is uploaded once, and sent by its id from then on."""

from cafe.core.kernel.database import Connection, Database
from cafe.core.messages.inbox import photos_store as store


class PhotoService:
    """Identifies a photo by a text that changes with what it shows."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, picture: str) -> str | None:
        """Return the messenger's id of a photo."""
        return await self._database.read(store.find_photo, picture)

    async def remember(self, picture: str, file_id: str) -> None:
        await self._database.write_relaxed(_remember, picture, file_id)

    async def forget(self, picture: str) -> bool:
        """Delete an id that the messenger does not know any more; False if there was none."""
        return await self._database.write_relaxed(store.delete_photo, picture)


def _remember(conn: Connection, picture: str, file_id: str) -> None:
    if store.find_photo(conn, picture) != file_id:
        store.save_photo(conn, picture, file_id)
