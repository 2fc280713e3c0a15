"""The cafe's icons: their names and what they are drawn from."""

import hashlib
from dataclasses import dataclass

SMALL_ICON, LARGE_ICON, MASKABLE_ICON = "icon-192.png", "icon-512.png", "maskable-512.png"
"""For lists and the home screen; phones crop a maskable icon to any shape around its middle. Side length in pixels."""
APPLE_ICON, FAVICON = "apple-touch-icon.png", "favicon.ico"

DRAWING_VERSION = 1
"""Increase it when the same brand is to be drawn differently."""


@dataclass(frozen=True, slots=True)
class Brand:
    """The design of the icons; colours as `#rrggbb`."""

    name: str
    colour: str
    ink: str
    """The letter's colour, readable on the background."""
    logo_url: str

    @property
    def version(self) -> str:
        """12 hexadecimal digits that change with every field."""
        return hashlib.sha256(repr((DRAWING_VERSION, self)).encode()).hexdigest()[:12]
