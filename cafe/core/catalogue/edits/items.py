"""Reading, saving and deleting single items of the catalogue, by table and key."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Any

from cafe.core.catalogue.changes.errors import CatalogueError
from cafe.core.catalogue.edits import (
    desk_store,
    hours_store,
    modes_store,
    options_store,
    store,
    taxes_store,
    zones_store,
)
from cafe.core.catalogue.edits.file import HOURS, KEYS, VALIDATORS, Item
from cafe.core.catalogue.edits.rows import expiry_columns
from cafe.core.catalogue.hours.week import read_date
from cafe.core.catalogue.settings.model import READERS
from cafe.core.catalogue.settings.pause import ENDLESS
from cafe.core.catalogue.settings.store import get_settings, set_settings
from cafe.core.catalogue.snapshot.model import FOREVER
from cafe.core.kernel.database import Connection
from cafe.core.kernel.validators import Validator, ValidatorError, whole

SETTINGS = "settings"


@dataclass(frozen=True, slots=True)
class Table:
    """How the items of a table are read and changed. Moments and days are ISO 8601 text, as in JSON."""

    list_items: Callable[[Connection, str | None], list[Item]]
    save: Callable[[Connection, str, Item, Item], None]
    """Save changed values of the item with a key; the last argument has its present values, empty for a new item."""
    validators: Mapping[str, Validator]
    key: str
    """The key field; empty if the table is a single item."""
    optional: frozenset[str] = frozenset()
    """Fields that may be null, which disables them."""
    fixed: frozenset[str] = frozenset()
    """Fields that can be set only when an item is added."""
    is_deletable: bool = True
    is_in_file: bool = True
    """Whether a catalogue file has the table; if not, its items are parts of others, and are neither added nor deleted.
    """
    normalizers: Mapping[str, Validator] = field(default_factory=dict)
    """Normalizers of fields whose values can be written in several ways."""

    def find(self, conn: Connection, key: str) -> Item | None:
        return next(iter(self.list_items(conn, key)), None)

    def is_same(self, name: str, one: object, other: object) -> bool:
        """Whether two values of a field mean the same."""
        return one == other or self._normalized(name, one) == self._normalized(name, other)

    def _normalized(self, name: str, value: object) -> object:
        try:
            return self.normalizers[name](value) if name in self.normalizers and value is not None else value
        except ValidatorError:  # a request may claim to have seen anything
            return value


def _list_settings(conn: Connection, _key: str | None) -> list[Item]:
    settings = get_settings(conn)
    return [{key: getattr(settings, key) for key in READERS}]


def _save_settings(conn: Connection, _key: str, values: Item, _current: Item) -> None:
    set_settings(conn, values)


ALWAYS: Item = {"available": []}
ALWAYS_IN_DISHES: Item = (
    ALWAYS | {"no_allergens": False, "options": [], "notes": False, "marks": [], "diets": []} | taxes_store.FISCAL
)
"""Fields that a file omits when unused, and that an edit may set."""


def _list_categories(conn: Connection, key: str | None) -> list[Item]:
    categories = desk_store.add_desk_columns(conn, "categories", store.dump_categories(conn, key), key)
    return [ALWAYS | category for category in categories]


def _save_category(conn: Connection, key: str, values: Item, _current: Item) -> None:
    store.save_category(conn, {**values, "slug": key})


def _list_products(conn: Connection, key: str | None) -> list[Item]:
    products = desk_store.add_desk_columns(conn, "products", store.dump_products(conn, key), key)
    return [
        ALWAYS_IN_DISHES | product | {"stopped_until": min(product["stopped_until"], ENDLESS)} for product in products
    ]


def _save_product(conn: Connection, key: str, values: Item, _current: Item) -> None:
    in_file = {name: value for name, value in values.items() if name != "stopped_until"}
    if in_file:
        store.save_product(conn, {**in_file, "slug": key})
    if "stopped_until" in values:
        desk_store.set_stopped_until(conn, key, _until(values["stopped_until"]))


def _save_group(conn: Connection, key: str, values: Item, _current: Item) -> None:
    options_store.save_group(conn, {**values, "slug": key} | _whole_options(values))
    if "options" in values:
        options_store.delete_other_options(conn, key, {option["slug"] for option in values["options"]})


def _whole_options(values: Item) -> Item:
    """Options as a whole: without diets or what is for receipts, one has none."""
    absent = {"diets": [], **taxes_store.FISCAL}
    return {"options": [absent | option for option in values["options"]]} if "options" in values else {}


def _save_option(conn: Connection, key: str, values: Item, _current: Item) -> None:
    if "stopped_until" in values:
        desk_store.set_option_stopped_until(conn, key, _until(values["stopped_until"]))


def _until(shown: int) -> int:
    """Return a stop's end as it is stored: a browser's numbers are not exact beyond that."""
    return FOREVER if shown >= ENDLESS else shown


def _save_ingredient(conn: Connection, key: str, values: Item, _current: Item) -> None:
    store.save_ingredient(conn, {**values, "code": key})


def _save_slots(conn: Connection, key: str, values: Item, current: Item) -> None:
    kept = {name: value for name, value in {**current, **values}.items() if value is not None}
    store.save_slots(conn, {**kept, "order_type": key})


NO_LISTS: Item = {"hours": [], "rings": [], "polygons": [], "streets": []}


def _list_zones(conn: Connection, key: str | None) -> list[Item]:
    zones = desk_store.add_desk_columns(conn, "zones", zones_store.dump_zones(conn, key), key)
    return [NO_LISTS | zone | {"paused_until": min(zone["paused_until"], ENDLESS)} for zone in zones]


def _save_zone(conn: Connection, key: str, values: Item, _current: Item) -> None:
    zones_store.save_zone(conn, {**values, "slug": key})


UNLIMITED: Item = {"categories": [], "products": [], "order_types": [], "payments": [], "hours": []}


def _list_modes(conn: Connection, key: str | None) -> list[Item]:
    modes = desk_store.add_desk_columns(conn, "modes", modes_store.dump_modes(conn, key), key)
    return [UNLIMITED | mode | {name: min(mode[name], ENDLESS) for name in ("on_until", "off_until")} for mode in modes]


def _save_mode(conn: Connection, key: str, values: Item, _current: Item) -> None:
    modes_store.save_mode(conn, {**values, "slug": key})


def _save_tax_group(conn: Connection, key: str, values: Item, _current: Item) -> None:
    taxes_store.save_tax_group(conn, {**values, "code": key})


def _list_hours(conn: Connection, _key: str | None) -> list[Item]:
    """List the week as a single item, or none."""
    week = hours_store.dump_hours(conn)
    return [week] if week else []


def _save_hours(conn: Connection, _key: str, values: Item, current: Item) -> None:
    hours_store.save_hours(conn, {**current, **values})


def _list_special_days(conn: Connection, key: str | None) -> list[Item]:
    days = [{**day, "date": day["date"].isoformat()} for day in hours_store.dump_special_days(conn)]
    return [{"message": "", "message_en": "", **day} for day in days if key in {None, day["date"]}]


def _save_special_day(conn: Connection, key: str, values: Item, _current: Item) -> None:
    try:
        hours_store.save_special_day(conn, {**values, "date": read_date(key)})
    except ValidatorError as error:
        raise CatalogueError(f"[[special_days]] {key}: date: {error}", "date", error.reason) from None


def _list_promos(conn: Connection, key: str | None) -> list[Item]:
    zone = get_settings(conn).zone
    promos = store.dump_promos(conn, key)
    for promo in promos:
        if "expires_at" in promo:
            promo["expires_at"] = datetime.fromtimestamp(promo["expires_at"], UTC).astimezone(zone).isoformat()
    return desk_store.add_desk_columns(
        conn, "promos", promos, promos[0]["code"] if key is not None and promos else None
    )


def _save_promo(conn: Connection, key: str, values: Item, current: Item) -> None:
    code = values.get("code") or current.get("code") or key  # keeps its original spelling
    store.save_promo(conn, {**values, "code": code, **expiry_columns(values, get_settings(conn).zone)})


def _moment(value: object) -> date:
    """Read a moment or a day in ISO 8601."""
    try:
        return datetime.fromisoformat(str(value))
    except ValueError:
        raise ValidatorError("must be a moment such as 2027-01-01T00:00:00+02:00", "must-be-moment") from None


TABLES: Mapping[str, Table] = {
    SETTINGS: Table(
        _list_settings,
        _save_settings,
        READERS,
        "",
        frozenset({"phone", "address", "instagram_url", "maps_url"}),
        is_deletable=False,
    ),
    "tax_groups": Table(taxes_store.dump_tax_groups, _save_tax_group, VALIDATORS["tax_groups"], "code"),
    "categories": Table(_list_categories, _save_category, VALIDATORS["categories"], "slug"),
    "hours": Table(_list_hours, _save_hours, HOURS, ""),
    "special_days": Table(_list_special_days, _save_special_day, VALIDATORS["special_days"], "date"),
    "ingredients": Table(
        store.dump_ingredients,
        _save_ingredient,
        VALIDATORS["ingredients"],
        "code",
        frozenset({"cost"}),
        fixed=frozenset({"stock"}),
    ),
    "option_groups": Table(
        lambda conn, key: desk_store.add_desk_columns(conn, "option_groups", options_store.dump_groups(conn, key), key),
        _save_group,
        VALIDATORS["option_groups"],
        "slug",
    ),
    "options": Table(
        desk_store.list_options,
        _save_option,
        {"stopped_until": whole(0, ENDLESS)},
        "slug",
        is_deletable=False,
        is_in_file=False,
    ),
    "products": Table(
        _list_products,
        _save_product,
        {**VALIDATORS["products"], "stopped_until": whole(0, ENDLESS)},
        "slug",
        normalizers={"options": VALIDATORS["products"]["options"]},
    ),
    "slots": Table(
        store.dump_slots,
        _save_slots,
        VALIDATORS["slots"],
        "order_type",
        frozenset({"max_orders", "max_items", "max_amount"}),
    ),
    "zones": Table(
        _list_zones,
        _save_zone,
        {**VALIDATORS["zones"], "paused_until": whole(0, ENDLESS)},
        "slug",
    ),
    "modes": Table(
        _list_modes,
        _save_mode,
        {**VALIDATORS["modes"], "on_until": whole(0, ENDLESS), "off_until": whole(0, ENDLESS)},
        "slug",
    ),
    "promos": Table(
        _list_promos,
        _save_promo,
        {**VALIDATORS["promos"], "expires_at": _moment},
        "code",
        frozenset({"expires_at", "max_uses"}),
        normalizers={"expires_at": _moment},  # in any timezone
    ),
}
"""By the tables' names in a catalogue file, plus the single options of groups, for their stops."""


def normalized_key(table: str, key: str) -> str:
    """Normalize a key for comparison."""
    return KEYS[table][1](key) if table in KEYS else key


def name_of(table: str, key: str, item: Mapping[str, Any]) -> str:
    """Return the display name of an item."""
    return "" if table == SETTINGS else str(item.get("name") or key)


def writable(table: str, item: Item) -> Item:
    """Return the fields of a listed item that can be saved again."""
    return {name: value for name, value in item.items() if name in TABLES[table].validators}
