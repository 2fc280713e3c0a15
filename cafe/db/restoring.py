"""Replaces a database file by a copy; the replaced file is kept in a folder beside it.

A single rename makes the replacement, so a kill leaves either the old or the new database.
"""

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from cafe.core.kernel.clock import SYSTEM_CLOCK, Clock
from cafe.core.kernel.meta import MOVED
from cafe.db.copies import COPIED_AT, NotADatabaseError, create_private_file, mark_copy
from cafe.db.errors import RestoreError
from cafe.db.migrations import migration_files, newer_than
from cafe.db.presence import Presence
from cafe.durable import sync

MAGIC = b"SQLite format 3\0"
LOGS = ("-wal", "-shm")
"""Suffixes of the files beside an open database; the first holds its newest data."""


@dataclass(frozen=True, slots=True)
class CopyFacts:
    """Facts about a copy; times in Unix seconds."""

    made_at: int
    """Taken from the newest order if the file does not say."""
    orders: int
    newest_number: int | None
    newest_at: int | None
    is_older: bool
    """Whether an older version made it, so that it will be migrated when served."""
    kept: Path | None = None
    """The folder for the replaced database; None if there is none."""


Checked = Callable[[CopyFacts], None]
"""Called once, after all checks have passed and before anything is changed."""


def restore_file(copy: Path, database: Path, checked: Checked, clock: Clock = SYSTEM_CLOCK) -> None:
    """Replace a database by a copy, and keep the old one in a folder beside it.

    Raises:
        RestoreError, NotADatabaseError: nothing was changed.
        OSError, sqlite3.Error: the files cannot be read or written; nothing was changed.
    """
    _refuse_no_file(copy)
    if database.exists() and copy.samefile(database):
        raise RestoreError(f"{copy}: is the database itself")
    database.parent.mkdir(parents=True, exist_ok=True)
    with Presence(database) as presence:
        if not presence.is_alone:
            raise RestoreError("the database is being served: stop the service first")
        own = database.resolve()
        new = own.with_name(f".{own.name}.restored")  # a fixed name: the lock excludes others, and a rerun removes it
        try:
            facts = import_copy(copy, new)
            _close_log(own)
            _remove_unfinished(own)
            kept = _choose_folder(own, clock)
            checked(_replacing(facts, kept if _files(own) else None))
            _swap(new, own, kept)
        finally:
            remove_files(new)


def import_copy(copy: Path, target: Path) -> CopyFacts:
    """Copy a database to a private file, check it and mark it as a copy; the source is only read.

    Raises:
        RestoreError, NotADatabaseError: it is not a complete database of a cafe, or from a newer version.
    """
    _refuse_no_file(copy)
    remove_files(target)
    for ending in ("", LOGS[0]):
        source, taken = _beside(copy, ending), _beside(target, ending)
        if source.exists():
            create_private_file(taken)
            shutil.copyfile(source, taken)
    try:
        with closing(sqlite3.connect(target, isolation_level=None)) as raw:
            raw.execute("PRAGMA journal_mode = DELETE")  # includes the contents of the log
            facts = _examine(raw, copy)
            mark_copy(raw, facts.made_at)
            raw.execute("DELETE FROM meta WHERE key = ?", (MOVED,))  # moved to another engine, and wanted back
    except sqlite3.DatabaseError as error:
        if isinstance(error, sqlite3.OperationalError):  # not about the file's content
            raise
        raise NotADatabaseError(f"{copy}: is no database, or damaged: {error}") from None
    sync(target)
    return facts


def remove_files(database: Path) -> None:
    """Delete a database's files, if there are any."""
    for ending in ("", *LOGS):
        _beside(database, ending).unlink(missing_ok=True)


def _refuse_no_file(copy: Path) -> None:
    if not copy.is_file():
        raise RestoreError(f"{copy}: there is no such file")


def _examine(raw: sqlite3.Connection, copy: Path) -> CopyFacts:
    problem = raw.execute("PRAGMA quick_check(1)").fetchone()[0]
    if problem != "ok":
        raise RestoreError(f"{copy}: is damaged: {problem}")
    tables = {row[0] for row in raw.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    if not {"meta", "migrations", "orders"} <= tables:
        raise NotADatabaseError(f"{copy}: is no database of a cafe")
    files = migration_files()
    applied = {row[0] for row in raw.execute("SELECT name FROM migrations")}
    if unknown := newer_than(applied, files):
        raise RestoreError(f"{copy}: was made by a newer version of this program ({unknown})")
    orders, number, newest_at = raw.execute(
        "SELECT COUNT(*), MAX(sequence_number), MAX(created_at) FROM orders"
    ).fetchone()
    marked = raw.execute("SELECT value FROM meta WHERE key = ?", (COPIED_AT,)).fetchone()
    made_at = int(marked[0]) if marked else newest_at or int(copy.stat().st_mtime)
    return CopyFacts(made_at, orders, number, newest_at, is_older=applied != files.keys())


def _replacing(facts: CopyFacts, kept: Path | None) -> CopyFacts:
    return CopyFacts(facts.made_at, facts.orders, facts.newest_number, facts.newest_at, facts.is_older, kept)


def _close_log(database: Path) -> None:
    """Merge the log into the file, so that one rename replaces all of it.

    Raises:
        RestoreError: somebody has the database open, an older version of the program for example.
    """
    if not _has_header(database):
        return  # SQLite would delete a log that fits no database; keep everything as it is
    try:
        with closing(sqlite3.connect(database, isolation_level=None, timeout=1)) as raw:
            raw.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
            raise RestoreError("the database is in use: stop every process that has it open first") from None
        # Otherwise it is damaged, hence the restore.


def _has_header(database: Path) -> bool:
    if not database.exists():
        return False
    with database.open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC


def _files(database: Path) -> list[Path]:
    return [path for path in (_beside(database, ending) for ending in ("", *LOGS)) if path.exists()]


def _choose_folder(database: Path, clock: Clock) -> Path:
    name = f"replaced-{clock.now().astimezone():%Y-%m-%d-%H%M%S}"
    names = (name if number == 1 else f"{name}-{number}" for number in count(1))
    return next(folder for folder in map(database.with_name, names) if not folder.exists())


def _remove_unfinished(database: Path) -> None:
    """Remove folders of killed restores: their files are hard links to the database's own."""
    for folder in filter(Path.is_dir, database.parent.glob("replaced-*")):
        same = folder / database.name
        is_double = same.exists() and database.exists() and same.samefile(database)
        if is_double or not any(folder.iterdir()):
            shutil.rmtree(folder)


def _swap(new: Path, database: Path, kept: Path) -> None:
    files = _files(database)
    if files:
        kept.mkdir(mode=0o700)
        try:
            for path in files:
                os.link(path, kept / path.name)
            sync(kept)
            sync(kept.parent)
        except BaseException:
            shutil.rmtree(kept)
            raise
    if files not in ([], [database]):
        # Its log could not be merged and must not meet the new file: remove the old file before the new one comes.
        remove_files(database)
    new.replace(database)
    sync(database.parent)


def _beside(database: Path, ending: str) -> Path:
    return database.with_name(database.name + ending)
