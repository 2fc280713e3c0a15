"""What the nightly copies need of the outside."""

from collections.abc import Collection
from datetime import date
from typing import Protocol

from cafe.core.kernel.errors import CafeError
from cafe.core.upkeep.backups.model import NightCopy, Problem


class BackupError(CafeError):
    """There is no copy; the text, for the log, is one line."""

    def __init__(self, problem: Problem, text: str) -> None:
        super().__init__(text)
        self.problem = problem


class BackupStorage(Protocol):
    """The folder with a folder for each night; what is there by its name is whole."""

    async def list_nights(self) -> Collection[date]:
        """List the nights of which there is a copy; none if the folder cannot be read."""
        ...

    async def find_last(self) -> NightCopy | None:
        """Return the copy of the latest night."""
        ...

    async def make(self, night: date, now: int) -> None:
        """Make and check the copy of a night, that counts as made `now` (Unix seconds).

        Raises:
            BackupError: there is none, and nothing is left of it.
        """
        ...

    async def delete(self, night: date) -> None:
        """Delete the copy of a night.

        Raises:
            OSError: some of it is left, under another name.
        """
        ...
