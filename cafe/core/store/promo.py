"""Promo codes."""

from cafe.core.ports import Connection, Row
from cafe.core.promo import PromoCode, promo_key

COLUMNS = "id, code, discount_percent, expires_at, max_uses, used_count, min_order_amount, first_order_only, is_active"


def list_promos(conn: Connection) -> list[PromoCode]:
    """Every code, in the order in which they were made."""
    return [_promo(row) for row in conn.all(f"SELECT {COLUMNS} FROM promo_codes ORDER BY id")]


def find_promo(conn: Connection, code: str) -> PromoCode | None:
    """The code that was typed, whatever its case."""
    row = conn.one(f"SELECT {COLUMNS} FROM promo_codes WHERE code_key = :key", {"key": promo_key(code)})
    return None if row is None else _promo(row)


def redeem_promo(conn: Connection, promo_id: int) -> bool:
    """Take one use of a code; False when the last one is gone."""
    taken = conn.run(
        "UPDATE promo_codes SET used_count = used_count + 1 "
        "WHERE id = :id AND (max_uses IS NULL OR used_count < max_uses)",
        {"id": promo_id},
    )
    return taken == 1


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
