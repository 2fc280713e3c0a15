"""Where the cafe keeps what it knows: a file, or a database of a PostgreSQL server. Either is read as a file."""

import asyncio
import sqlite3
import tempfile
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing
from pathlib import Path
from typing import Protocol

import asyncpg

from cafe.db.migrations import migrate
from tests.chaos.audit import opened
from tests.chaos.former import FORMER, SERVER_FORMER, make_former_database, make_former_schema
from tests.postgres import PostgresServer

CUT = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid() AND random() < $1
"""


class Store(Protocol):
    url: str

    async def make_former(self) -> frozenset[int]:
        """Make it as an older version left it; the ids of its orders."""
        ...

    def opened(self) -> AbstractAsyncContextManager[sqlite3.Connection]:
        """Everything as it is now, to be read."""
        ...

    async def written(self) -> int:
        """How much was written so far, in an engine's own measure."""
        ...


class FileStore:
    """SQLite: `cafe.db` in the folder."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "cafe.db"
        self.url = f"sqlite:///{self.file}"

    async def make_former(self) -> frozenset[int]:
        make_former_database(self.file)
        return FORMER

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[sqlite3.Connection]:
        with opened(self.file) as connection:
            yield connection

    async def written(self) -> int:
        return self.log_size()

    def log_size(self) -> int:
        """Bytes of the write-ahead log; -1 where there is none."""
        log = self.file.with_name(f"{self.file.name}-wal")
        return log.stat().st_size if log.exists() else -1

    def replace(self, copy: Path) -> None:
        """Put a copy in the place of the file, as a restore does."""
        for name in ("", "-wal", "-shm"):
            self.file.with_name(self.file.name + name).unlink(missing_ok=True)
        copy.replace(self.file)


class ServerStore:
    """A database of a PostgreSQL server that may be killed too."""

    def __init__(self, server: PostgresServer, url: str) -> None:
        self._server = server
        self.url = url

    async def make_former(self) -> frozenset[int]:
        with tempfile.NamedTemporaryFile(suffix=".db") as file:
            make_former_database(Path(file.name))
            raw = await asyncpg.connect(self.url)
            try:
                await make_former_schema(raw)
                with opened(Path(file.name)) as former:
                    for table, condition in SERVER_FORMER.items():
                        rows = former.execute(f"SELECT * FROM {table} WHERE {condition}").fetchall()  # noqa: S608 - our own
                        records = [tuple(row) for row in rows]
                        await raw.copy_records_to_table(table, records=records, columns=rows[0].keys())
            finally:
                await raw.close()
        return FORMER

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[sqlite3.Connection]:
        with tempfile.NamedTemporaryFile(suffix=".db") as file:
            await copy_rows(self.url, Path(file.name))
            with opened(Path(file.name)) as connection:
                yield connection

    async def written(self) -> int:
        raw = await asyncpg.connect(self.url)
        try:
            return int(await raw.fetchval("SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')"))
        finally:
            await raw.close()

    async def crash(self, seconds: float) -> None:
        """End the server as a power cut does, and start it after so many seconds."""
        await asyncio.to_thread(self._server.stop, "immediate")
        try:
            await asyncio.sleep(seconds)
        finally:
            await asyncio.to_thread(self._server.start)

    async def cut(self, share: float) -> None:
        """End this share of the connections, whatever they are in the middle of."""
        raw = await asyncpg.connect(self.url)
        try:
            await raw.execute("SET application_name TO chaos")
            await raw.fetch(CUT, share)
        finally:
            await raw.close()


async def copy_rows(url: str, target: Path) -> None:
    """Write all rows of one moment into an SQLite file with the schema of this version."""
    raw = await asyncpg.connect(url)
    try:
        with closing(sqlite3.connect(target, isolation_level=None)) as file:
            file.execute("PRAGMA synchronous = OFF")  # it is read once and thrown away
            migrate(file)
            names = [row[0] for row in file.execute(TABLES)]
            file.execute("BEGIN")
            async with raw.transaction(isolation="repeatable_read", readonly=True):
                for name in names:
                    columns = [row[1] for row in file.execute(f"PRAGMA table_info({name})")]
                    rows = await raw.fetch(f"SELECT {', '.join(columns)} FROM {name}")  # noqa: S608 - the schema's
                    file.execute(f"DELETE FROM {name}")  # noqa: S608 - likewise
                    marks = ", ".join("?" for _ in columns)
                    file.executemany(f"INSERT INTO {name} VALUES ({marks})", map(tuple, rows))  # noqa: S608 - likewise
            file.execute("COMMIT")
    finally:
        await raw.close()


TABLES = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'migrations'"
