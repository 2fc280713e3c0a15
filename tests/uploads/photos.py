"""Pictures as people send them: photos with all that a phone writes into them, drawings, and things that are none."""

import struct
import zlib
from io import BytesIO
from typing import Any

from PIL import Image, ImageCms

PLACE = "50.4501 N 30.5234 E"
"""Stands in the metadata of every photo made here: it must not come out again."""
RED, BLUE = (200, 30, 30), (30, 30, 200)
SIDEWAYS = 6
"""EXIF's orientation of a phone that was held upright: the picture lies on its side."""


def photo(width: int = 1200, height: int = 900, kind: str = "JPEG", **more: Any) -> bytes:
    """A photo whose left half is red and whose right half is blue, with the place where it was taken."""
    picture = Image.new("RGB", (width, height), RED)
    picture.paste(BLUE, (width // 2, 0, width, height))
    return saved(picture, kind, **more)


def saved(picture: Image.Image, kind: str, *, orientation: int = 1, **more: Any) -> bytes:
    exif = Image.Exif()
    exif[0x0112] = orientation
    exif[0x010E] = PLACE
    file = BytesIO()
    picture.save(file, kind, exif=exif, **more)
    return file.getvalue()


def see_through(width: int = 400, height: int = 300) -> bytes:
    """A drawing with nothing behind it."""
    file = BytesIO()
    Image.new("RGBA", (width, height), (0, 0, 0, 0)).save(file, "PNG")
    return file.getvalue()


def printed() -> bytes:
    """A picture in the colours of print."""
    return saved(Image.new("CMYK", (300, 300), (0, 255, 255, 0)), "JPEG")


def with_profile() -> bytes:
    """A photo that says which colours its numbers mean."""
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("LAB"))
    wrong = photo(icc_profile=profile.tobytes())  # a profile that does not fit: the numbers stay
    assert b"ICC_PROFILE" in wrong
    return wrong


def animation(kind: str) -> bytes:
    file = BytesIO()
    frames = [Image.new("RGB", (80, 80), colour) for colour in (RED, BLUE)]
    frames[0].save(file, kind, save_all=True, append_images=frames[1:], duration=100)
    return file.getvalue()


def bomb_png(width: int, height: int) -> bytes:
    """A PNG of a few hundred bytes that says it is this large."""

    def chunk(name: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = zlib.compress(bytes(100_000), 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def bomb_webp(width: int, height: int) -> bytes:
    """A WebP that is nothing but a huge canvas."""
    size = struct.pack("<I", width - 1)[:3] + struct.pack("<I", height - 1)[:3]
    extended = b"VP8X" + struct.pack("<I", 10) + bytes([0, 0, 0, 0]) + size
    return b"RIFF" + struct.pack("<I", 4 + len(extended)) + b"WEBP" + extended


HEIC = b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + bytes(500)
SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
PDF = b"%PDF-1.7\n" + bytes(200)
