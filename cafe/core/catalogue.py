"""The catalogue file: checked whole, loaded all or nothing, dumped in the same format (operating contract)."""

import tomllib
from datetime import UTC, datetime, time
from typing import Any
from zoneinfo import ZoneInfo

import tomli_w

from cafe.core.catalogue_file import CatalogueFile, read_catalogue
from cafe.core.errors import CatalogueError
from cafe.core.ports import Connection, Database
from cafe.core.snapshot import SnapshotCache
from cafe.core.store import catalogue as store
from cafe.core.store.settings import bump_catalogue_version, get_settings, set_setting
from cafe.core.store.stock import reset_reports

FIRST_YEAR = 1970
LATEST = 253_402_128_000
"""The last days of the year 9999, Unix seconds: later ones have no date in every timezone."""


class CatalogueService:
    """Loads and dumps catalogue files."""

    def __init__(self, database: Database, cache: SnapshotCache) -> None:
        self._database = database
        self._cache = cache

    async def load(self, text: str) -> None:
        """Insert or update what a catalogue file says.

        Raises:
            CatalogueError: one line that names the table and the key; nothing is changed.
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
        """Whether there is nothing on the menu at all."""
        return not await self._database.read(store.has_products)

    async def dump(self) -> str:
        """The whole catalogue and the settings as a catalogue file."""
        return tomli_w.dumps(await self._database.read(_dump))


def _load(conn: Connection, file: CatalogueFile) -> None:
    for key, value in file.settings.items():
        set_setting(conn, key, value)
    zone = get_settings(conn).zone
    for category in file.categories:
        store.save_category(conn, category)
    for ingredient in file.ingredients:
        store.save_ingredient(conn, ingredient)
    for product in file.products:
        store.save_product(conn, product)
    for promo in file.promos:
        store.save_promo(conn, {**promo, **_expiry(promo, zone)})
    reset_reports(conn)
    bump_catalogue_version(conn)


def _expiry(promo: dict[str, Any], zone: ZoneInfo) -> dict[str, int]:
    """The moment of `expires_at` in Unix seconds; a time without an offset is the cafe's own."""
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
    values = {key: getattr(settings, key) for key in settings.__slots__}
    promos = store.dump_promos(conn)
    for promo in promos:
        if "expires_at" in promo:
            promo["expires_at"] = datetime.fromtimestamp(promo["expires_at"], UTC).astimezone(settings.zone)
    return {
        "settings": {key: value for key, value in values.items() if value is not None},
        "categories": store.dump_categories(conn),
        "products": store.dump_products(conn),
        "ingredients": store.dump_ingredients(conn),
        "promos": promos,
    }
