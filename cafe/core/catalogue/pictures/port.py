"""What uploaded pictures need of the outside."""

from collections.abc import Mapping
from typing import Protocol

from cafe.core.catalogue.pictures.brand import Brand
from cafe.core.catalogue.pictures.model import PictureFiles


class PictureMaker(Protocol):
    """Turns what people upload into files that may be shown to everybody."""

    async def make(self, content: bytes) -> PictureFiles:
        """Make upright files in every size, without metadata; the same content gives the same files.

        Raises:
            PictureRefusedError: it is no picture, or one that is not taken.
        """
        ...

    async def draw_icons(self, brand: Brand, logo: bytes | None) -> Mapping[str, bytes]:
        """Draw every icon, by name: of the large file of an uploaded logo, else of the name's first letter."""
        ...


class FileStore(Protocol):
    """A folder with the files of uploaded pictures, which the processes of one database share."""

    async def write(self, files: Mapping[str, bytes], now: int) -> None:
        """Store files by name, each as a whole or not at all; those that are there count as written `now`.

        `now` in Unix seconds.
        """
        ...

    async def read(self, name: str) -> bytes | None:
        """Read a file by its name; None if it is not there."""
        ...

    async def list_older(self, before: int) -> list[str]:
        """List the names of files written before a moment in Unix seconds, half-written ones too."""
        ...

    async def delete(self, name: str, before: int) -> None:
        """Delete a file, unless it was written again since `before` (Unix seconds)."""
        ...
