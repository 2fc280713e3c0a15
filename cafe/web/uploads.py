"""Pictures uploaded at the desk, under addresses derived from their content."""

import re
from pathlib import Path

from aiohttp import hdrs, web

from cafe.core.catalogue.pictures.model import AVIF
from cafe.web.cached_responses import FOREVER
from cafe.web.pictures import HEADERS

UPLOAD_NAME = "[0-9a-f]{64}-(?:320[.]webp|800[.]webp|800[.]jpg)"
CONTENT_TYPES = {".webp": "image/webp", ".jpg": "image/jpeg", ".avif": "image/avif"}

AVIF_NAME = re.compile("|".join(map(re.escape, AVIF)))


class UploadHandlers:
    """Serves the folder of uploads."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def get(self, request: web.Request) -> web.FileResponse:
        """GET /webapp/uploads/{name}; in AVIF if the browser accepts it and the file exists."""
        path = self._folder / request.match_info["name"]
        if "image/avif" in request.headers.get(hdrs.ACCEPT, ""):
            leaner = self._folder / AVIF_NAME.sub(lambda end: AVIF[end[0]], path.name)
            path = leaner if leaner.is_file() else path
        if not path.is_file():
            raise web.HTTPNotFound
        headers = {**HEADERS, "Content-Type": CONTENT_TYPES[path.suffix], "Cache-Control": FOREVER, "Vary": "Accept"}
        return web.FileResponse(path, headers=headers)
