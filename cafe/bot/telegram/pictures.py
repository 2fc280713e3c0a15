"""Pictures of dishes as Telegram accepts them: an id of its own, an address, a file to upload once, or none."""

import asyncio
import hashlib
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from aiogram.types import FSInputFile, InputFile, Message

from cafe.core.catalogue.pictures.model import CHAT, LARGE
from cafe.core.kernel.urls import PICTURES, UPLOADS
from cafe.core.messages.inbox.photos import PhotoService

RASTER = (".jpg", ".jpeg", ".png", ".webp")
"""File formats that Telegram shows as photos. For an SVG drawing, a raster file of the same name is used."""


@dataclass(frozen=True, slots=True)
class Photo:
    """A picture to send; `picture` identifies what it shows."""

    picture: str
    source: str | InputFile


class Pictures:
    """Finds a product's picture, and remembers its id at Telegram."""

    def __init__(self, folder: Path, uploads: Path, photos: PhotoService) -> None:
        """The folders are of the menu's own pictures and of uploaded ones."""
        self._folder = folder
        self._uploads = uploads
        self._photos = photos
        self._refused: set[str] = set()

    async def find(self, image_url: str) -> Photo | None:
        """Return the picture to send for a product's `image_url`; None if a chat can show none."""
        file = None
        if urlsplit(image_url).scheme not in {"http", "https"}:
            file = self._file(image_url)
            if file is None:
                return None
        picture = image_url if file is None else await asyncio.to_thread(_hash_of, file)
        if picture in self._refused:
            return None
        known = await self._photos.find(picture)
        return Photo(picture, known or (image_url if file is None else FSInputFile(file)))

    async def remember(self, photo: Photo, message: Message) -> None:
        """Keep Telegram's id of a picture that was just uploaded."""
        if message.photo and message.photo[-1].file_id != photo.source:
            await self._photos.remember(photo.picture, message.photo[-1].file_id)

    async def note_refusal(self, photo: Photo) -> None:
        """Drop an id that Telegram has forgotten; a picture that it refused is not tried again."""
        if not await self._photos.forget(photo.picture):
            self._refused.add(photo.picture)

    def _file(self, image_url: str) -> Path | None:
        name = Path(image_url).name
        if image_url == f"{UPLOADS}{name}" and name.endswith(LARGE):
            file = self._uploads / (name.removesuffix(LARGE) + CHAT)
            return file if file.is_file() else None
        if not image_url.startswith(PICTURES):
            return None
        named = self._folder / name
        candidates = [named] if named.suffix.lower() in RASTER else [named.with_suffix(suffix) for suffix in RASTER]
        return next((file for file in candidates if file.is_file()), None)


def _hash_of(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()
