"""The cafe's icons: for the browser's tab, and for a phone's home screen."""

import asyncio
import re
from collections.abc import Mapping

from cafe.core.catalogue.pictures.brand import Brand
from cafe.core.catalogue.pictures.model import LARGE
from cafe.core.catalogue.pictures.port import FileStore, PictureMaker
from cafe.core.kernel.urls import UPLOADS

LOGO = re.compile(rf"{UPLOADS}([0-9a-f]{{64}}-{re.escape(LARGE)})")


class IconService:
    """Keeps the current brand's icons in memory. They are drawn at the first request."""

    def __init__(self, maker: PictureMaker, files: FileStore) -> None:
        self._maker = maker
        self._files = files
        self._turn = asyncio.Lock()
        self._drawn: tuple[Brand | None, Mapping[str, bytes]] = None, {}

    async def get(self, brand: Brand) -> Mapping[str, bytes]:
        """Return the brand's icons by name."""
        async with self._turn:
            if self._drawn[0] != brand:
                # Only our own uploads are read: the server never fetches a logo from elsewhere, only browsers do.
                uploaded = LOGO.fullmatch(brand.logo_url)
                logo = await self._files.read(uploaded[1]) if uploaded else None
                self._drawn = brand, await self._maker.draw_icons(brand, logo)
            return self._drawn[1]
