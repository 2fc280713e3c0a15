"""The menu's pictures: drawings compressed once, under addresses that change with any of them."""

import hashlib
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from urllib.parse import urlsplit

from aiohttp import web

from cafe.core.catalogue.pictures.model import CHAT, LARGE
from cafe.core.kernel.urls import PICTURES, UPLOADS
from cafe.web.cached_responses import FOREVER, CachedResponse

PICTURE_NAME = "[A-Za-z0-9_-][A-Za-z0-9_.-]{0,99}"
SHORTLY = "public, max-age=3600"
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "X-Content-Type-Options": "nosniff",
}
DRAWING = ".svg"
RASTER = (".jpg", ".jpeg", ".png")
MAX_CACHED_BYTES = 256 * 1024
"""Bytes; larger drawings are sent from the disk as they are, like photos, which cannot be compressed further."""

Stamp = tuple[int, int]
"""A file's time in nanoseconds and its size in bytes: its content is assumed to change with either."""


@dataclass(frozen=True, slots=True)
class _Picture:
    stamp: Stamp
    digest: bytes
    drawing: CachedResponse | None


@dataclass(frozen=True, slots=True)
class _Gallery:
    """The contents of the folder at the last scan."""

    pictures: Mapping[str, _Picture]
    version: str


class Pictures:
    """Serves a folder's pictures, which their owner may change at any time."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._gallery = _Gallery({}, "")
        self.refresh()

    @property
    def version(self) -> str:
        """12 hexadecimal digits that change with any picture's name or content."""
        return self._gallery.version

    def refresh(self) -> None:
        """Scan the folder again; only changed files are read. Runs in a thread of its own."""
        known = self._gallery.pictures
        pictures: dict[str, _Picture] = {}
        for name, stamp in sorted(self._stamps().items()):
            picture = known.get(name)
            if picture is None or picture.stamp != stamp:
                picture = self._read(name, stamp)
            if picture is not None:
                pictures[name] = picture
        if pictures != known or not self.version:
            content = b"".join(name.encode() + b"\0" + picture.digest for name, picture in pictures.items())
            self._gallery = _Gallery(pictures, hashlib.sha256(content).hexdigest()[:12])

    def raster_of(self, image_url: str) -> str | None:
        """Return the path or address of a picture for clients without SVG and WebP; None if there is none."""
        if image_url.startswith(UPLOADS):
            return image_url.removesuffix(LARGE) + CHAT if image_url.endswith(LARGE) else None
        try:
            path = PurePosixPath(urlsplit(image_url).path)
        except ValueError:  # accepted by an older version
            return None
        if not image_url.startswith(PICTURES):
            return image_url if path.suffix.lower() in RASTER else None
        names = (path.with_suffix(suffix).name for suffix in (path.suffix, *RASTER))
        found = (name for name in names if name in self._gallery.pictures and not name.lower().endswith(DRAWING))
        return next((PICTURES + name for name in found), None)

    def respond(self, request: web.Request, name: str, version: str | None) -> web.StreamResponse:
        """Respond with a picture. Browsers keep it forever under the current version, otherwise for an hour.

        Raises:
            web.HTTPNotFound: no such picture.
        """
        gallery = self._gallery
        picture = gallery.pictures.get(name)
        is_current = picture is not None and version == gallery.version
        response: web.StreamResponse
        if picture is not None and picture.drawing is not None:
            response = picture.drawing.respond(request)
        else:
            path = self._folder / name
            if not path.is_file():
                raise web.HTTPNotFound
            # A picture changed a moment ago must not be cached under the address of the previous one.
            is_current = is_current and picture is not None and picture.stamp == _stamp(path.stat())
            response = web.FileResponse(path, headers=HEADERS)
        response.headers["Cache-Control"] = FOREVER if is_current else SHORTLY
        return response

    def _stamps(self) -> dict[str, Stamp]:
        try:
            with os.scandir(self._folder) as entries:
                return {
                    entry.name: _stamp(entry.stat())
                    for entry in entries
                    if entry.is_file() and re.fullmatch(PICTURE_NAME, entry.name)
                }
        except OSError:  # no such folder, or a file was deleted meanwhile: left to the next scan
            return {name: picture.stamp for name, picture in self._gallery.pictures.items()}

    def _read(self, name: str, stamp: Stamp) -> _Picture | None:
        path = self._folder / name
        try:
            content = path.read_bytes()
        except OSError:
            return None
        drawing = None
        if path.suffix.lower() == DRAWING and len(content) <= MAX_CACHED_BYTES:
            drawing = CachedResponse.make(content, "image/svg+xml", SHORTLY, HEADERS)
        return _Picture(stamp, hashlib.sha256(content).digest(), drawing)


def _stamp(stat: os.stat_result) -> Stamp:
    return stat.st_mtime_ns, stat.st_size
