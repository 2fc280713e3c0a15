"""What changed in a database file, as pages, and a place in its write-ahead log."""

from collections.abc import Mapping
from dataclasses import dataclass


class LostPlaceError(Exception):
    """What followed a place in the log can no longer be told."""


@dataclass(frozen=True, slots=True)
class Place:
    """The end of a committed transaction in a write-ahead log."""

    salt: bytes = bytes(8)
    """Differs each time that the log begins anew; zeros: there is no log yet."""
    frames: int = 0
    checksum: tuple[int, int] = (0, 0)
    """Of everything in the log up to here."""


@dataclass(frozen=True, slots=True)
class Changes:
    """Pages as they are after some committed transactions, by their number from 1 on."""

    pages: Mapping[int, bytes]
    page_size: int
    size: int
    """The pages that the database has then; 0 if nothing changed."""
    place: Place
    """Where the log stands then."""
