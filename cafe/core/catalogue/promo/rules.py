"""Whether a promo code applies (specification, Promo validate)."""

from cafe.core.catalogue.promo.model import PromoCode
from cafe.core.kernel.errors import PromoInvalidError, PromoRefusal


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
