"""Ports of the nightly backups and of the continuous copy."""

from collections.abc import Callable, Collection
from datetime import date
from pathlib import Path
from typing import Protocol

from cafe.core.kernel.errors import CafeError
from cafe.core.kernel.pages import Changes, Place
from cafe.core.upkeep.backups.model import NightCopy, Problem


class BackupError(CafeError):
    """The backup failed; the text, for the log, is one line."""

    def __init__(self, problem: Problem, text: str) -> None:
        super().__init__(text)
        self.problem = problem


class BackupStorage(Protocol):
    """A folder with a subfolder for each night; one under its final name is complete."""

    async def list_nights(self) -> Collection[date]:
        """List the nights that have a backup; none if the folder cannot be read."""
        ...

    async def find_last(self) -> NightCopy | None:
        """Return the latest night's backup."""
        ...

    async def make(self, night: date, now: int) -> None:
        """Make and check the backup of a night, dated `now` (Unix seconds).

        Raises:
            BackupError: it failed, and left nothing behind.
        """
        ...

    async def delete(self, night: date) -> None:
        """Delete the backup of a night.

        Raises:
            OSError: some of it is left, under another name.
        """
        ...


KeepUp = Callable[[], None]
"""Called now and then during long work."""
WriteCopy = Callable[[Path], None]


class CommitLog(Protocol):
    """What is committed to the database, by whichever process. Any call may raise `UnavailableError`."""

    @property
    def is_following(self) -> bool:
        """Whether everything is known that is committed."""
        ...

    def claim(self) -> bool:
        """Be the only process that follows; False while another one does."""
        ...

    def begin(self) -> Place:
        """Follow from now on; `copy` then writes the database as it is now."""
        ...

    def see_all(self) -> Changes:
        """Return what was not read yet; `copy` then writes the database as it is now.

        Raises:
            LostPlaceError: it cannot be told any more.
        """
        ...

    def copy(self, target: Path, between: KeepUp) -> None:
        """Write the database as it was when `begin` or `see_all` was called."""
        ...

    def look(self) -> Changes:
        """Return what was committed since, while a copy is written."""
        ...

    def resume(self, since: Place) -> Changes:
        """Follow from a place that another process reached; return what came after it.

        Raises:
            LostPlaceError: it cannot be told.
        """
        ...

    def read(self) -> Changes:
        """Return what was committed since; call `confirm` when it is safe elsewhere.

        Raises:
            LostPlaceError: it cannot be told any more.
        """
        ...

    def confirm(self) -> None:
        """Note that what was read is safe elsewhere.

        Raises:
            LostPlaceError: `let_go` was called meanwhile.
        """
        ...

    def checkpoint(self) -> Changes | None:
        """Shorten a long log; return what was committed and not read yet."""
        ...

    def let_go(self, *, above: int = 0) -> None:
        """Follow no longer, if the log has at least so many bytes; may be called by another thread."""
        ...

    def close(self) -> None:
        """Follow no longer, and let other processes follow."""
        ...


class CopyStorage(Protocol):
    """The folder of the continuous copy; moments in milliseconds. Any call that writes may raise `BackupError`."""

    def resume(self) -> Place | None:
        """Return the place where the copy ends; None if nothing can go on there."""
        ...

    def begin(self, at: int, place: Place, copy: WriteCopy, between: KeepUp) -> None:
        """Begin with the whole database; what `between` adds still belongs to what was begun before."""
        ...

    def add(self, at: int, changes: Changes) -> None:
        """Add what changed; once this returns it survives a power cut."""
        ...

    def is_due(self, at: int) -> bool:
        """Whether it is time to begin with the whole database again."""
        ...

    def delete_old(self, at: int) -> None:
        """Delete what nobody will want to restore."""
        ...

    async def find_last(self) -> int | None:
        """Return the moment up to which everything is in the folder; None if there is nothing."""
        ...
