"""Brings a database to the program's schema: numbered SQL files, each applied once, in a transaction of its own."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

FOLDER = Path(__file__).parent / "migrations"


class NewerDatabaseError(Exception):
    """The database was made by a newer program."""


def migrate(connection: sqlite3.Connection) -> None:
    """Apply what is missing. `connection` must be in autocommit mode (`isolation_level=None`).

    Raises:
        NewerDatabaseError: the database has a migration that this program does not know.
    """
    connection.execute("CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY)")
    files = {file.stem: file for file in sorted(FOLDER.glob("*.sql"))}
    unknown = _applied(connection) - files.keys()
    if unknown:
        raise NewerDatabaseError(f"the database was made by a newer version of this program ({min(unknown)})")
    for name, file in files.items():
        if name in _applied(connection):
            continue
        connection.execute("BEGIN IMMEDIATE")
        try:
            if name not in _applied(connection):  # another process may have been quicker
                for statement in _statements(file.read_text(encoding="utf-8")):
                    connection.execute(statement)
                connection.execute("INSERT INTO migrations (name) VALUES (?)", (name,))
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise


def _applied(connection: sqlite3.Connection) -> set[str]:
    return {row[0] for row in connection.execute("SELECT name FROM migrations")}


def _statements(script: str) -> Iterator[str]:
    """Split at the semicolons that end statements; `executescript` would commit by itself."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
