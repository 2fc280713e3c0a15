"""The database engine that the configuration chooses."""

import asyncio
import logging
import os
import sqlite3
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, closing
from enum import Enum, auto
from functools import partial
from pathlib import Path

from cafe.config import Config, is_postgres, sqlite_path
from cafe.core.kernel.clock import SYSTEM_CLOCK, Clock, unix_now
from cafe.core.kernel.database import Database, Engine
from cafe.core.kernel.meta import MOVED, get_meta
from cafe.core.upkeep.backups.model import Problem
from cafe.core.upkeep.backups.port import BackupError
from cafe.db.copies import NotADatabaseError, become_original, copy_database, mark_copy
from cafe.db.errors import MoveError
from cafe.db.migrations import SchemaError, check_schema, inspect_schema, log_migration, migrate
from cafe.db.restoring import Checked, restore_file
from cafe.db.sqlite import Prepare, SqliteDatabase
from cafe.file_rights import keep_private

log = logging.getLogger(__name__)


class Opening(Enum):
    """The purpose of opening a database."""

    SERVE = auto()
    """Migrates it, and turns a copy into a database of its own."""
    MIGRATE = auto()
    CHECK = auto()
    """Accepts only this version's schema."""
    INSPECT = auto()
    """The same, and changes nothing at all: no new file, no setup, no permissions."""


@asynccontextmanager
async def open_database(
    config: Config,
    opening: Opening,
    on_commit: Callable[[], None] = lambda: None,
    clock: Clock = SYSTEM_CLOCK,
) -> AsyncIterator[Engine]:
    """Open the configured database; `on_commit` is called after each durable commit.

    Raises:
        SchemaError: it is from a newer version, or from an older one and is not to be migrated.
        MoveError: it was moved to another engine, and is not only opened for a check.
        UnavailableError: PostgreSQL cannot be reached, or refuses us.
        sqlite3.Error: the file cannot be opened or is not a database.
    """
    if config.is_shared:
        from cafe.db.postgres.engine import PostgresDatabase  # noqa: PLC0415 - only where it is chosen

        migrates = opening in {Opening.SERVE, Opening.MIGRATE}
        keep_copy = partial(_keep_copy, config)
        async with PostgresDatabase(
            config.database_url,
            on_commit,
            clock=clock,
            migrates=migrates,
            sets_up=opening is not Opening.INSPECT,
            keep_copy=keep_copy,
        ) as shared:
            await _refuse_moved(shared, opening)
            yield shared
    else:
        inspects = opening is Opening.INSPECT
        if not inspects:
            keep_private(config.database_path)
        async with SqliteDatabase(
            config.database_path, on_commit, prepare=_preparation(opening, clock), is_read_only=inspects
        ) as database:
            await _refuse_moved(database, opening)
            yield database


async def _keep_copy(config: Config, last: str) -> None:
    """Write a copy of a PostgreSQL database to the backups, named after its last migration."""
    config.backups.mkdir(mode=0o700, parents=True, exist_ok=True)
    target = config.backups / f"cafe.db.at-{last}"
    temporary = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        await back_up(config, temporary)
        temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)
    log.info("before it is migrated the database is kept in %s", target)


async def move_database(config: Config, url: str) -> int:
    """Copy everything into an empty database of the other engine, mark ours as moved; return the number of rows.

    Raises:
        MoveError: the target is not an empty database of the other engine, or ours is being served; nothing is changed.
        SchemaError, UnavailableError, sqlite3.Error: as `open_database`.
    """
    from cafe.db.postgres.moving import move_to_file, move_to_server  # noqa: PLC0415 - only where it is chosen

    if is_postgres(url) == config.is_shared:
        raise MoveError("the target must be of the other engine: postgresql://… or sqlite:///…")
    if config.is_shared:
        target = sqlite_path(url)
        target.parent.mkdir(parents=True, exist_ok=True)
        return await move_to_file(config.database_url, target)
    if not config.database_path.exists():
        raise MoveError(f"{config.database_path}: there is no database to move")
    return await move_to_server(config.database_path, url)


async def back_up(
    config: Config, target: Path, keep_going: Callable[[], None] = lambda: None, clock: Clock = SYSTEM_CLOCK
) -> None:
    """Write a consistent copy to an SQLite file while services go on.

    It blocks the event loop; `keep_going` is called now and then, and may raise to abort.

    Raises:
        NotADatabaseError, SchemaError, UnavailableError, sqlite3.Error: there is nothing to copy, or no access.
    """
    if config.is_shared:
        from cafe.db.postgres.moving import copy_to_file  # noqa: PLC0415 - only where it is chosen

        await copy_to_file(config.database_url, target, keep_going, clock)
    else:
        copy_database(config.database_path, target, keep_going, clock)


def back_up_in_thread(config: Config, clock: Clock, target: Path, keep_going: Callable[[], None]) -> None:
    """Do the same from a thread without an event loop.

    Raises:
        BackupError: there is nothing to copy.
        UnavailableError, sqlite3.Error: no access.
    """
    try:
        asyncio.run(back_up(config, target, keep_going, clock))
    except (NotADatabaseError, SchemaError, MoveError) as error:
        raise BackupError(Problem.UNREADABLE, str(error)) from error


async def restore_database(config: Config, copy: Path, checked: Checked) -> None:
    """Replace the configured database by a copy; on PostgreSQL it must be empty.

    `checked` is called once all checks have passed.

    Raises:
        RestoreError, NotADatabaseError, MoveError, SchemaError, UnavailableError: nothing was changed.
    """
    if config.is_shared:
        from cafe.db.postgres.moving import restore_to_server  # noqa: PLC0415 - only where it is chosen

        await restore_to_server(copy, config.database_url, checked)
    else:
        restore_file(copy, config.database_path, checked)


def mark_moment(copy: Path, at: int) -> None:
    """Mark a database file as a copy of a moment in Unix seconds.

    Raises:
        NotADatabaseError: it is none.
    """
    try:
        with closing(sqlite3.connect(copy, isolation_level=None)) as raw:
            raw.execute("PRAGMA journal_mode = DELETE")
            mark_copy(raw, at)
    except sqlite3.DatabaseError as error:
        raise NotADatabaseError(f"{copy}: is no database of a cafe: {error}") from None


async def _refuse_moved(database: Database, opening: Opening) -> None:
    if opening in {Opening.SERVE, Opening.MIGRATE} and await database.read(get_meta, MOVED) is not None:
        raise MoveError("this database was moved to another engine: set CAFE_DATABASE_URL to that one")


def _preparation(opening: Opening, clock: Clock) -> Prepare:
    """Return the function that prepares a file for use."""

    def bring_up(raw: sqlite3.Connection) -> None:
        started = clock.now()
        log_migration(migrate(raw), clock.now() - started)

    def prepare_to_serve(raw: sqlite3.Connection) -> None:
        bring_up(raw)
        if become_original(raw, unix_now(clock)):
            log.warning(
                "this database is a restored copy: it gets an identity of its own, numbers go on from a thousand more"
            )

    preparations: Mapping[Opening, Prepare] = {
        Opening.SERVE: prepare_to_serve,
        Opening.MIGRATE: bring_up,
        Opening.CHECK: check_schema,
        Opening.INSPECT: inspect_schema,
    }
    return preparations[opening]
