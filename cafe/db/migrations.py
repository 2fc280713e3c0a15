"""Schema migrations: numbered SQL files, each applied once in its own transaction."""

import logging
import os
import sqlite3
from collections.abc import Collection, Iterator, Mapping
from datetime import timedelta
from pathlib import Path

from cafe.db.copies import copy_database

log = logging.getLogger(__name__)

FOLDER = Path(__file__).parent / "migrations"


class SchemaError(Exception):
    """The database's schema is not this version's; the text is one line for the operator."""


class NewerDatabaseError(SchemaError):
    """The database was created by a newer version; `advice` says what can be done then."""

    def __init__(self, migration: str, advice: str = "") -> None:
        text = f"the database was made by a newer version of this program ({migration})"
        super().__init__(f"{text}: {advice}" if advice else text)


class OlderDatabaseError(SchemaError):
    """The database was created by an older version, and is not to be migrated."""

    def __init__(self, missing: str) -> None:
        super().__init__(
            f"the database was made by an older version of this program (it lacks {missing}): "
            "migrate it first, by `python -m cafe migrate` or by serving it"
        )


def migration_files() -> dict[str, Path]:
    """Return the migrations by name, in their order."""
    return {file.stem: file for file in sorted(FOLDER.glob("*.sql"))}


def log_migration(before: Collection[str], took: timedelta) -> None:
    """Log the migration of a database that had these migrations before; nothing for a new or current one."""
    if before:
        log.info(
            "the database was migrated from %s to %s in %.1f s",
            max(before),
            max(migration_files()),
            took.total_seconds(),
        )


def newer_than(applied: set[str], files: Mapping[str, Path]) -> str | None:
    """Return the first applied migration that is unknown to this version, if any."""
    return min(applied - files.keys(), default=None)


def migrate(
    connection: sqlite3.Connection, *, keeps_copy: bool = True, only: Collection[str] | None = None
) -> set[str]:
    """Apply missing migrations, after a copy beside the file if it was in use before; a copy itself is not copied.

    Return the names of those applied before, if some were missing. `only` some are applied for an older schema.

    `connection` must be in autocommit mode (`isolation_level=None`).

    Raises:
        NewerDatabaseError: the database has a migration unknown to this version.
    """
    missing, before = _missing(connection), _applied(connection)
    if only is not None:
        missing = {name: file for name, file in missing.items() if name in only}
    for name, file in missing.items():
        connection.execute("BEGIN IMMEDIATE")
        try:
            applied = _applied(connection)
            if name not in applied:  # another process may have applied it
                if keeps_copy and before and applied == before:
                    _copy_beside(connection, max(before))
                for statement in _statements(file.read_text(encoding="utf-8")):
                    connection.execute(statement)
                connection.execute("INSERT INTO migrations (name) VALUES (?)", (name,))
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
    return before if missing else set()


def check_schema(connection: sqlite3.Connection) -> None:
    """Set up an empty database, and refuse any schema but this version's.

    Raises:
        NewerDatabaseError: the database has a migration unknown to this version.
        OlderDatabaseError: the database lacks a migration.
    """
    missing = _missing(connection)
    if missing and _applied(connection):
        raise OlderDatabaseError(min(missing))
    migrate(connection)


def inspect_schema(connection: sqlite3.Connection) -> None:
    """Refuse any schema but this version's, without changing anything.

    Raises:
        NewerDatabaseError: the database has a migration unknown to this version.
        OlderDatabaseError: the database lacks a migration, or all of them.
    """
    files = migration_files()
    try:
        applied = _applied(connection)
    except sqlite3.OperationalError as error:
        if "no such table" not in str(error):
            raise
        applied = set()
    if unknown := newer_than(applied, files):
        raise NewerDatabaseError(unknown)
    if missing := files.keys() - applied:
        raise OlderDatabaseError(min(missing))


def _copy_beside(connection: sqlite3.Connection, last: str) -> None:
    """Keep a copy of the database beside it, named after its last migration; the caller holds the write lock."""
    path = Path(connection.execute("PRAGMA database_list").fetchone()[2])
    temporary = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        copy_database(path, temporary)
        kept = temporary.replace(path.with_name(f"{path.name}.at-{last}"))
        log.info("before it is migrated the database is kept in %s", kept)
    finally:
        temporary.unlink(missing_ok=True)


def _missing(connection: sqlite3.Connection) -> dict[str, Path]:
    """Return the migrations to apply, in order."""
    connection.execute("CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY)")
    files, applied = migration_files(), _applied(connection)
    if unknown := newer_than(applied, files):
        raise NewerDatabaseError(unknown)
    return {name: file for name, file in files.items() if name not in applied}


def _applied(connection: sqlite3.Connection) -> set[str]:
    return {row[0] for row in connection.execute("SELECT name FROM migrations")}


def _statements(script: str) -> Iterator[str]:
    """Split a script into statements; `executescript` cannot be used, as it commits first."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
