"""SQL for tax groups and for what receipts say of goods."""

from cafe.core.catalogue.taxes.model import FiscalData, Tax
from cafe.core.kernel.database import Connection, Row

COLUMNS = "t.code AS tax_code, t.rate AS tax_rate, t.excise_rate AS tax_excise_rate"
"""What `fiscal_data` needs of a tax group `t`."""
_FIRST = "SELECT f.code FROM tax_groups f ORDER BY f.sort_order, f.id LIMIT 1"
OF_PRODUCT = f"LEFT JOIN tax_groups t ON t.code = CASE p.tax WHEN '' THEN ({_FIRST}) ELSE p.tax END"
"""The tax group of a product `p`: its own, else the first."""
OF_OPTION = "LEFT JOIN tax_groups t ON t.code = o.tax"
"""The tax group of an option `o`, if it has its own."""


def fiscal_data(row: Row) -> FiscalData:
    """Read what receipts say of the dish or option of a row."""
    return FiscalData(_tax(row), row["uktzed"], row["barcode"], row["unit"], bool(row["excise"]))


def find_first_tax(conn: Connection) -> Tax | None:
    """Find the tax group of dishes without their own, and of delivery."""
    row = conn.one(f"SELECT {COLUMNS} FROM tax_groups t WHERE t.code = ({_FIRST})")
    return None if row is None else _tax(row)


def _tax(row: Row) -> Tax | None:
    if row["tax_code"] is None:
        return None
    return Tax(row["tax_code"], row["tax_rate"], row["tax_excise_rate"])
