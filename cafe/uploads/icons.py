"""Drawing the cafe's icons with Pillow: its logo, or the first letter of its name on its colour."""

import logging
import re
from collections.abc import Mapping
from io import BytesIO
from math import hypot
from pathlib import Path
from typing import TYPE_CHECKING

from cafe.core.catalogue.pictures.brand import APPLE_ICON, FAVICON, LARGE_ICON, MASKABLE_ICON, SMALL_ICON, Brand

if TYPE_CHECKING:
    from PIL import Image

log = logging.getLogger(__name__)

LETTERS = Path(__file__).with_name("letters.ttf")
DRAWABLE = re.compile("[0-9A-ZÀ-ÖØ-ÞΑ-ΡΣ-ΩЀ-ЯҐ]")
"""Characters in the font; a name without any of them gets a dot."""
CANVAS = 1024
"""Side length for drawing; scaling down smooths the result."""
LETTER, SAFE, LOGO_WITHIN, ROUNDING = 0.74, 0.78, 0.72, 0.22
"""Fractions of the side: a letter's maximum size, the circle that is never cropped, a logo in it, corner radius."""
APPLE_SIDE, FAVICON_SIDES = 180, [(16, 16), (32, 32), (48, 48)]


def draw_icons(brand: Brand, logo: bytes | None) -> Mapping[str, bytes]:
    """Draw every icon of a brand, by name."""
    whole, masked = _with_logo(brand, logo) or _with_letter(brand)
    rounded = _rounded(whole)
    return {
        SMALL_ICON: _png(rounded, 192),
        LARGE_ICON: _png(rounded, 512),
        MASKABLE_ICON: _png(masked, 512),
        APPLE_ICON: _png(whole, APPLE_SIDE),
        FAVICON: _ico(rounded),
    }


def _with_logo(brand: Brand, logo: bytes | None) -> "tuple[Image.Image, Image.Image] | None":
    """Return the logo as a full square, and with a margin in the colour of its corner."""
    from PIL import Image, ImageOps  # noqa: PLC0415 - 60 ms that no start has to wait for

    if logo is None:
        return None
    try:
        picture = Image.open(BytesIO(logo), formats=["WEBP"]).convert("RGB")
    except OSError:
        log.warning("the uploaded logo %s cannot be read: the icons show a letter", brand.logo_url)
        return None
    corner = picture.crop((0, 0, 1, 1)).tobytes()
    colour = corner[0], corner[1], corner[2]
    square = ImageOps.pad(picture, (CANVAS, CANVAS), color=colour)
    side = round(CANVAS * LOGO_WITHIN)
    masked = Image.new("RGB", square.size, colour)
    masked.paste(square.resize((side, side), Image.Resampling.LANCZOS), ((CANVAS - side) // 2,) * 2)
    return square, masked


def _with_letter(brand: Brand) -> "tuple[Image.Image, Image.Image]":
    """Return the letter in the middle of the colour; its margin is enough for any mask."""
    from PIL import Image, ImageDraw, ImageFont  # noqa: PLC0415 - as above

    picture = Image.new("RGB", (CANVAS, CANVAS), brand.colour)
    brush = ImageDraw.Draw(picture)
    found = DRAWABLE.search(brand.name.upper())
    if found is None:
        brush.circle((CANVAS / 2, CANVAS / 2), CANVAS * LETTER / 4, brand.ink)
        return picture, picture
    font = ImageFont.truetype(LETTERS, CANVAS * LETTER, layout_engine=ImageFont.Layout.BASIC)
    left, top, right, bottom = font.getbbox(found[0])
    too_large = hypot(right - left, bottom - top) / (CANVAS * SAFE)
    if too_large > 1:
        font = font.font_variant(size=font.size / too_large)
        left, top, right, bottom = font.getbbox(found[0])
    brush.text(((CANVAS - left - right) / 2, (CANVAS - top - bottom) / 2), found[0], brand.ink, font)
    return picture, picture


def _rounded(picture: "Image.Image") -> "Image.Image":
    from PIL import Image, ImageDraw  # noqa: PLC0415 - as above

    mask = Image.new("L", picture.size, 0)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, CANVAS - 1, CANVAS - 1), CANVAS * ROUNDING, 255)
    rounded = picture.copy()
    rounded.putalpha(mask)
    return rounded


def _png(picture: "Image.Image", side: int) -> bytes:
    from PIL import Image  # noqa: PLC0415 - as above

    file = BytesIO()
    picture.resize((side, side), Image.Resampling.LANCZOS).save(file, "PNG")
    return file.getvalue()


def _ico(picture: "Image.Image") -> bytes:
    file = BytesIO()
    picture.save(file, "ICO", sizes=FAVICON_SIDES)
    return file.getvalue()
