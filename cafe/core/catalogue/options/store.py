"""SQL for option groups and options."""

from collections.abc import Collection, Iterable, Mapping
from itertools import groupby

import orjson

from cafe.core.catalogue.options.diets import with_implied
from cafe.core.catalogue.options.model import Option, OptionGroup, OptionGroups
from cafe.core.catalogue.taxes.store import COLUMNS as TAX_COLUMNS
from cafe.core.catalogue.taxes.store import OF_OPTION, fiscal_data
from cafe.core.kernel.database import Connection, Row, among
from cafe.core.kernel.ids import OptionGroupId, OptionId, ProductId
from cafe.core.kernel.locale import OwnText

SELECT = (
    "SELECT pg.product_id, o.*, g.slug AS group_slug, g.name AS group_name, g.name_en AS group_name_en, "
    "COALESCE(pg.min_pieces, g.min_pieces) AS min_pieces, COALESCE(pg.max_pieces, g.max_pieces) AS max_pieces, "
    f"pg.makes, {TAX_COLUMNS} "
    "FROM product_option_groups pg JOIN option_groups g ON g.id = pg.group_id JOIN options o ON o.group_id = g.id "
    f"{OF_OPTION}"
)
IN_ORDER = "ORDER BY pg.product_id, pg.sort_order, g.id, o.sort_order, o.id"


def groups_of_all(conn: Connection, only: Collection[ProductId] | None = None) -> dict[ProductId, OptionGroups]:
    """Return the option groups of every product that has any, or of `only` these."""
    chosen, params = among("pg.product_id", only)
    return _by_product(conn.all(f"{SELECT} WHERE {chosen} {IN_ORDER}", params))


def list_option_recipes(conn: Connection) -> dict[OptionId, Mapping[int, int]]:
    """List what a piece of each option adds to its dish's recipe: amounts by ingredient id."""
    recipes: dict[OptionId, dict[int, int]] = {}
    for row in conn.all("SELECT option_id, ingredient_id, amount FROM option_recipes"):
        recipes.setdefault(OptionId(row["option_id"]), {})[row["ingredient_id"]] = row["amount"]
    return {**recipes}


def name_options(conn: Connection, option_ids: Collection[OptionId]) -> dict[OptionId, OwnText]:
    """Return the names of options, regardless of product."""
    ids = {f"id{index}": option_id for index, option_id in enumerate(option_ids)}
    if not ids:
        return {}
    marks = ", ".join(":" + name for name in ids)
    rows = conn.all(f"SELECT id, name, name_en FROM options WHERE id IN ({marks}) ORDER BY id", ids)
    return {OptionId(row["id"]): OwnText.of(row, "name") for row in rows}


def list_groups(conn: Connection) -> list[OptionGroup]:
    """List all groups with their options, even if no product has them; groups without options are omitted."""
    rows = conn.all(
        "SELECT o.*, g.slug AS group_slug, g.name AS group_name, g.name_en AS group_name_en, "
        f"g.min_pieces, g.max_pieces, '[]' AS makes, {TAX_COLUMNS} "
        f"FROM option_groups g JOIN options o ON o.group_id = g.id {OF_OPTION} "
        "ORDER BY g.id, o.sort_order, o.id"
    )
    return list(_groups(rows))


def set_option_stopped(conn: Connection, option_id: OptionId, until: int) -> bool:
    """Stop an option until `until` (Unix seconds; 0: offer it again); False if there is no such option."""
    changed = conn.run("UPDATE options SET stopped_until = :until WHERE id = :id", {"until": until, "id": option_id})
    return changed == 1


def _by_product(rows: list[Row]) -> dict[ProductId, OptionGroups]:
    return {
        ProductId(product_id): tuple(_groups(of_product))
        for product_id, of_product in groupby(rows, key=lambda row: int(row["product_id"]))
    }


def _groups(rows: Iterable[Row]) -> Iterable[OptionGroup]:
    for group_id, of_group in groupby(rows, key=lambda row: int(row["group_id"])):
        options = list(of_group)
        first = options[0]
        yield OptionGroup(
            OptionGroupId(group_id),
            first["group_slug"],
            OwnText.of(first, "group_name"),
            first["min_pieces"],
            first["max_pieces"],
            tuple(_option(row) for row in options),
            with_implied(orjson.loads(first["makes"])),
        )


def _option(row: Row) -> Option:
    return Option(
        OptionId(row["id"]),
        row["slug"],
        OwnText.of(row, "name"),
        row["price_delta"],
        row["max_quantity"],
        bool(row["is_default"]),
        bool(row["is_active"]),
        row["stopped_until"],
        tuple(orjson.loads(row["allergens"])),
        tuple(orjson.loads(row["without_allergens"])),
        with_implied(orjson.loads(row["diets"])),
        fiscal_data(row),
    )
