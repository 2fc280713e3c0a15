"""The cached catalogue never goes back in time."""

import asyncio
from typing import Any

from cafe.core.catalogue.snapshot.cache import SnapshotCache
from cafe.core.kernel.clock import SYSTEM_CLOCK
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.ids import ProductId
from cafe.core.kernel.locale import Locale
from cafe.core.kernel.meta import bump_catalogue_version


class LateReader:
    """A database whose next read arrives late."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.has_read, self.goes_on = asyncio.Event(), asyncio.Event()

    async def read_long(self, work: Any, *args: Any) -> Any:
        found = await self._database.read_long(work, *args)
        if not self.has_read.is_set():
            self.has_read.set()
            await self.goes_on.wait()
        return found


def rename(conn: Connection, name: str) -> None:
    bump_catalogue_version(conn)
    conn.run("UPDATE products SET name = :name WHERE slug = 'latte'", {"name": name})


async def test_a_snapshot_that_arrives_late_does_not_replace_a_newer_one(catalogue_database: Database) -> None:
    late = LateReader(catalogue_database)
    cache = SnapshotCache(late, SYSTEM_CLOCK)  # type: ignore[arg-type]  # of which only `read_long` is called
    older = asyncio.ensure_future(cache.refresh())
    await late.has_read.wait()
    await catalogue_database.write(rename, "Раф")
    await cache.refresh()
    late.goes_on.set()
    await older
    assert "Раф" in {product.name.in_locale(Locale.UK) for product in cache.current.products.values()}


async def test_until_a_new_snapshot_is_there_a_transaction_reads_what_it_needs(catalogue_database: Database) -> None:
    cache = SnapshotCache(catalogue_database, SYSTEM_CLOCK)
    await cache.refresh()
    assert len((await catalogue_database.read(cache.snapshot_in, [ProductId(1)])).products) > 1
    await catalogue_database.write(rename, "Раф")
    seen = await catalogue_database.read(cache.snapshot_in, [ProductId(1)])
    assert [product.name.in_locale(Locale.UK) for product in seen.products.values()] == ["Раф"]
    assert seen.settings == cache.current.settings
    assert seen.recipes[ProductId(1)] == cache.current.recipes[ProductId(1)]
