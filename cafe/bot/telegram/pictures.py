"""Pictures of dishes as Telegram accepts them: an address, a file to upload once, or none."""

from pathlib import Path
from urllib.parse import urlsplit

from aiogram.types import FSInputFile, InputFile, Message

from cafe.core.catalogue.pictures.model import CHAT, LARGE
from cafe.core.kernel.urls import PICTURES, UPLOADS

RASTER = (".jpg", ".jpeg", ".png", ".webp")
"""File formats that Telegram shows as photos. For an SVG drawing, a raster file of the same name is used."""

Source = str | InputFile


class Pictures:
    """Finds a product's picture, and remembers its id at Telegram."""

    def __init__(self, folder: Path, uploads: Path) -> None:
        """The folders are of the menu's own pictures and of uploaded ones."""
        self._folder = folder
        self._uploads = uploads
        self._known: dict[str, str] = {}
        self._refused: set[str] = set()

    def find(self, image_url: str) -> Source | None:
        """Return the picture to send for a product's `image_url`; None if a chat can show none."""
        if image_url in self._known:
            return self._known[image_url]
        if image_url in self._refused:
            return None
        if urlsplit(image_url).scheme in {"http", "https"}:
            return image_url
        file = self._file(image_url)
        return FSInputFile(file) if file else None

    def remember(self, image_url: str, message: Message) -> None:
        """Keep Telegram's id of a picture that was just sent."""
        if message.photo:
            self._known[image_url] = message.photo[-1].file_id

    def note_refusal(self, image_url: str) -> None:
        """Drop an id that Telegram has forgotten; a picture that it refused is not tried again."""
        if self._known.pop(image_url, None) is None:
            self._refused.add(image_url)

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
