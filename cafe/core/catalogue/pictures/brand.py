"""What the cafe's icons are made of, and which there are."""

import hashlib
from dataclasses import dataclass

SMALL_ICON, LARGE_ICON, MASKABLE_ICON = "icon-192.png", "icon-512.png", "maskable-512.png"
"""For a list and for the screen; of a maskable one a phone shows any part around its middle. Pixels of each side."""
APPLE_ICON, FAVICON = "apple-touch-icon.png", "favicon.ico"

DRAWING = 1
"""Counted up when the same brand is to be drawn in another way."""


@dataclass(frozen=True, slots=True)
class Brand:
    """What icons are made of; colours as `#rrggbb`."""

    name: str
    colour: str
    ink: str
    """Of the letter, readable on the colour."""
    logo_url: str

    @property
    def version(self) -> str:
        """12 hexadecimal digits that change with anything in it."""
        return hashlib.sha256(repr((DRAWING, self)).encode()).hexdigest()[:12]
