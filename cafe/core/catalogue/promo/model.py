"""Promo codes."""

from dataclasses import dataclass


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
