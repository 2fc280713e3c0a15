"""The files of the continuous copy: records that each hold what changed, and name the record before."""

import hashlib
import struct
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import BinaryIO

from cafe.core.kernel.pages import Changes, Place

MAGIC = b"cafe copy 1\n"
START = struct.Struct(">12sI32s")
HEAD = struct.Struct(">QQ32sII8sQ2I")
PAGE_NUMBER = struct.Struct(">I")
MOST_BYTES = 1 << 30
"""More than any record has."""


class DamagedError(Exception):
    """The file is not, or not all, what was written."""


@dataclass(frozen=True, slots=True)
class Record:
    """What changed until `at`, in milliseconds since 1970; the first record of a generation has no pages."""

    number: int
    at: int
    previous: bytes
    """The digest of the record before; of the first record, that of the database's copy."""
    changes: Changes


@dataclass(frozen=True, slots=True)
class Stored:
    """A record with its digest."""

    record: Record
    digest: bytes


def encode(record: Record) -> tuple[bytes, bytes]:
    """Return the bytes of a record, and its digest."""
    changes, place = record.changes, record.changes.place
    head = HEAD.pack(
        record.number, record.at, record.previous, changes.page_size, changes.size, place.salt, place.frames,
        *place.checksum,
    )  # fmt: skip
    pages = b"".join(PAGE_NUMBER.pack(number) + page for number, page in sorted(changes.pages.items()))
    body = head + zlib.compress(pages, 1)
    digest = hashlib.sha256(body).digest()
    return START.pack(MAGIC, len(body), digest) + body, digest


def decode_all(file: BinaryIO) -> Iterator[Stored]:
    """Read the records of a file, one after the other.

    Raises:
        DamagedError: what follows is no whole record.
    """
    while start := file.read(START.size):
        if len(start) < START.size:
            raise DamagedError("it breaks off")
        magic, length, digest = START.unpack(start)
        if magic != MAGIC or not HEAD.size <= length < MOST_BYTES:
            raise DamagedError("it is none of this program")
        body = file.read(length)
        if hashlib.sha256(body).digest() != digest:
            raise DamagedError("its digest is another one")
        yield Stored(_decode(body), digest)


def _decode(body: bytes) -> Record:
    number, at, previous, page_size, size, salt, frames, first, second = HEAD.unpack_from(body)
    pages = _split(zlib.decompress(body[HEAD.size :]), page_size)
    return Record(number, at, previous, Changes(pages, page_size, size, Place(salt, frames, (first, second))))


def _split(data: bytes, page_size: int) -> Mapping[int, bytes]:
    step = PAGE_NUMBER.size + page_size
    return {
        PAGE_NUMBER.unpack_from(data, start)[0]: data[start + PAGE_NUMBER.size : start + step]
        for start in range(0, len(data), step)
    }
