"""A generation of the continuous copy: a folder with the whole database of one moment, and all changes from then on.

`cafe.db`, `0000000000.pages` and so on: a file with each record, of which older ones are joined. Files never change.
"""

import hashlib
import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from cafe.backups.records import DamagedError, Record, Stored, decode_all, encode
from cafe.core.kernel.pages import Changes, Place
from cafe.durable import sync

DATABASE = "cafe.db"
PAGES = re.compile(r"(\d{10})(?:-(\d{10}))?\.pages")
PART = ".part"
JOINED = 200
"""Records in a joined file; so many more stay apart, and so many files are left for those who copy the folder."""
CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class _File:
    first: int
    last: int
    path: Path


class Generation:
    """A folder that is written by one process, or read."""

    def __init__(self, folder: Path, last: Stored) -> None:
        self.folder = folder
        self.last = last
        self.size = (folder / DATABASE).stat().st_size
        self.bytes_added = 0
        """By this process."""

    @classmethod
    def begin(
        cls, folder: Path, at: int, place: Place, copy: Callable[[Path], None], between: Callable[[], None]
    ) -> "Generation":
        """Make a generation from what `copy` writes, which is the database at this place in its log.

        `between` is called now and then.
        """
        part = folder.with_name(f".{folder.name}{PART}")
        part.mkdir(mode=0o700)
        database = part / DATABASE
        copy(database)
        sync(database)
        record = Record(0, at, _digest(database, between), Changes({}, 0, 0, place))
        data, digest = encode(record)
        write_new(part / _name(0), data)
        part.rename(folder)
        sync(folder.parent)
        return cls(folder, Stored(record, digest))

    @classmethod
    def find(cls, folder: Path) -> "Generation":
        """Open a generation at its last record.

        Raises:
            DamagedError: its end cannot be read.
        """
        files = _list(folder)
        if not files:
            raise DamagedError(f"{folder}: there is nothing in it")
        with files[-1].path.open("rb") as file:
            *_, last = decode_all(file)
        return cls(folder, last)

    def add(self, at: int, changes: Changes) -> None:
        """Add what changed; once this returns it survives a power cut."""
        record = Record(self.last.record.number + 1, at, self.last.digest, changes)
        data, digest = encode(record)
        write_new(self.folder / _name(record.number), data)
        self.bytes_added += len(data)
        self.last = Stored(record, digest)

    def join(self) -> None:
        """Join older files when there are many; they are deleted at the next time, when others have the joined one."""
        files = _list(self.folder)
        apart = [each for each in files if each.first == each.last]
        joined = max((each.last for each in files if each.first != each.last), default=-1)
        if len(apart) < 3 * JOINED:
            return
        for each in apart:
            if each.last <= joined:
                each.path.unlink()
        wanted = [each for each in apart if each.last > joined][:JOINED]
        name = f"{wanted[0].first:010}-{wanted[-1].last:010}.pages"
        write_new(self.folder / name, b"".join(each.path.read_bytes() for each in wanted))


def read_records(folder: Path) -> Iterator[Stored]:
    """Read all records of a generation in turn.

    Raises:
        DamagedError: a record is missing or damaged; those before it are good.
    """
    previous: Stored | None = None
    for each in _list(folder):
        if previous is not None and each.last <= previous.record.number:
            continue  # is in a joined file, too
        try:
            with each.path.open("rb") as file:
                for stored in decode_all(file):
                    if previous is None or stored.record.number > previous.record.number:
                        _check_order(stored, previous)
                        previous = stored
                        yield stored
        except (DamagedError, OSError) as error:
            raise DamagedError(f"{each.path}: {error}") from None
    if previous is None:
        raise DamagedError(f"{folder}: there is nothing in it")


def check_database(folder: Path, first: Record) -> None:
    """Compare the database with what was written.

    Raises:
        DamagedError: it is another one.
    """
    if _digest(folder / DATABASE) != first.previous:
        raise DamagedError(f"{folder / DATABASE}: its digest is another one")


def write_new(path: Path, data: bytes) -> None:
    """Write a file that is there as a whole or not at all, also after a power cut."""
    part = path.with_name(f".{path.name}{PART}")
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(handle)
    part.rename(path)
    sync(path.parent)


def _check_order(stored: Stored, previous: Stored | None) -> None:
    number = stored.record.number
    expected = 0 if previous is None else previous.record.number + 1
    if number != expected:
        raise DamagedError(f"change {expected} is missing, {number} follows")
    if previous is not None and stored.record.previous != previous.digest:
        raise DamagedError(f"change {number} follows another one than {number - 1}")


def _name(number: int) -> str:
    return f"{number:010}.pages"


def _list(folder: Path) -> list[_File]:
    """List the files with records; of those that begin alike the longest first."""
    found = []
    with os.scandir(folder) as entries:
        for entry in entries:
            if match := PAGES.fullmatch(entry.name):
                first = int(match[1])
                found.append(_File(first, int(match[2] or first), folder / entry.name))
    return sorted(found, key=lambda each: (each.first, -each.last))


def _digest(file: Path, between: Callable[[], None] = lambda: None) -> bytes:
    digest = hashlib.sha256()
    with file.open("rb") as opened:
        while chunk := opened.read(CHUNK):
            digest.update(chunk)
            between()
    return digest.digest()
