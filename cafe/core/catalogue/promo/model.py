"""Promo codes."""

from dataclasses import dataclass

from cafe.core.kernel.errors import PromoInvalidError, PromoRefusal


@dataclass(frozen=True, slots=True)
class PromoCode:
    """A stored promo code. Money in whole UAH, `expires_at` in Unix seconds."""

    id: int
    code: str
    discount_percent: int
    expires_at: int | None
    max_uses: int | None
    used_count: int
    min_order_amount: int
    first_order_only: bool
    is_active: bool

    def is_expired(self, now: int) -> bool:
        """Whether the code has expired; one without an expiry never does."""
        return self.expires_at is not None and self.expires_at <= now

    @property
    def is_used_up(self) -> bool:
        """Whether no uses are left; a code without a limit never runs out."""
        return self.max_uses is not None and self.used_count >= self.max_uses

    def is_on_offer(self, now: int) -> bool:
        """Whether some customer could use it now, ignoring per-customer conditions (specification, PublicSettings)."""
        return self.is_active and not self.is_expired(now) and not self.is_used_up


def promo_key(code: str) -> str:
    """Normalize a code for comparison: trimmed and case-folded, Cyrillic too."""
    return code.strip().casefold()


def check_promo(promo: PromoCode | None, *, items_total: int, has_earlier_order: bool, now: int) -> PromoCode:
    """Return the code if it applies; the first failed check in the specification's order decides.

    Raises:
        PromoInvalidError: the code does not apply.
    """
    if promo is None or not promo.is_active:
        raise PromoInvalidError(PromoRefusal.UNKNOWN)
    if promo.is_expired(now):
        raise PromoInvalidError(PromoRefusal.EXPIRED)
    if promo.is_used_up:
        raise PromoInvalidError(PromoRefusal.USED_UP)
    if items_total < promo.min_order_amount:
        raise PromoInvalidError(PromoRefusal.BELOW_MINIMUM, promo.min_order_amount)
    if promo.first_order_only and has_earlier_order:
        raise PromoInvalidError(PromoRefusal.NOT_FIRST_ORDER)
    return promo
