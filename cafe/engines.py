"""The database engine that the configuration chooses."""

import logging
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from enum import Enum, auto
from pathlib import Path

from cafe.config import Config, is_postgres, sqlite_path
from cafe.core.kernel.database import Database
from cafe.core.kernel.meta import MOVED, get_meta
from cafe.db.copies import become_original, copy_database
from cafe.db.errors import MoveError
from cafe.db.migrations import check_schema, migrate
from cafe.db.sqlite import SqliteDatabase
from cafe.file_rights import keep_private

log = logging.getLogger(__name__)


class Opening(Enum):
    """What a database is opened for."""

    SERVE = auto()
    """It is migrated, and a copy becomes a database of its own."""
    MIGRATE = auto()
    CHECK = auto()
    """Another schema than this version's is refused."""


@asynccontextmanager
async def open_database(
    config: Config, opening: Opening, on_commit: Callable[[], None] = lambda: None
) -> AsyncIterator[Database]:
    """Open the configured database; `on_commit` is called after each durable commit.

    Raises:
        SchemaError: it was created by a newer version, or by an older one and is opened for a check.
        MoveError: it was moved to another engine, and is not only opened for a check.
        UnavailableError: PostgreSQL cannot be reached, or refuses us.
        sqlite3.Error: the file cannot be opened or is not a database.
    """
    if config.is_shared:
        from cafe.db.postgres.engine import PostgresDatabase  # noqa: PLC0415 - only where it is chosen

        migrates = opening is not Opening.CHECK
        async with PostgresDatabase(config.database_url, on_commit, migrates=migrates) as shared:
            await _refuse_moved(shared, opening)
            yield shared
    else:
        keep_private(config.database_path)
        async with SqliteDatabase(config.database_path, on_commit, prepare=PREPARE[opening]) as database:
            await _refuse_moved(database, opening)
            yield database


async def move_database(config: Config, url: str) -> int:
    """Copy everything into an empty database of the other engine, mark ours as moved; return the number of rows.

    Raises:
        MoveError: the target is no empty database of the other engine, or somebody serves ours; nothing is changed.
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


async def back_up(config: Config, target: Path) -> None:
    """Write a consistent copy to an SQLite file while services go on.

    Raises:
        NotADatabaseError, SchemaError, UnavailableError, sqlite3.Error: there is nothing to copy, or no way.
    """
    if config.is_shared:
        from cafe.db.postgres.moving import copy_to_file  # noqa: PLC0415 - only where it is chosen

        await copy_to_file(config.database_url, target)
    else:
        copy_database(config.database_path, target)


async def _refuse_moved(database: Database, opening: Opening) -> None:
    if opening is not Opening.CHECK and await database.read(get_meta, MOVED) is not None:
        raise MoveError("this database was moved to another engine: set CAFE_DATABASE_URL to that one")


def _prepare_to_serve(raw: sqlite3.Connection) -> None:
    migrate(raw)
    if become_original(raw, int(datetime.now(UTC).timestamp())):
        log.warning(
            "this database is a restored copy: it gets an identity of its own, numbers go on from a thousand more"
        )


PREPARE = {Opening.SERVE: _prepare_to_serve, Opening.MIGRATE: migrate, Opening.CHECK: check_schema}
