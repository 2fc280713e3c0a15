"""Pricing orders in whole UAH, integers only (operating contract; not defined in the specification)."""

from dataclasses import dataclass

from cafe.core.catalogue.settings.model import DeliveryTerms
from cafe.core.ordering.orders.model import OrderType


@dataclass(frozen=True, slots=True)
class Price:
    """The amounts of an order; `total = items_total − discount_amount − promo_discount_amount + delivery_fee`."""

    items_total: int
    delivery_fee: int
    discount_amount: int
    promo_discount_amount: int

    @property
    def total(self) -> int:
        """The amount to pay; never negative."""
        return self.items_total - self.discount_amount - self.promo_discount_amount + self.delivery_fee


def percent_of(amount: int, percent: int) -> int:
    """Return a percentage of an amount in whole UAH, rounded half up; 0 if the amount is 0 or less."""
    return max(0, (amount * percent + 50) // 100)


def price_order(order_type: OrderType, items_total: int, terms: DeliveryTerms, promo_percent: int = 0) -> Price:
    """Price an order: only delivery has a fee, only pickup gets the pickup discount.

    Both discounts together are at most the price of the goods; the promo discount is reduced to fit.
    """
    fee = discount = 0
    if order_type is OrderType.DELIVERY:
        is_free = 0 < terms.free_delivery_threshold <= items_total
        fee = 0 if is_free else terms.delivery_fee
    if order_type is OrderType.PICKUP:
        discount = min(percent_of(items_total, terms.pickup_discount_percent), items_total)
    promo_discount = min(percent_of(items_total, promo_percent), items_total - discount)
    return Price(items_total, fee, discount, promo_discount)
