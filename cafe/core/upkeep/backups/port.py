"""Ports of the nightly backups."""

from collections.abc import Collection
from datetime import date
from typing import Protocol

from cafe.core.kernel.errors import CafeError
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
