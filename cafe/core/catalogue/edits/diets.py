"""Checking that what is declared of diets does not contradict the declared allergens."""

from cafe.core.catalogue.changes.errors import CatalogueError
from cafe.core.catalogue.menu.store import list_products
from cafe.core.catalogue.options.diets import find_refuted
from cafe.core.catalogue.options.store import groups_of_all, list_groups
from cafe.core.kernel.database import Connection
from cafe.core.kernel.validators import Reason


def check_diets(conn: Connection) -> None:
    """Check every option by itself, and every product with its defaults.

    Raises:
        CatalogueError: an allergen rules out a declared diet; with the table and key of what is wrong.
    """
    for group in list_groups(conn):
        for option in group.options:
            _check(
                find_refuted(option.diets, option.allergens),
                option.name.uk,
                f"[[option_groups]] {group.slug}: options: {option.slug}",
                ("option_groups", group.slug, f"options.{option.slug}.diets"),
            )
    groups = groups_of_all(conn)
    for product in list_products(conn):
        _check(
            find_refuted(product.diets, product.allergens_of(groups.get(product.id, ()))),
            product.name.uk,
            f"[[products]] {product.slug}",
            ("products", product.slug, "diets"),
        )


def _check(refuted: tuple[str, str] | None, name: str, place: str, at: tuple[str, str, str]) -> None:
    if refuted is None:
        return
    diet, allergen = refuted
    table, key, field = at
    raise CatalogueError(
        f"{place}: diets: {diet} contradicts the allergen {allergen}",
        field,
        Reason("diet-refuted", {"name": name, "diet": diet, "allergen": allergen}),
        table=table,
        key=key,
    )
