"""Ports for making and storing pictures."""

from collections.abc import Mapping
from typing import Protocol

from cafe.core.catalogue.pictures.brand import Brand
from cafe.core.catalogue.pictures.model import PictureFiles


class PictureMaker(Protocol):
    """Turns uploads into files that are safe to publish."""

    async def make(self, content: bytes) -> PictureFiles:
        """Make upright files in every size, without metadata; the same content gives the same files.

        Raises:
            PictureRefusedError: not a picture, or not an accepted one.
        """
        ...

    async def draw_icons(self, brand: Brand, logo: bytes | None) -> Mapping[str, bytes]:
        """Draw every icon, by name: from the large file of an uploaded logo, or from the name's first letter."""
        ...


class FileStore(Protocol):
    """The folder of picture files, shared by all processes of one database."""

    async def write(self, files: Mapping[str, bytes], now: int) -> None:
        """Store files by name, each completely or not at all; existing ones get the time `now` (Unix seconds)."""
        ...

    async def read(self, name: str) -> bytes | None:
        """Read a file by its name; None if there is none."""
        ...

    async def list_older(self, before: int) -> list[str]:
        """List the names of files written before a moment in Unix seconds, including incomplete ones."""
        ...

    async def delete(self, name: str, before: int) -> None:
        """Delete a file, unless it was written again since `before` (Unix seconds)."""
        ...
