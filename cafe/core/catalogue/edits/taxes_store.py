"""Loading and dumping tax groups, and what receipts say of dishes and options."""

from cafe.core.catalogue.changes.errors import CatalogueError
from cafe.core.catalogue.edits.file import VALIDATORS, Item
from cafe.core.catalogue.edits.rows import id_of, key_condition, save_row
from cafe.core.kernel.database import Connection, Row
from cafe.core.kernel.validators import Reason

FISCAL: Item = {"tax": "", "uktzed": "", "barcode": "", "unit": "", "excise": False}
"""The keys of dishes and options that are for receipts, with their values in new ones."""


def save_tax_group(conn: Connection, item: Item) -> None:
    """Insert or update a tax group, matched by code.

    Raises:
        CatalogueError: a new one without a name or rate.
    """
    code = item["code"]
    defaults = {"excise_rate": 0, "sort_order": 0}
    save_row(conn, "tax_groups", {"code": code}, item, defaults, ("name", "rate"), f"[[tax_groups]] {code}")


def dump_tax_groups(conn: Connection, code: str | None = None) -> list[Item]:
    """Return all tax groups, or one, the first one first."""
    condition, params = key_condition("code", code)
    rows = conn.all(f"SELECT * FROM tax_groups WHERE {condition} ORDER BY sort_order, id", params)
    return [{key: row[key] for key in VALIDATORS["tax_groups"]} for row in rows]


def check_tax(conn: Connection, item: Item, place: str) -> None:
    """Check that the tax group of a dish or an option exists; `place` prefixes the error."""
    code = item.get("tax")
    if code and id_of(conn, "tax_groups", "code", code) is None:
        raise CatalogueError(f"{place}: tax: no tax group {code}", "tax", Reason("no-tax-group", {"key": code}))


def dump_fiscal(row: Row) -> Item:
    """Return what receipts say of the dish or option of a row, as far as it is used."""
    return {key: bool(row[key]) if key == "excise" else row[key] for key in FISCAL if row[key]}
