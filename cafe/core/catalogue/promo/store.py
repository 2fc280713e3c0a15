"""SQL for promo codes."""

from dataclasses import dataclass

from cafe.core.catalogue.promo.model import PromoCode, promo_key
from cafe.core.kernel.database import Connection, Row

COLUMNS = "id, code, discount_percent, expires_at, max_uses, used_count, min_order_amount, first_order_only, is_active"


def list_promos(conn: Connection) -> list[PromoCode]:
    """List all codes in order of creation."""
    return [_promo(row) for row in conn.all(f"SELECT {COLUMNS} FROM promo_codes WHERE is_deleted = 0 ORDER BY id")]


def find_promo(conn: Connection, code: str) -> PromoCode | None:
    """Find a code as typed by a customer, ignoring case."""
    row = conn.one(
        f"SELECT {COLUMNS} FROM promo_codes WHERE code_key = :key AND is_deleted = 0", {"key": promo_key(code)}
    )
    return None if row is None else _promo(row)


@dataclass(frozen=True, slots=True)
class Redemption:
    """A use of a code."""

    is_last: bool
    """Whether the code is used up now."""


def redeem_promo(conn: Connection, promo_id: int) -> Redemption | None:
    """Use a code once; None if no uses are left."""
    row = conn.one(
        "UPDATE promo_codes SET used_count = used_count + 1 "
        "WHERE id = :id AND (max_uses IS NULL OR used_count < max_uses) RETURNING max_uses - used_count AS uses_left",
        {"id": promo_id},
    )
    return None if row is None else Redemption(row["uses_left"] == 0)


def _promo(row: Row) -> PromoCode:
    return PromoCode(
        row["id"],
        row["code"],
        row["discount_percent"],
        row["expires_at"],
        row["max_uses"],
        row["used_count"],
        row["min_order_amount"],
        bool(row["first_order_only"]),
        bool(row["is_active"]),
    )
