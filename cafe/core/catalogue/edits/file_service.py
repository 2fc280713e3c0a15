"""Loading a catalogue file (all or nothing) and dumping it in the same format (operating contract)."""

import asyncio
import hashlib
import re
import tomllib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Any, Self

import orjson
import tomli_w

from cafe.core.catalogue.changes.actor import FILE, Actor
from cafe.core.catalogue.changes.errors import CatalogueError
from cafe.core.catalogue.changes.model import ChangedItem
from cafe.core.catalogue.changes.store import StoredItems, add_stored_change, stored_items
from cafe.core.catalogue.edits import hours_store, modes_store, options_store, store, taxes_store, zones_store
from cafe.core.catalogue.edits.diets import check_diets
from cafe.core.catalogue.edits.difference import Catalogue, list_difference, read_catalogue_now
from cafe.core.catalogue.edits.errors import FileChangedError, MenuNotEmptyError
from cafe.core.catalogue.edits.file import KEYS, CatalogueFile, Item, read_catalogue
from cafe.core.catalogue.edits.items import normalized_key
from cafe.core.catalogue.edits.rehearsed import change_catalogue, preview_change
from cafe.core.catalogue.edits.rows import expiry_columns
from cafe.core.catalogue.menu.store import has_menu
from cafe.core.catalogue.settings.store import get_settings, set_settings
from cafe.core.catalogue.snapshot.cache import SnapshotCache
from cafe.core.kernel.apart import Apart, ApartError
from cafe.core.kernel.clock import Clock, unix_now
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.lengths import find_too_long
from cafe.core.kernel.validators import Reason

FileSource = CatalogueFile | Callable[[Connection], CatalogueFile]
"""A file, or what makes one from the present catalogue."""
MENU = ("categories", "products", "option_groups", "ingredients")
"""The tables of a file that make up the menu."""
NOT_A_FILE = Reason("not-a-catalogue-file")
SMALL_FILE = 16_384
"""Up to this many characters are parsed here within milliseconds; longer files in a child process."""
LONG_KEY = re.compile(r"(?<![\w-])(?:[\w-]++[ \t]*+\.[ \t]*+){20}")
"""A key such as `a.a.a…`, which no real file has: the parser's time grows with the square of its dots."""
MANY_DOTS = 20
"""Maximum dots in a line, since the pattern does not cover quoted keys."""


@dataclass(frozen=True, slots=True)
class FileChanges:
    """What a catalogue file changes; the `digest` identifies this set of changes."""

    items: tuple[ChangedItem, ...]
    stored: StoredItems
    digest: str

    @classmethod
    def of(cls, items: tuple[ChangedItem, ...]) -> Self:
        return cls(
            items, stored_items(items), hashlib.sha256(orjson.dumps(items, option=orjson.OPT_SORT_KEYS)).hexdigest()
        )


class CatalogueService:
    """Loads and dumps catalogue files."""

    def __init__(self, database: Database, cache: SnapshotCache, clock: Clock, apart: Apart) -> None:
        self._database = database
        self._cache = cache
        self._clock = clock
        self._apart = apart

    async def load(self, text: str, actor: Actor = FILE) -> None:
        """Insert or update the entries of a catalogue file. For commands: it parses in this process.

        Raises:
            CatalogueError: with one line that names the table and the key; nothing is changed.
        """
        await self.load_parsed(_parsed(text), actor)

    async def read(self, text: str) -> CatalogueFile:
        """Parse a catalogue file without blocking the event loop, whatever it contains.

        Raises:
            CatalogueError: as `load`.
        """
        if len(text) <= SMALL_FILE and all(line.count(".") < MANY_DOTS for line in text.splitlines()):
            return _parsed(text)
        try:
            return await self._apart.run(_parsed, text)
        except ApartError:
            raise CatalogueError("not a catalogue file: too costly to parse", reason=NOT_A_FILE) from None

    async def load_parsed(self, file: FileSource, actor: Actor, digest: str | None = None) -> None:
        """Insert or update the entries of a parsed file.

        Raises:
            CatalogueError: as `load`.
            FileChangedError: the file's changes do not match the `digest`, if one is given.
        """
        await self._change(partial(_save, source=file, digest=digest), actor)

    async def preview(self, file: FileSource) -> FileChanges:
        """Return what a catalogue file would change.

        Raises:
            CatalogueError: as `load`.
        """
        return await preview_change(self._database, partial(_save, source=file))

    async def load_first_menu(self, text: str, actor: Actor) -> None:
        """Insert only the menu of a valid file, if there is none yet.

        Raises:
            MenuNotEmptyError: something exists already, even if hidden or only an empty category.
        """
        document = tomllib.loads(text)
        menu = read_catalogue({table: document[table] for table in MENU if table in document})
        await self._change(partial(_save_first, menu=menu), actor)

    async def _change(self, save: Callable[[Connection], FileChanges], actor: Actor) -> None:
        now = unix_now(self._clock)
        await change_catalogue(self._database, save, lambda conn, changes: _record(conn, changes, actor, now))
        await self._cache.refresh()

    async def is_empty(self) -> bool:
        """Whether there is no menu at all."""
        return not await self._database.read(has_menu)

    async def dump(self, *, has_costs: bool = True) -> str:
        """Return the whole catalogue and the settings as a catalogue file, with what ingredients cost or without."""
        document = await self._database.read_long(_dump)
        if not has_costs:
            for ingredient in document["ingredients"]:
                ingredient.pop("cost", None)
        return await asyncio.to_thread(tomli_w.dumps, document)


def _parsed(text: str) -> CatalogueFile:
    if any(line.count(".") >= MANY_DOTS and LONG_KEY.search(line) for line in text.splitlines()):
        raise CatalogueError("not a catalogue file: a key of too many parts", reason=NOT_A_FILE)
    try:
        document = tomllib.loads(text)
    except ValueError as error:
        raise CatalogueError(f"not a TOML file: {error}", reason=NOT_A_FILE) from None
    except RecursionError:
        raise CatalogueError("not a catalogue file: nested too deeply", reason=NOT_A_FILE) from None
    return read_catalogue(document)


def _record(conn: Connection, changes: FileChanges, actor: Actor, now: int) -> None:
    if changes.items:
        add_stored_change(conn, actor, changes.stored, now)


SAVED: Sequence[tuple[str, Callable[[Connection, Item], None]]] = (
    ("tax_groups", taxes_store.save_tax_group),
    ("categories", store.save_category),
    ("ingredients", store.save_ingredient),
    ("option_groups", options_store.save_group),
    ("products", store.save_product),
    ("slots", store.save_slots),
    ("zones", zones_store.save_zone),
    ("modes", modes_store.save_mode),
)
"""In this order, since dishes refer to what comes before them, and modes to dishes."""


def _save(conn: Connection, source: FileSource, digest: str | None = None) -> FileChanges:
    file = source if isinstance(source, CatalogueFile) else source(conn)
    before = read_catalogue_now(conn)
    _check_lengths(file, before)
    set_settings(conn, file.settings)
    if file.hours is not None:
        hours_store.save_hours(conn, file.hours)
    for day in file.special_days:
        hours_store.save_special_day(conn, day)
    zone = get_settings(conn).zone
    for table, save in SAVED:
        for item in getattr(file, table):
            with _located(table, item):
                save(conn, item)
    for promo in file.promos:
        with _located("promos", promo):
            store.save_promo(conn, {**promo, **expiry_columns(promo, zone)})
    options_store.check_groups(conn)
    check_diets(conn)
    changes = FileChanges.of(list_difference(before, read_catalogue_now(conn)))
    if digest not in {None, changes.digest}:
        raise FileChangedError
    return changes


def _check_lengths(file: CatalogueFile, before: Catalogue) -> None:
    tables = {"settings": [file.settings], **{table: getattr(file, table) for table in KEYS}}
    for table, items in tables.items():
        for item in items:
            name = str(item[KEYS[table][0]]) if table in KEYS else ""
            current = before.get((table, normalized_key(table, name)), {})
            for path, most in find_too_long(table, item, current):
                place = f"[[{table}]] {name}" if name else f"[{table}]"
                reason = Reason("desk-field-too-long", {"limit": most})
                raise CatalogueError(f"{place}: {path}: at most {most} characters", path, reason, table=table, key=name)


@contextmanager
def _located(table: str, item: Item) -> Iterator[None]:
    """Add the file's item to errors raised inside."""
    try:
        yield
    except CatalogueError as error:
        error.table, error.key = table, str(item[KEYS[table][0]])
        raise


def _save_first(conn: Connection, menu: CatalogueFile) -> FileChanges:
    if has_menu(conn):
        raise MenuNotEmptyError
    return _save(conn, menu)


def _dump(conn: Connection) -> dict[str, Any]:
    settings = get_settings(conn)
    promos = store.dump_promos(conn)
    for promo in promos:
        if "expires_at" in promo:
            promo["expires_at"] = datetime.fromtimestamp(promo["expires_at"], UTC).astimezone(settings.zone)
    groups, slots = options_store.dump_groups(conn), store.dump_slots(conn)
    zones, tax_groups = zones_store.dump_zones(conn), taxes_store.dump_tax_groups(conn)
    modes = modes_store.dump_modes(conn)
    hours, special_days = hours_store.dump_hours(conn), hours_store.dump_special_days(conn)
    return {
        "settings": {key: _dumped(key, value) for key, value in settings.used().items() if value is not None},
        **({"hours": hours} if hours else {}),
        **({"special_days": special_days} if special_days else {}),
        **({"tax_groups": tax_groups} if tax_groups else {}),
        "categories": store.dump_categories(conn),
        "products": store.dump_products(conn),
        **({"option_groups": groups} if groups else {}),
        "ingredients": store.dump_ingredients(conn),
        **({"slots": slots} if slots else {}),
        **({"zones": zones} if zones else {}),
        **({"modes": modes} if modes else {}),
        "promos": promos,
    }


def _dumped(key: str, value: Any) -> Any:
    return value.split(",") if key in {"order_types", "payments"} else value
