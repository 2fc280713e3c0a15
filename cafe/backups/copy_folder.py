"""The folder of the continuous copy: generations, of which the newest goes on."""

import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path

from cafe.backups.apart import run_apart
from cafe.backups.folder import NO_ROOM, OF_SQLITE, REFUSED
from cafe.backups.generation import DATABASE, PART, Generation, check_database, read_records
from cafe.backups.records import DamagedError, Record, Stored
from cafe.core.kernel.pages import Changes, Place
from cafe.core.upkeep.backups.model import Problem
from cafe.core.upkeep.backups.port import BackupError, KeepUp, WriteCopy

NAME = re.compile(r"\d{6}-\d{8}-\d{6}")
"""A number that rises, whatever the clock does, and the moment in UTC."""
KEPT = 3 * 86_400_000
"""Milliseconds for which any moment can be restored."""
DAY = 86_400_000
LARGE = 1 << 26
"""Bytes of changes after which a generation ends, unless the database has more."""


class CopyFolder:
    """The core's `CopyStorage`; what writes is called in one thread."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._current: Generation | None = None
        self._began_at = 0

    async def find_last(self) -> int | None:
        """Return the moment up to which everything is in the folder, in milliseconds; None if there is nothing."""
        return await run_apart(lambda _: self._find_last())

    def resume(self) -> Place | None:
        self._current = None
        with _reported():
            for name in list_generations(self._folder)[-1:]:
                with suppress(DamagedError):
                    self._current = Generation.find(self._folder / name)
                    self._began_at = _moment_of(name)
                    return self._current.last.record.changes.place
        return None

    def begin(self, at: int, place: Place, copy: WriteCopy, between: KeepUp) -> None:
        with _reported():
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._delete_parts()
            number = max((int(name[:6]) for name in list_generations(self._folder)), default=0) + 1
            name = f"{number:06}-{datetime.fromtimestamp(at / 1000, UTC):%Y%m%d-%H%M%S}"
            try:
                self._current = Generation.begin(self._folder / name, at, place, copy, between)
            except BaseException:
                shutil.rmtree(self._folder / name, ignore_errors=True)  # where only the last step failed
                raise
        self._began_at = at

    def delete_old(self, at: int) -> None:
        with _reported():
            for name, following in pairwise(list_generations(self._folder)):
                if at - _moment_of(following) > KEPT:
                    shutil.rmtree(self._folder / name)

    def add(self, at: int, changes: Changes) -> None:
        assert self._current is not None  # noqa: S101 - it was begun or resumed
        with _reported():
            if list_generations(self._folder)[-1:] not in ([], [self._current.folder.name]):
                raise BackupError(Problem.OTHER, "another service copies into this folder")
            self._current.add(at, changes)
            self._current.join()

    def is_due(self, at: int) -> bool:
        """Whether a new generation should begin: each day, or when reading all changes would take long."""
        if self._current is None:
            return True
        return not 0 <= at - self._began_at < DAY or self._current.bytes_added > max(LARGE, self._current.size)

    def _find_last(self) -> int | None:
        for name in reversed(list_generations(self._folder)):
            with suppress(DamagedError):
                return Generation.find(self._folder / name).last.record.at
        return None

    def _delete_parts(self) -> None:
        """Delete generations that were being begun when the program was killed."""
        for path in list(self._folder.glob(f".*{PART}")):
            shutil.rmtree(path)


@contextmanager
def _reported() -> Iterator[None]:
    """Raise what goes wrong with a folder as the core's error."""
    try:
        yield
    except (OSError, sqlite3.Error) as error:
        raise BackupError(_problem_of(error), f"{type(error).__name__}: {error}") from None


def _problem_of(error: OSError | sqlite3.Error) -> Problem:
    if not isinstance(error, OSError):
        return OF_SQLITE.get(str(error), Problem.OTHER)
    if error.errno in NO_ROOM:
        return Problem.NO_ROOM
    return Problem.NOT_WRITABLE if error.errno in REFUSED else Problem.OTHER


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What could be restored: the database as it was at a moment, in milliseconds."""

    at: int
    problem: str = ""
    """Why it is not as new as the folder promises."""


def list_generations(folder: Path) -> list[str]:
    """List the generations of a folder, oldest first; none if there is no such folder."""
    try:
        return sorted(path.name for path in folder.iterdir() if NAME.fullmatch(path.name))
    except (FileNotFoundError, NotADirectoryError):
        return []


def rebuild(folder: Path, target: Path, until: int | None = None) -> Rebuilt | None:
    """Write the newest database that the folder has, or the one of a moment; None if there is none.

    What comes after a missing or damaged file is left out.

    Raises:
        OSError: the folder cannot be read or the target not be written.
    """
    problems = []
    for name in reversed(list_generations(folder)):
        records = read_records(folder / name)
        try:
            first = next(records)
            if until is not None and first.record.at > until:
                continue
            check_database(folder / name, first.record)
        except (DamagedError, FileNotFoundError) as error:
            problems.append(str(error))
            continue
        shutil.copyfile(folder / name / DATABASE, target)
        at, problem = _apply(first.record, records, target, until)
        return Rebuilt(at, "; ".join(filter(None, [*problems, problem])))
    return None


def _apply(first: Record, records: Iterator[Stored], target: Path, until: int | None) -> tuple[int, str]:
    """Apply the changes to the database; return the moment reached, and what ended it early."""
    reached, problem = first.at, ""
    with target.open("r+b") as file:
        try:
            for stored in records:
                if until is not None and stored.record.at > until:
                    break
                changes = stored.record.changes
                for number, page in changes.pages.items():
                    file.seek((number - 1) * changes.page_size)
                    file.write(page)
                if changes.size:
                    file.truncate(changes.size * changes.page_size)
                reached = stored.record.at
        except DamagedError as error:
            problem = str(error)
    return reached, problem


def _moment_of(name: str) -> int:
    return int(datetime.strptime(name[7:], "%Y%m%d-%H%M%S").replace(tzinfo=UTC).timestamp() * 1000)
