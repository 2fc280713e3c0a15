"""Uploaded pictures, and why an upload may be refused."""

from dataclasses import dataclass
from enum import StrEnum

from cafe.core.kernel.errors import CafeError
from cafe.core.kernel.urls import UPLOADS

SMALL, LARGE, CHAT = "320.webp", "800.webp", "800.jpg"
"""Suffixes of a picture's files: for lists, for the page, and for the chat. 320 and 800 are pixels."""
AVIF = {SMALL: "320.avif", LARGE: "800.avif"}
"""Smaller files, sent under the same address to browsers that accept AVIF."""


@dataclass(frozen=True, slots=True)
class Picture:
    """An uploaded picture; its size in pixels is that of the large file."""

    sha256: str
    width: int
    height: int

    @property
    def url(self) -> str:
        """The address stored in the catalogue; the other files differ only in the suffix."""
        return f"{UPLOADS}{self.sha256}-{LARGE}"


@dataclass(frozen=True, slots=True)
class PictureFiles:
    """The files made from an upload. `sha256` is that of the large file, so an address never changes its content."""

    sha256: str
    width: int
    height: int
    small: bytes
    large: bytes
    chat: bytes
    small_avif: bytes | None
    large_avif: bytes | None
    """None where AVIF cannot be written."""

    @property
    def by_name(self) -> dict[str, bytes]:
        avif = {AVIF[SMALL]: self.small_avif, AVIF[LARGE]: self.large_avif}
        parts = {SMALL: self.small, LARGE: self.large, CHAT: self.chat, **avif}
        return {f"{self.sha256}-{end}": content for end, content in parts.items() if content is not None}


class PictureProblem(StrEnum):
    """Why an upload is refused."""

    SIZE = "size"
    """Larger than the maximum upload size."""
    KIND = "kind"
    """Neither JPEG nor PNG nor WebP."""
    HEIC = "heic"
    """An iPhone's own format; our page converts it to JPEG if the browser can read it."""
    PIXELS = "pixels"
    """So many pixels that they would fill the memory."""
    UNREADABLE = "unreadable"
    """Incomplete or broken."""


class PictureRefusedError(CafeError):
    """An upload is refused."""

    def __init__(self, problem: PictureProblem, limit: int = 0) -> None:
        """`limit` is in megabytes or megapixels, if the problem has one."""
        super().__init__(problem)
        self.problem, self.limit = problem, limit
