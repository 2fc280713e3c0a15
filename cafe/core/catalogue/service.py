"""Loading a catalogue file (all or nothing) and dumping it in the same format (operating contract)."""

import tomllib
from datetime import UTC, datetime, time
from typing import Any
from zoneinfo import ZoneInfo

import tomli_w

from cafe.core.catalogue import options_store, store
from cafe.core.catalogue.file import CatalogueFile, read_catalogue
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.errors import CatalogueError
from cafe.core.kernel.meta import bump_catalogue_version
from cafe.core.settings.store import get_settings, set_settings
from cafe.core.snapshot.cache import SnapshotCache
from cafe.core.stock.store import reset_reports

FIRST_YEAR = 1970
LATEST = 253_402_128_000
"""Near the end of the year 9999, Unix seconds: later times have no date in some timezones."""


class CatalogueService:
    """Loads and dumps catalogue files."""

    def __init__(self, database: Database, cache: SnapshotCache) -> None:
        self._database = database
        self._cache = cache

    async def load(self, text: str) -> None:
        """Insert or update the entries of a catalogue file.

        Raises:
            CatalogueError: with one line that names the table and the key; nothing is changed.
        """
        try:
            document = tomllib.loads(text)
        except ValueError as error:
            raise CatalogueError(f"not a TOML file: {error}") from None
        except RecursionError:
            raise CatalogueError("not a catalogue file: nested too deeply") from None
        await self._database.write(_load, read_catalogue(document))
        await self._cache.refresh()

    async def is_empty(self) -> bool:
        """Whether there are no products."""
        return not await self._database.read(store.has_products)

    async def dump(self) -> str:
        """Return the whole catalogue and the settings as a catalogue file."""
        return tomli_w.dumps(await self._database.read(_dump))


def _load(conn: Connection, file: CatalogueFile) -> None:
    bump_catalogue_version(conn)
    set_settings(conn, file.settings)
    zone = get_settings(conn).zone
    for category in file.categories:
        store.save_category(conn, category)
    for ingredient in file.ingredients:
        store.save_ingredient(conn, ingredient)
    for group in file.option_groups:
        options_store.save_group(conn, group)
    for product in file.products:
        store.save_product(conn, product)
    for slots in file.slots:
        store.save_slots(conn, slots)
    for promo in file.promos:
        store.save_promo(conn, {**promo, **_expiry(promo, zone)})
    options_store.check_groups(conn)
    reset_reports(conn)


def _expiry(promo: dict[str, Any], zone: ZoneInfo) -> dict[str, int]:
    """Convert `expires_at` to Unix seconds; a time without an offset is in the cafe's timezone."""
    if "expires_at" not in promo:
        return {}
    value = promo["expires_at"]
    moment = value if isinstance(value, datetime) else datetime.combine(value, time(0))
    if moment.year <= FIRST_YEAR:
        return {"expires_at": 0}  # long ago
    aware = moment if moment.tzinfo else moment.replace(tzinfo=zone)
    return {"expires_at": min(int(aware.timestamp()), LATEST)}


def _dump(conn: Connection) -> dict[str, Any]:
    settings = get_settings(conn)
    promos = store.dump_promos(conn)
    for promo in promos:
        if "expires_at" in promo:
            promo["expires_at"] = datetime.fromtimestamp(promo["expires_at"], UTC).astimezone(settings.zone)
    groups, slots = options_store.dump_groups(conn), store.dump_slots(conn)
    return {
        "settings": {key: value for key, value in settings.used().items() if value is not None},
        "categories": store.dump_categories(conn),
        "products": store.dump_products(conn),
        **({"option_groups": groups} if groups else {}),
        "ingredients": store.dump_ingredients(conn),
        **({"slots": slots} if slots else {}),
        "promos": promos,
    }
