"""Reading committed pages from an SQLite write-ahead log (https://www.sqlite.org/fileformat2.html#walformat)."""

import struct
from pathlib import Path
from typing import BinaryIO

from cafe.core.kernel.pages import Changes, LostPlaceError, Place

HEADER = struct.Struct(">4I8s2I")
FRAME = struct.Struct(">2I8s2I")
MAGIC = 0x377F0682
"""The last bit says in which order of bytes checksums are computed: 1 big-endian."""
MASK = 0xFFFFFFFF


def log_of(database: Path) -> Path:
    return database.with_name(f"{database.name}-wal")


def read_changes(log: Path, since: Place, *, may_restart: bool) -> Changes:
    """Read what was committed after a place; its pages are those of the last commit.

    `may_restart`: all of the log was known at `since`, so one that has begun anew is read from its beginning.

    Raises:
        LostPlaceError: the place is not in this log.
    """
    try:
        file = log.open("rb")
    except FileNotFoundError:
        if since.frames and not may_restart:
            raise LostPlaceError("there is no log") from None
        return Changes({}, 0, 0, since)
    with file:
        return _read(file, since, may_restart=may_restart)


def _read(file: BinaryIO, since: Place, *, may_restart: bool) -> Changes:
    # In this order: a log that begins anew writes its header before it overwrites a frame.
    is_there = _has(file, since)
    header = _read_header(file)
    if header is None:
        if since.frames and not may_restart:
            raise LostPlaceError("the log is empty")
        return Changes({}, 0, 0, since)
    page_size, salt, checksum, order = header
    if salt == since.salt:
        if not is_there:
            raise LostPlaceError("the log goes on otherwise")
        return _follow(file, since, page_size, order)
    if not may_restart:
        raise LostPlaceError("the log has begun anew")
    return _follow(file, Place(salt, 0, checksum), page_size, order)


def _has(file: BinaryIO, place: Place) -> bool:
    """Whether the place's last frame is in the file."""
    if place.frames == 0:
        return True
    start = file.read(HEADER.size)
    if len(start) < HEADER.size:
        return False
    file.seek(_offset(place.frames - 1, HEADER.unpack(start)[2]))
    frame = file.read(FRAME.size)
    return len(frame) == FRAME.size and FRAME.unpack(frame)[2:] == (place.salt, *place.checksum)


def _read_header(file: BinaryIO) -> tuple[int, bytes, tuple[int, int], str] | None:
    """Return page size, salt, checksum and order of bytes; None for a header that is not complete."""
    file.seek(0)
    start = file.read(HEADER.size)
    if len(start) < HEADER.size:
        return None
    magic, _, page_size, _, salt, *checksum = HEADER.unpack(start)
    order = ">" if magic & 1 else "<"
    if magic | 1 != MAGIC | 1 or list(_add(start[:24], (0, 0), order)) != checksum:
        return None
    return page_size, salt, (checksum[0], checksum[1]), order


def _follow(file: BinaryIO, since: Place, page_size: int, order: str) -> Changes:
    """Read whole transactions from a place on; a frame that does not continue the checksum is the end."""
    file.seek(_offset(since.frames, page_size))
    pages: dict[int, bytes] = {}
    begun: dict[int, bytes] = {}
    size, place, frames, checksum = 0, since, since.frames, since.checksum
    while len(frame := file.read(FRAME.size + page_size)) == FRAME.size + page_size:
        number, size_after, salt, *found = FRAME.unpack_from(frame)
        if salt != since.salt:
            break
        page = frame[FRAME.size :]
        checksum = _add(page, _add(frame[:8], checksum, order), order)
        if list(checksum) != found:
            break
        frames += 1
        begun[number] = page
        if size_after:
            pages |= begun
            begun.clear()
            size, place = size_after, Place(salt, frames, checksum)
    kept = {number: page for number, page in pages.items() if number <= size}
    return Changes(kept, page_size, size, place)


def _offset(frames: int, page_size: int) -> int:
    return HEADER.size + frames * (FRAME.size + page_size)


def _add(data: bytes, checksum: tuple[int, int], order: str) -> tuple[int, int]:
    """Continue a checksum of the log."""
    first, second = checksum
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for one, other in zip(words[::2], words[1::2], strict=True):
        first = (first + one + second) & MASK
        second = (second + other + first) & MASK
    return first, second
