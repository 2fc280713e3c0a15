"""What is printed for a person at a terminal."""

from typing import TextIO
from urllib.parse import urlsplit

LEVEL = "q"
"""A smudged screen is still read."""
ONLY_HERE = {"127.0.0.1", "localhost", "::1", "0.0.0.0", ""}  # noqa: S104 - compared with, not listened on
"""Hosts that a phone would look for in itself."""


def print_link(address: str, stream: TextIO, *, words: str = "") -> None:
    """Print an address, and on a terminal its QR code, too, if a phone can open it."""
    stream.write(f"{words}{address}\n")
    if stream.isatty() and (urlsplit(address).hostname or "") not in ONLY_HERE:
        import segno  # noqa: PLC0415 - a service that writes logs does without

        segno.make_qr(address, error=LEVEL).terminal(stream, compact=True)
