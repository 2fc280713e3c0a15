"""Detects other processes that serve the same database file, by a file lock, which ends with its process."""

import fcntl
import os
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self


class Presence:
    """A lock on a file beside the database: exclusive if no other process holds one, shared after `share`.

    Use as a context manager.
    """

    def __init__(self, database: Path) -> None:
        self._path = database.with_name(f"{database.name}-lock")
        self._file = -1
        self.is_alone = False
        """Whether no other process held a lock at the start."""
        self._is_shared = False

    def __enter__(self) -> Self:
        """Take the lock if no other process holds one.

        Raises:
            OSError: the database's folder cannot be written.
        """
        self._file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        self.is_alone = self._lock(fcntl.LOCK_EX)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._file)

    def share(self) -> None:
        """Share the lock with other processes; call again later if one of them holds it exclusively."""
        self._is_shared = self._is_shared or self._lock(fcntl.LOCK_SH)

    def _lock(self, kind: int) -> bool:
        with suppress(BlockingIOError):
            fcntl.flock(self._file, kind | fcntl.LOCK_NB)
            return True
        return False
