"""Follows the commits of an SQLite file, whoever makes them, while the file is in use.

An open reading transaction keeps the log from beginning anew before its contents were read: no checkpoint goes beyond
what the transaction sees. So the follower also has to see to checkpoints, as long as it follows.
"""

import fcntl
import os
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from cafe.core.kernel.database import UnavailableError
from cafe.core.kernel.pages import Changes, LostPlaceError, Place
from cafe.db.copies import PAGES, create_private_file
from cafe.db.wal import log_of, read_changes

BUSY_SECONDS = 5
LONG = 1_000
"""Frames of a log after which its pages are written to the database; SQLite's own number."""


class _BusyError(sqlite3.OperationalError):
    """Somebody writes for seconds."""


class LogFollower:
    """Is used by one thread at a time; `let_go` may come from another one."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self._log = log_of(database)
        self._using = threading.RLock()
        self._connections: list[sqlite3.Connection] = []
        self._held: sqlite3.Connection
        """Sees what is safe elsewhere, and so holds checkpoints back."""
        self._spare: sqlite3.Connection
        self._lock: sqlite3.Connection
        self._place: Place | None = None
        self._own_lock = -1

    @property
    def is_following(self) -> bool:
        return self._place is not None

    def claim(self) -> bool:
        """Be the only one who follows this file; False while another process does."""
        if self._own_lock < 0:
            path = self._database.with_name(f"{self._database.name}-copying")
            handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                os.close(handle)
                return False
            self._own_lock = handle
        return True

    def begin(self) -> Place:
        """Follow from now on; `copy` writes the database as it is at the place returned.

        Raises:
            UnavailableError: somebody writes for seconds, or the file cannot be used.
        """
        with self._used():
            self._open()
            place = read_changes(self._log, Place(), may_restart=True).place  # most of it, before anybody has to wait
            with self._nobody_writing():
                place = read_changes(self._log, place, may_restart=True).place
                _see(self._held)
            self._place = place
            return place

    def resume(self, since: Place) -> Changes:
        """Follow from a place known earlier, maybe by a process that was killed; return what came after it.

        Raises:
            LostPlaceError: it cannot be told.
            UnavailableError: as `begin`.
        """
        with self._used():
            self._open()
            with self._nobody_writing():
                changes = read_changes(self._log, since, may_restart=False)
                _see(self._held)
            self._place = changes.place
            return changes

    def see_all(self) -> Changes:
        """Return what was not read yet; `copy` then writes the database as it is now.

        Raises:
            LostPlaceError: it cannot be told any more.
            UnavailableError: as `begin`.
        """
        with self._used():
            if self._place is None:
                raise LostPlaceError("it was not followed")
            with self._nobody_writing():
                changes = read_changes(self._log, self._place, may_restart=True)
                self._place = changes.place
                _see(self._spare)
                _leave(self._held)
                self._held, self._spare = self._spare, self._held
            return changes

    def copy(self, target: Path, between: Callable[[], None]) -> None:
        """Write the database as it was when `begin` or `see_all` was called; it is not marked as a copy.

        `between` is called now and then, and may `look`.

        Raises:
            sqlite3.Error: it cannot be read, or the target cannot be written.
        """
        with self._using:
            create_private_file(target)
            with closing(sqlite3.connect(target, isolation_level=None)) as writing:
                self._held.backup(writing, pages=PAGES, progress=lambda *_: between())

    def look(self) -> Changes:
        """Return what was committed since the last call, while a copy is written, which holds everything back."""
        with self._used():
            if self._place is None:
                raise LostPlaceError("it was not followed")
            changes = read_changes(self._log, self._place, may_restart=True)
            self._place = changes.place
            return changes

    def read(self) -> Changes:
        """Return what was committed since the last call; call `confirm` when it is safe elsewhere.

        Raises:
            LostPlaceError: it cannot be told any more.
        """
        with self._used():
            if self._place is None:
                raise LostPlaceError("it was not followed")
            _see(self._spare)
            changes = read_changes(self._log, self._place, may_restart=True)
            self._place = changes.place
            return changes

    def confirm(self) -> None:
        """Let checkpoints go as far as what was read last."""
        with self._used():
            if self._place is None:
                raise LostPlaceError("it was not followed")
            if self._spare.in_transaction:
                _leave(self._held)
                self._held, self._spare = self._spare, self._held

    def checkpoint(self) -> Changes | None:
        """Write a long log's pages to the database, so that the log begins anew; return what was not read yet.

        Nobody can write meanwhile. None if the log is short, or if somebody writes for seconds.

        Raises:
            UnavailableError: the file cannot be used.
        """
        with self._used():
            if self._place is None or self._place.frames < LONG:
                return None
            with suppress(_BusyError), self._nobody_writing():
                changes = read_changes(self._log, self._place, may_restart=True)
                self._place = changes.place
                _see(self._spare)
                _leave(self._held)
                self._held.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
                _see(self._held)  # if all pages were written, it sees the database alone and lets the log begin anew
                _leave(self._spare)
                return changes
            return None

    def let_go(self, *, above: int = 0) -> None:
        """Follow no longer, if the log has more than so many bytes, and if nobody uses the follower now."""
        with suppress(FileNotFoundError):
            if self._log.stat().st_size >= above and self._using.acquire(blocking=False):
                try:
                    self._close()
                finally:
                    self._using.release()

    def close(self) -> None:
        """Follow no longer, and let other processes follow."""
        with self._used():
            self._close()
            if self._own_lock >= 0:
                os.close(self._own_lock)
                self._own_lock = -1

    def _open(self) -> None:
        self._close()
        self._connections = [_connect(self._database) for _ in range(3)]
        self._held, self._spare, self._lock = self._connections

    def _close(self) -> None:
        self._place = None
        while self._connections:
            self._connections.pop().close()

    @contextmanager
    def _used(self) -> Iterator[None]:
        with self._using:
            try:
                yield
            except sqlite3.Error as error:
                raise UnavailableError(f"{type(error).__name__}: {error}") from None

    @contextmanager
    def _nobody_writing(self) -> Iterator[None]:
        try:
            self._lock.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            raise _BusyError(*error.args) from None
        try:
            yield
        finally:
            self._lock.execute("ROLLBACK")


def _connect(database: Path) -> sqlite3.Connection:
    address = f"{database.absolute().as_uri()}?mode=rw"
    return sqlite3.connect(address, uri=True, isolation_level=None, timeout=BUSY_SECONDS, check_same_thread=False)


def _see(connection: sqlite3.Connection) -> None:
    """Begin a reading transaction that sees everything committed by now."""
    _leave(connection)
    connection.execute("BEGIN")
    connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchall()


def _leave(connection: sqlite3.Connection) -> None:
    if connection.in_transaction:
        connection.execute("ROLLBACK")
