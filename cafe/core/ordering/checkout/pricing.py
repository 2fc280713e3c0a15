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
    """Price an order: only delivery has a fee, only pickup gets the pickup discount."""
    fee = 0
    if order_type is OrderType.DELIVERY:
        is_free = 0 < terms.free_delivery_threshold <= items_total
        fee = 0 if is_free else terms.delivery_fee
    return price_goods(items_total, fee, pickup_percent(order_type, terms), promo_percent)


def pickup_percent(order_type: OrderType, terms: DeliveryTerms) -> int:
    """Return the discount for collecting an order."""
    return terms.pickup_discount_percent if order_type is OrderType.PICKUP else 0


def price_goods(items_total: int, fee: int, pickup_percent: int, promo_percent: int) -> Price:
    """Price goods of `items_total`, with a delivery fee and discounts.

    Both discounts together are at most the price of the goods; the promo discount is reduced to fit.
    """
    discount = min(percent_of(items_total, pickup_percent), items_total)
    promo_discount = min(percent_of(items_total, promo_percent), items_total - discount)
    return Price(items_total, fee, discount, promo_discount)


def percent_from(amount: int, items_total: int) -> int:
    """Return the percentage that most likely led to a discount: earlier versions did not store it with the order."""
    return (amount * 100 + items_total // 2) // items_total if items_total else 0
