"""A page in the form that a printer takes: PNG, ESC/POS, Epson's ePOS-Print XML; for Star PNG with its headers.

Sources: Epson's ESC/POS command reference and *ePOS-Print XML User's Manual*; Star's *CloudPRNT Protocol Guide*,
Response (GET).
"""

from base64 import b64encode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL import Image

BAND = 512
"""Rows of dots in one command: cheap printers have buffers of a few dozen KB."""
FEED_LINES = 4
"""Lines to feed where there is no cutter: the last line must come past the edge by which paper is torn off."""
ESC, GS = b"\x1b", b"\x1d"
INITIALISE, CUT, BUZZ = ESC + b"@", GS + b"VB\x00", ESC + b"B\x02\x02"
"""The buzzer of many cheap printers, twice for 200 ms; the others take it for nothing."""
OPEN_DRAWER = ESC + b"p\x00\x32\xfa"
"""Pin 2, 100 ms on and 500 ms off, in units of 2 ms."""
EPOS = "http://www.epson-pos.com/schemas/2011/03/epos-print"


@dataclass(frozen=True, slots=True)
class Extras:
    """What a printer does besides printing, if it can; `opens_drawer` of a cash drawer that is connected to it."""

    cuts: bool = True
    opens_drawer: bool = False
    buzzes: bool = False


PLAIN = Extras()


def to_png(page: "Image.Image") -> bytes:
    """Return a page as a PNG of one bit for each dot."""
    file = BytesIO()
    page.save(file, "PNG")
    return file.getvalue()


def to_escpos(page: "Image.Image", extras: Extras = PLAIN) -> bytes:
    """Return a page as commands for a raw port; the drawer opens first, since nobody waits for paper to give change."""
    parts = [INITIALISE]
    if extras.opens_drawer:
        parts.append(OPEN_DRAWER)
    if extras.buzzes:
        parts.append(BUZZ)
    for band in bands(page):
        across = (band.width + 7) // 8
        parts.append(GS + b"v0\x00" + across.to_bytes(2, "little") + band.height.to_bytes(2, "little") + raster(band))
    parts.append(CUT if extras.cuts else ESC + b"d" + bytes([FEED_LINES]))
    return b"".join(parts)


def to_epos(page: "Image.Image", extras: Extras = PLAIN) -> str:
    """Return a page as an `<epos-print>` element, which Server Direct Print carries in `<PrintData>`."""
    parts = [f'<epos-print xmlns="{EPOS}">']
    if extras.opens_drawer:
        parts.append('<pulse drawer="drawer_1" time="pulse_100"/>')
    if extras.buzzes:
        parts.append('<sound pattern="pattern_a" repeat="1"/>')
    for band in bands(page):
        dots = b64encode(raster(band)).decode()
        parts.append(f'<image width="{band.width}" height="{band.height}" color="color_1" mode="mono">{dots}</image>')
    parts.append('<cut type="feed"/>' if extras.cuts else f'<feed line="{FEED_LINES}"/>')
    return "".join([*parts, "</epos-print>"])


def star_headers(extras: Extras = PLAIN) -> Mapping[str, str]:
    """Return the headers with which a CloudPRNT server sends a PNG."""
    return {
        "X-Star-Cut": "partial; feed=true" if extras.cuts else "none; feed=true",
        "X-Star-ImageDitherPattern": "none",
        **({"X-Star-CashDrawer": "start"} if extras.opens_drawer else {}),
        **({"X-Star-Buzzerstartpattern": "1"} if extras.buzzes else {}),
    }


def bands(page: "Image.Image") -> "Iterator[Image.Image]":
    """Divide a page into pieces of at most `BAND` rows."""
    for top in range(0, page.height, BAND):
        yield page.crop((0, top, page.width, min(top + BAND, page.height)))


def raster(page: "Image.Image") -> bytes:
    """Return the dots of a page row by row, from the left, 1 for black; rows end with a whole byte."""
    return page.tobytes("raw", "1;I")
