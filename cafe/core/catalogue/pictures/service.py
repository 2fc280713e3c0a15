"""Adding pictures, and deleting unused ones."""

from cafe.core.catalogue.pictures import store
from cafe.core.catalogue.pictures.model import Picture
from cafe.core.catalogue.pictures.port import FileStore, PictureMaker
from cafe.core.kernel.clock import Clock, unix_now
from cafe.core.kernel.database import Database

DAY = 86_400
UNUSED_DAYS = 1
"""How long an unused picture is kept: its form may still be open."""
UNDO_DAYS = 30
"""How long a picture is kept that undoing a change would bring back."""


class PictureService:
    def __init__(self, database: Database, clock: Clock, maker: PictureMaker, files: FileStore) -> None:
        self._database = database
        self._clock = clock
        self._maker = maker
        self._files = files

    async def add(self, content: bytes) -> Picture:
        """Add an uploaded picture; uploading the same one again changes nothing.

        Raises:
            PictureRefusedError: not a picture, or not an accepted one.
        """
        made = await self._maker.make(content)
        picture = Picture(made.sha256, made.width, made.height)
        now = unix_now(self._clock)
        # Files are written first: a kill in between leaves files without a row, which `clean` finds, never a row
        # without files.
        await self._files.write(made.by_name, now)
        await self._database.write(store.save_picture, picture, now)
        return picture

    async def clean(self) -> bool:
        """Delete unused pictures, then files without a picture; always False: nothing is left to do."""
        now = unix_now(self._clock)
        unused = now - UNUSED_DAYS * DAY
        await self._database.write_relaxed(store.delete_unused, unused, now - UNDO_DAYS * DAY)
        old = await self._files.list_older(unused)
        known = await self._database.read_long(store.list_hashes) if old else set()
        for name in old:
            if name.partition("-")[0] not in known:
                await self._files.delete(name, unused)
        return False
