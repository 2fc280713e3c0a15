"""What an order costs. Whole UAH, integers only (operating contract, where the specification is silent)."""

from dataclasses import dataclass

from cafe.core.values import OrderType


@dataclass(frozen=True, slots=True)
class DeliveryTerms:
    """The settings that price an order; whole UAH and whole percent."""

    delivery_fee: int
    free_delivery_threshold: int
    pickup_discount_percent: int


@dataclass(frozen=True, slots=True)
class Price:
    """The amounts of an order; `total = items_total − discount_amount − promo_discount_amount + delivery_fee`."""

    items_total: int
    delivery_fee: int
    discount_amount: int
    promo_discount_amount: int

    @property
    def total(self) -> int:
        """Never negative."""
        return self.items_total - self.discount_amount - self.promo_discount_amount + self.delivery_fee


def percent_of(amount: int, percent: int) -> int:
    """A share of an amount, to the nearest whole UAH, halves up; 0 when the amount is 0 or less."""
    return max(0, (amount * percent + 50) // 100)


def price_order(order_type: OrderType, items_total: int, terms: DeliveryTerms, promo_percent: int = 0) -> Price:
    """Price an order: only delivery costs a fee, only pickup earns the pickup discount.

    Both discounts together take at most what the goods cost, the promo's part gives way.
    """
    fee = discount = 0
    if order_type is OrderType.DELIVERY:
        is_free = 0 < terms.free_delivery_threshold <= items_total
        fee = 0 if is_free else terms.delivery_fee
    if order_type is OrderType.PICKUP:
        discount = min(percent_of(items_total, terms.pickup_discount_percent), items_total)
    promo_discount = min(percent_of(items_total, promo_percent), items_total - discount)
    return Price(items_total, fee, discount, promo_discount)
