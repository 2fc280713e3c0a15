"""Databases that an earlier version wrote, opened by this one."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from unittest.mock import patch

from cafe.core.kernel.database import Connection, Database
from cafe.db import migrations
from cafe.db.postgres import migrations as postgres_migrations
from tests.driver import open_engine
from tests.postgres import PostgresServer


@asynccontextmanager
async def migrated_from_before(
    migration: str, write: Callable[[Connection], None], folder: Path, server: PostgresServer | None
) -> AsyncIterator[Database]:
    """Fill a database that lacks a migration and all later ones, and migrate it; on SQLite without a server."""
    url = f"sqlite:///{folder / 'cafe.db'}" if server is None else await asyncio.to_thread(server.create_database)
    earlier = {name: file for name, file in migrations.migration_files().items() if name < migration}
    with (
        patch.object(migrations, "migration_files", lambda: earlier),
        patch.object(postgres_migrations, "migration_files", lambda: earlier),
    ):
        async with open_engine(url) as database:
            await database.write(write)
    async with open_engine(url) as database:
        yield database
    if server is not None:
        await asyncio.to_thread(server.drop_database, url)
