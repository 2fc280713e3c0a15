"""Converting an uploaded picture for the page and the chat, with Pillow."""

import asyncio
import hashlib
import struct
from collections.abc import Mapping
from io import BytesIO
from typing import TYPE_CHECKING

from cafe.core.catalogue.pictures.brand import Brand
from cafe.core.catalogue.pictures.model import PictureFiles, PictureProblem, PictureRefusedError
from cafe.core.kernel.apart import Apart, ApartError
from cafe.uploads.icons import draw_icons

if TYPE_CHECKING:
    from PIL import Image

SMALL, LARGE = 320, 800
"""Pixels of the longer side."""
MAX_PIXELS = {"JPEG": 40_000_000, "PNG": 20_000_000, "WEBP": 16_000_000}
"""More than any phone's photo has. A JPEG is decoded at about the needed size, others completely, which takes up to 300
MB for a moment."""
SMALL_PIXELS = 1_000_000
"""Up to this size a thread is enough: decoders hold the interpreter's lock, but only large pictures take long."""
WEBP_QUALITY, JPEG_QUALITY, AVIF_QUALITY = 80, 82, 55
"""Visually equal qualities."""
AVIF_SPEED = 6
"""From 0 to 10: slower ones take seconds and save little."""
ORIENTATION = 0x0112
HEIC_BRANDS = {b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1", b"avif"}
BEGINNINGS = {b"\xff\xd8\xff": "JPEG", b"\x89PNG\r\n\x1a\n": "PNG"}


class PillowMaker:
    """Converts pictures one at a time: each takes a good part of a second and much memory."""

    def __init__(self, apart: Apart) -> None:
        self._apart = apart
        self._turn = asyncio.Semaphore(1)

    async def make(self, content: bytes) -> PictureFiles:
        """Make upright files in every size, without metadata; the same content gives the same files.

        Raises:
            PictureRefusedError: not a picture, or not an accepted one.
        """
        async with self._turn:
            kind = _kind_of(content)
            if await asyncio.to_thread(_has_few_pixels, content, kind):
                return await asyncio.to_thread(_make, content, kind)
            try:
                return await self._apart.run(_make, content, kind)
            except ApartError as error:
                raise PictureRefusedError(PictureProblem.UNREADABLE) from error

    async def draw_icons(self, brand: Brand, logo: bytes | None) -> Mapping[str, bytes]:
        """Draw every icon, by name: from the large file of an uploaded logo, or from the name's first letter."""
        async with self._turn:
            return await asyncio.to_thread(draw_icons, brand, logo)


def _make(content: bytes, kind: str) -> PictureFiles:
    try:
        picture = _read(content, kind)
        large = _shrunk(picture, LARGE)
        small = _shrunk(large, SMALL)
        files = _webp(small), _webp(large), _jpeg(large), _avif(small), _avif(large)
    except PictureRefusedError:
        raise
    except Exception as error:  # a broken file can make decoders raise anything
        raise PictureRefusedError(PictureProblem.UNREADABLE) from error
    return PictureFiles(hashlib.sha256(files[1]).hexdigest(), large.width, large.height, *files)


def _kind_of(content: bytes) -> str:
    """Return Pillow's name of the format, detected by the first bytes of the content."""
    for beginning, kind in BEGINNINGS.items():
        if content.startswith(beginning):
            return kind
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return "WEBP"
    if content[4:8] == b"ftyp" and content[8:12] in HEIC_BRANDS:
        raise PictureRefusedError(PictureProblem.HEIC)
    raise PictureRefusedError(PictureProblem.KIND if content else PictureProblem.UNREADABLE)


def _has_few_pixels(content: bytes, kind: str) -> bool:
    """Check in the header whether a picture is small; other problems are reported by `_read`.

    Raises:
        PictureRefusedError: it has too many pixels.
    """
    try:
        width, height = _size(content, kind)
    except PictureRefusedError:
        raise
    except Exception:  # noqa: BLE001 - as in `_make`
        return True
    return width * height <= SMALL_PIXELS


def _size(content: bytes, kind: str) -> tuple[int, int]:
    if kind == "WEBP":
        size = _webp_canvas(content)  # the decoder allocates the canvas when opened
    else:
        with _opened(content, kind) as picture:
            size = picture.size
    if size[0] * size[1] > MAX_PIXELS[kind]:
        raise _too_large(kind)
    return size


def _opened(content: bytes, kind: str) -> "Image.Image":
    from PIL import Image  # noqa: PLC0415 - 60 ms that no start has to wait for

    try:
        return Image.open(BytesIO(content), formats=[kind])
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise _too_large(kind) from None


def _too_large(kind: str) -> PictureRefusedError:
    return PictureRefusedError(PictureProblem.PIXELS, MAX_PIXELS[kind] // 1_000_000)


def _read(content: bytes, kind: str) -> "Image.Image":
    """Decode a picture at about the needed size, upright, in sRGB."""
    from PIL import Image  # noqa: PLC0415 - as above

    _size(content, kind)
    picture = _opened(content, kind)
    with picture:
        orientation = _orientation_of(picture)
        profile = picture.info.get("icc_profile")
        if picture.has_transparency_data or picture.mode == "P":
            picture = _on_white(picture.convert("RGBA"))
        picture.thumbnail((LARGE, LARGE), Image.Resampling.LANCZOS, reducing_gap=3.0)
        return _turned(_to_screen(picture, profile), orientation)


def _webp_canvas(content: bytes) -> tuple[int, int]:
    """Read width and height from a WebP's header (RFC 9649)."""
    chunk = content[12:16]
    if chunk == b"VP8X":
        width, height = content[24:27], content[27:30]
        return int.from_bytes(width, "little") + 1, int.from_bytes(height, "little") + 1
    if chunk == b"VP8L":
        [bits] = struct.unpack_from("<I", content, 21)
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    width, height = struct.unpack_from("<HH", content, 26)
    return width & 0x3FFF, height & 0x3FFF


def _orientation_of(picture: "Image.Image") -> int:
    try:
        return int(picture.getexif().get(ORIENTATION, 1))
    except Exception:  # noqa: BLE001 - a camera's faulty notes are no reason to refuse its photo
        return 1


def _turned(picture: "Image.Image", orientation: int) -> "Image.Image":
    from PIL.Image import Transpose  # noqa: PLC0415 - as above

    ways = {
        2: Transpose.FLIP_LEFT_RIGHT,
        3: Transpose.ROTATE_180,
        4: Transpose.FLIP_TOP_BOTTOM,
        5: Transpose.TRANSPOSE,
        6: Transpose.ROTATE_270,
        7: Transpose.TRANSVERSE,
        8: Transpose.ROTATE_90,
    }
    return picture.transpose(ways[orientation]) if orientation in ways else picture


def _on_white(picture: "Image.Image") -> "Image.Image":
    from PIL import Image  # noqa: PLC0415 - as above

    white = Image.new("RGB", picture.size, "white")
    white.paste(picture, mask=picture)
    return white


def _to_screen(picture: "Image.Image", profile: bytes | None) -> "Image.Image":
    """Convert to sRGB, since the profile is dropped: phones use a wider range of colours."""
    from PIL import Image, ImageCms  # noqa: PLC0415 - as above

    converted = None
    if profile:
        try:
            screen = ImageCms.createProfile("sRGB")
            converted = ImageCms.profileToProfile(picture, BytesIO(profile), screen, outputMode="RGB")
        except (ImageCms.PyCMSError, OSError, ValueError):
            converted = None  # an invalid profile: treat the values as sRGB
    clean = Image.new("RGB", picture.size)  # without metadata
    clean.paste(converted or picture.convert("RGB"))
    return clean


def _shrunk(picture: "Image.Image", side: int) -> "Image.Image":
    smaller = picture.copy()
    smaller.thumbnail((side, side))
    return smaller


def _webp(picture: "Image.Image") -> bytes:
    file = BytesIO()
    picture.save(file, "WEBP", quality=WEBP_QUALITY, method=4)
    return file.getvalue()


def _avif(picture: "Image.Image") -> bytes | None:
    from PIL import features  # noqa: PLC0415 - as above

    if not features.check("avif"):  # a distribution's Pillow may lack it
        return None
    file = BytesIO()
    picture.save(file, "AVIF", quality=AVIF_QUALITY, speed=AVIF_SPEED, max_threads=1)
    return file.getvalue()


def _jpeg(picture: "Image.Image") -> bytes:
    file = BytesIO()
    picture.save(file, "JPEG", quality=JPEG_QUALITY, optimize=True, progressive=True)
    return file.getvalue()
