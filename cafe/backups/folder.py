"""The folder with a subfolder for each night: `YYYY-MM-DD/` with `cafe.db` and `uploads/`."""

import asyncio
import errno
import os
import re
import shutil
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import date
from pathlib import Path

from cafe.backups.apart import KeepGoing, run_apart, start_apart
from cafe.core.kernel.database import UnavailableError
from cafe.core.upkeep.backups.model import NightCopy, Problem
from cafe.core.upkeep.backups.port import BackupError
from cafe.durable import sync

DATABASE, UPLOADS = "cafe.db", "uploads"
NIGHT = re.compile(r"\d{4}-\d{2}-\d{2}")
PART = re.compile(r"\.\d{4}-\d{2}-\d{2}\.\w+\.part")
"""A backup being made or deleted, perhaps when the program was killed."""
HALF_UPLOADED = re.compile(r"\..*\.part")

NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
REFUSED = {errno.EACCES, errno.EPERM, errno.EROFS, errno.EEXIST, errno.ENOTDIR, errno.ENOENT, errno.ELOOP}
OF_SQLITE = {
    "database or disk is full": Problem.NO_ROOM,
    "attempt to write a readonly database": Problem.NOT_WRITABLE,
    "database disk image is malformed": Problem.UNREADABLE,
    "file is not a database": Problem.UNREADABLE,
    "unable to open database file": Problem.UNREADABLE,
}
"""SQLite's messages: a backup reports no code."""
CHECK_STEPS = 10_000
"""Steps of SQLite's machine between checks for a stop of the program."""

Copy = Callable[[Path, KeepGoing], None]
"""Writes a copy of the database to a file."""


class BackupFolder:
    """The core's `BackupStorage`. All work is done in threads: the folder may be on a slow disk."""

    def __init__(self, folder: Path, uploads: Path, copy: Copy) -> None:
        self._folder = folder
        self._uploads = uploads
        self._copy = copy
        self._finding: asyncio.Future[NightCopy | None] | None = None

    async def list_nights(self) -> list[date]:
        return await run_apart(lambda _: self._list_nights())

    async def find_last(self) -> NightCopy | None:
        """Return the latest night's backup; concurrent callers share one check, so that at most one hangs."""
        if self._finding is None or self._finding.done():
            self._finding = start_apart(self._find_last)
        finding = self._finding
        await asyncio.wait([finding])
        return finding.result()

    async def make(self, night: date, now: int) -> None:
        def make(keep_going: KeepGoing) -> None:
            try:
                self._make(night, now, keep_going)
            except (OSError, sqlite3.Error, UnavailableError) as error:
                raise BackupError(self._problem_of(error), f"{type(error).__name__}: {error}") from error

        await run_apart(make)

    async def delete(self, night: date) -> None:
        await run_apart(lambda _: self._delete(night))

    def _list_nights(self) -> list[date]:
        nights = []
        with suppress(OSError), os.scandir(self._folder) as entries:
            for entry in entries:
                with suppress(ValueError):  # 2026-02-30
                    if NIGHT.fullmatch(entry.name) and entry.is_dir(follow_symlinks=False):
                        nights.append(date.fromisoformat(entry.name))
        return nights

    def _find_last(self) -> NightCopy | None:
        for night in sorted(self._list_nights(), reverse=True):
            folder = self._folder / night.isoformat()
            with suppress(OSError):  # another program's folder, or one being deleted
                made_at = int((folder / DATABASE).stat().st_mtime)
                sizes = (path.lstat().st_size for path in folder.rglob("*") if path.is_file())
                return NightCopy(night, made_at, sum(sizes), _read_instance_id(folder / DATABASE))
        return None

    def _make(self, night: date, now: int, keep_going: KeepGoing) -> None:
        """Write a temporary backup, and rename it when it is complete and on the disk."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._delete_parts()
        part = Path(tempfile.mkdtemp(prefix=f".{night}.", suffix=".part", dir=self._folder))
        try:
            database = part / DATABASE
            self._copy(database, keep_going)
            _check(database, keep_going)
            os.utime(database, (now, now))
            sync(database)
            self._add_uploads(part / UPLOADS, self._find_previous(), keep_going)
            sync(part)
            part.rename(self._folder / night.isoformat())
            sync(self._folder)
        except BaseException:
            shutil.rmtree(part, ignore_errors=True)
            raise

    def _add_uploads(self, target: Path, previous: Path | None, keep_going: KeepGoing) -> None:
        """Add the uploaded files, which never change: a hard link costs nothing."""
        target.mkdir(mode=0o700)
        for name in _list_files(self._uploads):
            keep_going()
            _add_file(self._uploads / name, target / name, previous / name if previous is not None else None)
        sync(target)

    def _find_previous(self) -> Path | None:
        """Return the latest night's uploaded files."""
        latest = max(self._list_nights(), default=None)
        return None if latest is None else self._folder / latest.isoformat() / UPLOADS

    def _delete(self, night: date) -> None:
        """Rename it first: a final name means that a backup is complete."""
        part = self._folder / f".{night}.old.part"
        (self._folder / night.isoformat()).rename(part)
        shutil.rmtree(part)

    def _delete_parts(self) -> None:
        """Delete remains of backups that were being made or deleted when the program was killed."""
        for path in list(self._folder.iterdir()):
            if PART.fullmatch(path.name):
                shutil.rmtree(path)

    def _problem_of(self, error: Exception) -> Problem:
        if isinstance(error, UnavailableError):
            return Problem.UNREADABLE
        if not isinstance(error, OSError):
            return OF_SQLITE.get(str(error), Problem.OTHER)
        if error.errno in NO_ROOM:
            return Problem.NO_ROOM
        is_ours = error.filename is None or not Path(error.filename).is_relative_to(self._uploads)
        return Problem.NOT_WRITABLE if is_ours and error.errno in REFUSED else Problem.OTHER


def _check(database: Path, keep_going: KeepGoing) -> None:
    """Check the backup by SQLite.

    Raises:
        BackupError: it is damaged.
        sqlite3.Error: it is damaged beyond reading.
    """
    with _reading(database) as connection:

        def is_stopped() -> bool:
            try:
                keep_going()
            except Exception:  # noqa: BLE001 - raised by the call after the check
                return True
            return False

        connection.set_progress_handler(is_stopped, CHECK_STEPS)
        try:
            [(found,), *_] = connection.execute("PRAGMA quick_check(1)").fetchall()
        finally:
            keep_going()
    if found != "ok":
        raise BackupError(Problem.UNREADABLE, f"the database is damaged: {found}")


def _read_instance_id(database: Path) -> str:
    """Read the database's id; empty if it has none."""
    try:
        with _reading(database) as connection:
            return str(connection.execute("SELECT value FROM meta WHERE key = 'instance_id'").fetchone()[0])
    except (sqlite3.Error, TypeError):
        return ""


def _reading(copy: Path) -> closing[sqlite3.Connection]:
    address = f"{copy.absolute().as_uri()}?immutable=1"  # creates no file beside it
    return closing(sqlite3.connect(address, uri=True))


def _list_files(folder: Path) -> list[str]:
    """List the complete files of a folder; none if there is no folder yet."""
    try:
        with os.scandir(folder) as entries:
            return [entry.name for entry in entries if entry.is_file() and not HALF_UPLOADED.fullmatch(entry.name)]
    except FileNotFoundError:
        return []


def _add_file(source: Path, target: Path, previous: Path | None) -> None:
    """Link a file, or the previous night's link to it, or copy it; skip one deleted meanwhile."""
    try:
        found = source.stat()
    except FileNotFoundError:
        return
    if not source.is_symlink() and _link(source, target):
        return
    if previous is not None:
        with suppress(OSError):
            kept = previous.stat()
            if (kept.st_size, kept.st_mtime_ns) == (found.st_size, found.st_mtime_ns) and _link(previous, target):
                return
    try:
        shutil.copy2(source, target)
    except FileNotFoundError:
        target.unlink(missing_ok=True)
    else:
        sync(target)


def _link(source: Path, target: Path) -> bool:
    """Link a file; False if impossible: on another disk, or another user's."""
    try:
        os.link(source, target)
    except OSError:
        return False
    return True
